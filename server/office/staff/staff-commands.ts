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

/** The commands of staff and their own accounts. */
export const staffCommands = {
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
};
