import type { CommandTable } from '../command.ts';
import { saveStaffSettings } from './save-staff-settings.ts';
import { signIn } from './sign-in.ts';
import { signOut } from './sign-out.ts';

/** The commands of staff and their own accounts. */
export const staffCommands = {
  'staff:sign-in': signIn,
  'staff:sign-out': signOut,
  'staff:settings': saveStaffSettings,
} satisfies CommandTable;
