// What the screens of staff, account and audit log read (office.md 2, 11).
import type { Role } from './staff.ts';

/** A person of the list of staff. */
export interface StaffRow {
  id: number;
  name: string;
  email: string;
  role: Role;
  state: 'invited' | 'active' | 'disabled';
  /** ISO 8601; null: never. */
  lastSignedInAt: string | null;
  passkeys: number;
  hasPassword: boolean;
}

/** The queries of this feature. */
// oxlint-disable-next-line consistent-type-definitions -- an interface has no index signature for the intersection
export type StaffQueries = {
  'staff:list': { input: Record<never, never>; output: StaffRow[] };
};
