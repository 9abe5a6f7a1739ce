import type { Pool } from 'pg';
import { roles, type Role } from '#contract/office/staff.ts';
import type { SignedTokens } from '../platform/security/signed-tokens.ts';
import { timingSafeEqual } from 'node:crypto';
import { verifyPassword, hashPassword, findPasswordProblem } from '../people/passwords.ts';
import type { StaffAccount } from './own-account.ts';
import { hasDemoStaff } from './staff-sessions.ts';
import type { Deps } from '../deps.ts';
import { formTexts } from '#messages/office/forms.ts';
import { staffTexts } from '#messages/office/staff.ts';
import type { LocalizedText } from '#contract/language.ts';
import { invalidFields } from '../platform/problem.ts';

/** An account of the demonstration (office.md 2.11). */
interface DemoAccount {
  role: Role;
  email: string;
  password: string;
}

const names: Record<Role, string> = {
  admin: 'Anna Leitner',
  office: 'Otto Bürger',
  editor: 'Edda Rot',
  door: 'Emil Einlasser',
};

/** The demonstration's accounts, one per role; their passwords follow from APP_SECRET (128 bits). */
export function listDemoAccounts(tokens: SignedTokens): DemoAccount[] {
  return roles.map((role) => ({
    role,
    email: `${role}@marienfirn.example`,
    password: tokens.deriveKey(`demo staff ${role}`).subarray(0, 16).toString('base64url'),
  }));
}

/** Creates the demonstration's accounts where they are missing. */
export async function createDemoStaff(pool: Pool, tokens: SignedTokens): Promise<void> {
  for (const { role, email } of listDemoAccounts(tokens)) {
    await pool.query(
      `insert into staff (email, name, role, is_demo) values ($1, $2, $3, true)
       on conflict (email_key) do nothing`,
      [email, names[role], role],
    );
  }
}

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

/** Longer than for customers (office.md 2.3). */
const MIN_STAFF_PASSWORD_LENGTH = 12;

interface NewPassword {
  password: string;
  repeat: string;
  email: string;
}

/** The messages for a new password and its repetition, by the names of their fields; none when it is valid. */
export async function findStaffPasswordProblems(
  pool: Pool,
  { password, repeat, email }: NewPassword,
): Promise<Record<string, LocalizedText>> {
  if (password === '') {
    const { missing } = formTexts;
    return { password: missing, ...(repeat === '' ? { password_repeat: missing } : {}) };
  }
  const { length } = Array.from(password);
  const key =
    length < MIN_STAFF_PASSWORD_LENGTH
      ? 'PASSWORD_TOO_SHORT'
      : await findPasswordProblem(pool, password, email);
  if (key === null) {
    return password === repeat ? {} : { password_repeat: staffTexts.passwordsDiffer };
  }
  const message = {
    PASSWORD_TOO_SHORT: staffTexts.passwordLength,
    PASSWORD_TOO_LONG: staffTexts.passwordLength,
    PASSWORD_IS_EMAIL: staffTexts.passwordIsEmail,
  }[key as string];
  return { password: message ?? staffTexts.passwordCommon };
}

/** The hash of a new password; throws 422 with the messages of its fields. */
export async function hashNewPassword(
  pool: Pool,
  given: NewPassword,
  address: string,
): Promise<string> {
  const errors = await findStaffPasswordProblems(pool, given);
  if (Object.keys(errors).length > 0) throw invalidFields(errors);
  return await hashPassword(given.password, address);
}
