import { z } from 'zod';
import { type Language, languages } from '#contract/language.ts';
import { toName } from '#contract/typed-text.ts';
import { roles, admin } from '#contract/office/staff.ts';
import { toBerlinIso } from '#contract/berlin-time.ts';
import { staffTexts } from '#messages/office/staff.ts';
import { formTexts } from '#messages/office/forms.ts';
import { choice, email, optionalText } from '../operations/entries.ts';
import { createInvitation } from './invitations.ts';
import { defineChange } from '../operations/define.ts';
import { conflict, type FieldTexts } from '../platform/problem.ts';
import { actorOf } from '../operations/caller.ts';

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
