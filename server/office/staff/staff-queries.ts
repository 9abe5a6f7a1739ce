import type { StaffQueries } from '#contract/office/staff-queries.ts';
import type { QueryTable } from '../query.ts';
import { drawQrCode } from './draw-qr-code.ts';
import { findInvitation, invalidInvitation } from './invitations.ts';
import { getStaff, listStaff } from './list-staff.ts';
import { findNewCodes } from './note-recovery-codes.ts';
import { createSetupKey, describeKey } from './one-time-codes.ts';
import { readOwnAccount } from './own-account.ts';
import { createPasskeyRequest, createPasskeySetup } from './passkeys.ts';
import { hasDemoStaff } from './staff-sessions.ts';

/** Data for the screens of staff, account and signing in. */
export const staffQueries: QueryTable<StaffQueries> = {
  'staff:list': ({ deps }) => listStaff(deps),
  'staff:one': ({ deps }, { key }) => getStaff(deps, key),
  'staff:account': (context) => readOwnAccount(context),
  'staff:new-codes': ({ deps, sessionId }) => findNewCodes(deps.pool, deps.tokens, sessionId),
  async 'staff:invitation'({ deps }, { token }) {
    const invitation = await findInvitation(deps.pool, token);
    if (invitation === null) throw invalidInvitation();
    const { email, name, language } = invitation;
    const festival = deps.festival.content().name;
    const setup = describeKey(createSetupKey(deps.tokens, token), email, festival);
    return {
      email,
      name,
      language,
      newKey: { ...setup, qr: drawQrCode(setup.uri) },
      passkeySetup: await createPasskeySetup(deps, `invitation ${token}`, { email, festival }),
    };
  },
  async 'staff:sign-in-page'({ deps }) {
    const { rows } = await deps.pool.query<{ has_staff: boolean }>(
      `select exists (select from staff where not is_demo or $1) as has_staff`,
      [hasDemoStaff(deps.env)],
    );
    return {
      hasStaff: rows[0]?.has_staff ?? false,
      passkeyRequest: await createPasskeyRequest(deps, 'sign-in'),
    };
  },
  async 'staff:confirm-page'({ deps, staff }) {
    const { rows } = await deps.pool.query<{ credential_id: string }>(
      `select credential_id from staff_passkey where staff_id = $1`,
      [staff?.id],
    );
    const ids = rows.map(({ credential_id: id }) => id);
    return { passkeyRequest: await createPasskeyRequest(deps, `staff ${staff?.id ?? 0}`, ids) };
  },
};
