import { admin, roles } from '#contract/office/staff.ts';
import type { StaffQueries } from '#contract/office/staff-queries.ts';
import { drawQrCode } from './draw-qr-code.ts';
import { findInvitation, invalidInvitation } from './invitations.ts';
import { getStaff, listStaff } from './list-staff.ts';
import { findNewCodes } from './note-recovery-codes.ts';
import { createSetupKey, describeKey } from './one-time-codes.ts';
import { readOwnAccount } from './own-account.ts';
import { createPasskeyRequest, createPasskeySetup } from './passkeys.ts';
import { hasDemoStaff } from './staff-sessions.ts';
import { acceptInvitation } from './accept-invitation.ts';
import { changeCredentials } from './change-credentials.ts';
import { changeRole } from './change-role.ts';
import { confirmIdentity } from './confirm-identity.ts';
import { disableStaff, enableStaff } from './disable-staff.ts';
import { endSessions } from './end-sessions.ts';
import { inviteStaff } from './invite-staff.ts';
import { noteRecoveryCodes } from './note-recovery-codes.ts';
import { saveStaffDetails, saveStaffSettings } from './save-staff-settings.ts';
import { signIn } from './sign-in.ts';
import { signOut } from './sign-out.ts';
import { staffOf } from '../../operations/caller.ts';
import { defineRead, type OperationsOf } from '../../operations/define.ts';

/** The operations of staff and their own accounts (office.md 2). */
export const staffOperations = {
  'staff:invite': inviteStaff,
  'staff:accept': acceptInvitation,
  'staff:sign-in': signIn,
  'staff:step-up': confirmIdentity,
  'staff:sign-out': signOut,
  'staff:role': changeRole,
  'staff:disable': disableStaff,
  'staff:enable': enableStaff,
  'staff:credentials': changeCredentials,
  'staff:note-codes': noteRecoveryCodes,
  'staff:details': saveStaffDetails,
  'staff:settings': saveStaffSettings,
  'staff:end-sessions': endSessions,
  'staff:list': defineRead(admin, ({ deps }) => listStaff(deps)),
  'staff:one': defineRead(admin, ({ deps }, { key }) => getStaff(deps, key)),
  'staff:account': defineRead(roles, readOwnAccount),
  'staff:new-codes': defineRead(roles, ({ deps, caller }) =>
    findNewCodes(deps.pool, deps.tokens, staffOf(caller).sessionId),
  ),
  'staff:invitation': defineRead('signed-out staff', async ({ deps }, { token }) => {
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
  }),
  'staff:sign-in-page': defineRead('signed-out staff', async ({ deps }) => {
    const { rows } = await deps.pool.query<{ has_staff: boolean }>(
      `select exists (select from staff where not is_demo or $1) as has_staff`,
      [hasDemoStaff(deps.env)],
    );
    return {
      hasStaff: rows[0]?.has_staff ?? false,
      passkeyRequest: await createPasskeyRequest(deps, 'sign-in'),
    };
  }),
  'staff:confirm-page': defineRead(roles, async ({ deps, caller }) => {
    const { id: staffId } = staffOf(caller);
    const { rows } = await deps.pool.query<{ credential_id: string }>(
      `select credential_id from staff_passkey where staff_id = $1`,
      [staffId],
    );
    const ids = rows.map(({ credential_id: id }) => id);
    return { passkeyRequest: await createPasskeyRequest(deps, `staff ${staffId}`, ids) };
  }),
} satisfies OperationsOf<StaffQueries>;
