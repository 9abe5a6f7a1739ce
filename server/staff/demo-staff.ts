import type { Pool } from 'pg';
import { roles, type Role } from '#contract/office/staff.ts';
import type { SignedTokens } from '../platform/security/signed-tokens.ts';

/** An account of the demonstration (office.md 2.11). */
export interface DemoAccount {
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
