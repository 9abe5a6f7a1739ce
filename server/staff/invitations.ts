import type { Pool, PoolClient } from 'pg';
import { staffTexts } from '#messages/office/staff.ts';
import { queueMail } from '../platform/mail/queue-mail.ts';
import {
  decrypt,
  encrypt,
  hashToken,
  randomToken,
  type SignedTokens,
} from '../platform/security/signed-tokens.ts';
import { Problem, conflict, type FieldTexts } from '../platform/problem.ts';
import { z } from 'zod';
import { languages, type Language } from '#contract/language.ts';
import { toName } from '#contract/typed-text.ts';
import { roles, admin, type Role } from '#contract/office/staff.ts';
import { toBerlinIso } from '#contract/berlin-time.ts';
import { formTexts } from '#messages/office/forms.ts';
import { choice, email, optionalText } from '../operations/entries.ts';
import { defineChange } from '../operations/define.ts';
import { actorOf } from '../operations/caller.ts';

/** How long an invitation is valid (office.md 2.2). */
const VALID_HOURS = 48;

/** Somebody invited who has not set up the account yet. */
export interface Invitation {
  id: number;
  email: string;
  name: string;
  role: Role;
  language: Language;
  expiresAt: Date;
}

/** An invitation to be written. */
export type InvitationInput = Omit<Invitation, 'id' | 'expiresAt'>;

const encryptionKey = (tokens: SignedTokens) => tokens.deriveKey('staff invitations');

/** 410: used, expired or never issued. */
export const invalidInvitation = (): Problem =>
  new Problem('gone', { message: staffTexts.invitationInvalid });

/**
 * Writes an invitation that replaces a former one, and queues its mail. The id stays, so that a form that is sent twice
 * finds its page again. Returns the token of its link and its end.
 */
export async function createInvitation(
  client: PoolClient,
  tokens: SignedTokens,
  { email: address, name, role, language }: InvitationInput,
): Promise<{ token: string; expiresAt: Date }> {
  const token = randomToken();
  const hash = hashToken(token);
  const { rows } = await client.query<{ id: number; expires_at: Date }>(
    `insert into staff_invitation (email, name, role, language, token_hash, sealed_token, expires_at)
     values ($1, $2, $3, $4, $5, $6, now() + make_interval(hours => ${VALID_HOURS}))
     on conflict (email_key) do update set email = excluded.email, name = excluded.name, role = excluded.role,
       language = excluded.language, token_hash = excluded.token_hash, sealed_token = excluded.sealed_token,
       created_at = now(), expires_at = excluded.expires_at
     returning id, expires_at`,
    [address, name, role, language, hash, encrypt(encryptionKey(tokens), token)],
  );
  const [row] = rows;
  if (row === undefined) throw new Error('the invitation was not written');
  await queueMail(client, {
    kind: 'staff-invitation',
    recipient: address,
    language,
    facts: { invitationId: row.id },
    eventKey: `staff-invitation-${row.id}-${hash.toString('hex', 0, 8)}`,
    isUrgent: true,
  });
  return { token, expiresAt: row.expires_at };
}

interface InvitationRow extends InvitationInput {
  id: number;
  expires_at: Date;
}

/** The invitation of a link; null when it is used, expired or never issued. `lock`: in a transaction that uses it. */
export async function findInvitation(
  client: Pool | PoolClient,
  token: string,
  lock = false,
): Promise<Invitation | null> {
  const { rows } = await client.query<InvitationRow>(
    `select id, email, name, role, language, expires_at from staff_invitation
     where token_hash = $1 and expires_at > now() ${lock ? 'for update' : ''}`,
    [hashToken(token)],
  );
  const [row] = rows;
  if (row === undefined) return null;
  const { expires_at: expiresAt, ...rest } = row;
  return { ...rest, expiresAt };
}

/** The current token and end of an invitation, for its mail; null when it is used or over. */
export async function findInvitationToken(
  pool: Pool,
  tokens: SignedTokens,
  id: number,
): Promise<{ token: string; expiresAt: Date; role: Role; name: string } | null> {
  const { rows } = await pool.query<{
    sealed_token: Buffer;
    expires_at: Date;
    role: Role;
    name: string;
  }>(
    `select sealed_token, expires_at, role, name from staff_invitation where id = $1 and expires_at > now()`,
    [id],
  );
  const [row] = rows;
  if (row === undefined) return null;
  const token = decrypt(encryptionKey(tokens), row.sealed_token);
  return token === null
    ? null
    : { token, expiresAt: row.expires_at, role: row.role, name: row.name };
}

const input = z.object({
  email: email(),
  name: optionalText(100, toName),
  role: choice(roles),
  /** Without one, that of the person, or German. */
  language: z.union([z.undefined(), choice(languages)]),
});

/**
 * Invites a person by e-mail (office.md 2.2). For somebody with an account, the link sets new credentials. 409 for
 * accounts of the demonstration and for a new role of one's own.
 */
export const inviteStaff = defineChange({
  may: admin,
  confirms: true,
  input,
  // optional on the command line only (office.md 2.2)
  async findErrors({ caller }, { name }): Promise<FieldTexts> {
    const isMissing = caller.kind === 'staff' && !(typeof name === 'string' && toName(name) !== '');
    return isMissing ? { name: formTexts.missing } : {};
  },
  async run({ client, deps, caller }, { email: address, name, role, language }) {
    const { rows } = await client.query<{
      id: number;
      name: string;
      role: string;
      language: Language | null;
      is_demo: boolean;
    }>(`select id, name, role, language, is_demo from staff where email_key = email_key($1)`, [
      address,
    ]);
    const [existing] = rows;
    if (existing?.is_demo === true) throw conflict(staffTexts.isDemo);
    if (existing !== undefined && existing.id === actorOf(caller).id && existing.role !== role) {
      throw conflict(staffTexts.ownRole);
    }
    const shown = name ?? existing?.name ?? '';
    const { token, expiresAt } = await createInvitation(client, deps.tokens, {
      email: address,
      name: shown,
      role,
      language: language ?? existing?.language ?? 'de',
    });
    return {
      output: {
        email: address,
        role,
        // the web shows no link: it goes to the mailbox alone
        ...(caller.kind === 'staff'
          ? {}
          : {
              url: `${deps.publicUrl()}/office/invitation/${token}`,
              expires_at: toBerlinIso(expiresAt),
            }),
      },
      audit: {
        thing: { kind: 'staff', id: existing?.id ?? address, name: shown || address },
        after: { email: address, role },
      },
    };
  },
});
