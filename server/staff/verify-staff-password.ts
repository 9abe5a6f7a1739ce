import { timingSafeEqual } from 'node:crypto';
import { verifyPassword } from '../accounts/password-hash.ts';
import { listDemoAccounts } from './demo-staff.ts';
import type { StaffAccount } from './find-account.ts';
import { hasDemoStaff } from './staff-sessions.ts';
import type { Deps } from '../deps.ts';

/** Whether this is the person's password. Takes as long without a person (null) as with one (office.md 2.4). */
export async function verifyStaffPassword(
  deps: Deps,
  account: StaffAccount | null,
  password: string,
  address: string,
): Promise<boolean> {
  const isHashed = await verifyPassword(password, account?.password_hash ?? null, address);
  if (account?.is_demo !== true) return isHashed;
  if (!hasDemoStaff(deps.env)) return false;
  const demo = listDemoAccounts(deps.tokens).find(({ email }) => email === account.email);
  return demo !== undefined && isSame(demo.password, password);
}

function isSame(expected: string, given: string): boolean {
  const [a, b] = [Buffer.from(expected), Buffer.from(given)];
  return a.byteLength === b.byteLength && timingSafeEqual(a, b);
}
