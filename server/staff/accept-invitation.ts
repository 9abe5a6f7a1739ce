import { z } from 'zod';
import type { PoolClient } from 'pg';
import type { Language, LocalizedText } from '#contract/language.ts';
import { toName } from '#contract/typed-text.ts';
import { formTexts } from '#messages/office/forms.ts';
import { staffTexts } from '#messages/office/staff.ts';
import { text } from '../operations/entries.ts';
import { hashNetwork } from '../people/sessions.ts';
import { hashPassword } from '../people/passwords.ts';
import { readClock } from '../platform/database/database.ts';
import { findStaffPasswordProblems } from './staff-password.ts';
import { findInvitation, invalidInvitation, type Invitation } from './invitations.ts';
import { lockAdministrators, requireAdministrator } from './own-account.ts';
import {
  createSetupKey,
  findStep,
  replaceRecoveryCodes,
  encryptOneTimeKey,
  storeCodes,
} from './one-time-codes.ts';
import { insertPasskey, passkeyResponse, readNewPasskey, type NewPasskey } from './passkeys.ts';
import { queueCredentialsMail } from './staff-mails.ts';
import {
  endStaffSession,
  endStaffSessions,
  findSessionId,
  startStaffSession,
} from './staff-sessions.ts';
import type { Deps } from '../deps.ts';
import { defineChange, SECRET_OUTPUT_SECONDS, type ChangeContext } from '../operations/define.ts';
import { invalidField } from '../platform/problem.ts';

const input = z.object({
  /** Token of the mailed link. */
  invitation: z.string().default(''),
  name: text(100, toName),
  password: z.string().default(''),
  password_repeat: z.string().default(''),
  code: z.string().default(''),
  passkey: passkeyResponse(),
});

/** The credentials that the person will sign in with. */
type Credentials =
  | { kind: 'passkey'; passkey: NewPasskey }
  | { kind: 'password'; hash: string; key: Buffer; step: number };

/**
 * Sets up an account by an invitation, or new credentials of an existing one, and signs in (office.md 2.2). 410 when
 * the invitation is no longer valid.
 */
export const acceptInvitation = defineChange({
  may: 'signed-out staff',
  secretSeconds: SECRET_OUTPUT_SECONDS,
  input,
  async findErrors({ deps }, entries) {
    const { data: given } = input.omit({ name: true }).safeParse(entries);
    if (given === undefined) return {};
    const invitation = await findInvitation(deps.pool, given.invitation);
    if (invitation === null) throw invalidInvitation();
    return given.passkey === undefined ? await findCredentialErrors(deps, invitation, given) : {};
  },
  prepare: ({ deps, caller }, given) => readCredentials(deps, given, caller.address),
  async run(context, { invitation: token, name }, credentials) {
    const { client, deps, caller } = context;
    const { userAgent, address } = caller;
    const invitation = await findInvitation(client, token, true);
    if (invitation === null) throw invalidInvitation();
    await client.query(`delete from staff_invitation where id = $1`, [invitation.id]);
    await lockAdministrators(client);
    const former = await findFormer(client, invitation.email);
    const id = await saveAccount(context, invitation, name, credentials);
    if (former?.role === 'admin' && former.isActive && invitation.role !== 'admin') {
      await requireAdministrator(client, deps.env);
    }
    if (former !== null) {
      const language = former.language ?? invitation.language;
      await queueCredentialsMail(client, { id, email: invitation.email, language });
    }
    // another person may have been signed in here
    if (caller.kind === 'staff') await endStaffSession(client, caller.sessionId);
    const session = await startStaffSession(client, id, {
      userAgent,
      network: hashNetwork(deps.tokens, address),
    });
    const hasCodes = credentials.kind === 'password';
    if (hasCodes) {
      await storeCodes(
        client,
        deps.tokens,
        await findSessionId(client, session),
        await replaceRecoveryCodes(client, deps.tokens, id),
      );
    }
    const { role } = invitation;
    return {
      output: { token: session, hasCodes, language: former?.language },
      audit: {
        actor: { id, name, role },
        thing: { kind: 'staff', id, name },
        after: { role, with: credentials.kind },
      },
    };
  },
});

async function readCredentials(
  deps: Deps,
  { invitation, password, code, passkey: response }: z.infer<typeof input>,
  address: string,
): Promise<Credentials> {
  if (response !== undefined) {
    const purpose = `invitation ${invitation}`;
    const passkey = await readNewPasskey(deps, deps.pool, purpose, response);
    if (passkey === null) throw invalidField('passkey', staffTexts.passkeyFailed);
    return { kind: 'passkey', passkey };
  }
  const key = createSetupKey(deps.tokens, invitation);
  const step = findStep(key, code, await readClock(deps.pool));
  // the code's time step has passed since findErrors
  if (step === null) throw invalidField('code', staffTexts.wrongCode);
  return { kind: 'password', hash: await hashPassword(password, address), key, step };
}

/** The messages for password and code, by the names of their fields. */
async function findCredentialErrors(
  { pool, tokens }: Deps,
  { email }: Invitation,
  given: Omit<z.infer<typeof input>, 'name'>,
): Promise<Record<string, LocalizedText>> {
  const { invitation, password, password_repeat: repeat, code } = given;
  const errors = await findStaffPasswordProblems(pool, { password, repeat, email });
  const step = findStep(createSetupKey(tokens, invitation), code, await readClock(pool));
  if (step !== null) return errors;
  return { ...errors, code: code.trim() === '' ? formTexts.missing : staffTexts.wrongCode };
}

/**
 * Replaces all previous credentials, and ends all sessions. The browser's language applies until the person
 * chooses one; the invitation's is that of its mail. Returns the person's id.
 */
async function saveAccount(
  { client, deps }: ChangeContext,
  { email, role }: Invitation,
  name: string,
  credentials: Credentials,
): Promise<number> {
  const isPassword = credentials.kind === 'password';
  const { rows } = await client.query<{ id: number }>(
    `insert into staff (email, name, role, password_hash, totp_secret, totp_step)
     values ($1, $2, $3, $4, $5, $6)
     on conflict (email_key) do update set name = excluded.name, role = excluded.role,
       password_hash = excluded.password_hash, totp_secret = excluded.totp_secret,
       totp_step = excluded.totp_step, disabled_at = null
     returning id`,
    [
      email,
      name,
      role,
      isPassword ? credentials.hash : null,
      isPassword ? encryptOneTimeKey(deps.tokens, credentials.key) : null,
      isPassword ? credentials.step : 0,
    ],
  );
  const id = rows[0]?.id ?? 0;
  await deleteCredentials(client, id);
  if (!isPassword) await insertPasskey(client, id, credentials.passkey, 'Passkey');
  return id;
}

interface FormerAccount {
  role: string;
  language: Language | null;
  isActive: boolean;
}

/** The account that the invitation gives new credentials; null when it makes one. */
async function findFormer(client: PoolClient, email: string): Promise<FormerAccount | null> {
  const { rows } = await client.query<FormerAccount>(
    `select role, language, disabled_at is null as "isActive" from staff where email_key = email_key($1)`,
    [email],
  );
  return rows[0] ?? null;
}

async function deleteCredentials(client: PoolClient, id: number): Promise<void> {
  await client.query(`delete from staff_passkey where staff_id = $1`, [id]);
  await client.query(`delete from staff_recovery_code where staff_id = $1`, [id]);
  await endStaffSessions(client, id);
}
