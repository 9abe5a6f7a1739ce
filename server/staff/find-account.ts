import type { Pool, PoolClient } from 'pg';
import { toEmailKey } from '#contract/email-address.ts';
import type { Language } from '#contract/language.ts';
import type { Role } from '#contract/office/staff.ts';
import { Problem, conflict } from '../platform/problem.ts';
import { staffTexts } from '#messages/office/staff.ts';
import type { Env } from '../settings/env.ts';
import { hasDemoStaff } from './staff-sessions.ts';

/** A person's account with its credentials. */
export interface StaffAccount {
  id: number;
  name: string;
  email: string;
  role: Role;
  language: Language | null;
  password_hash: string | null;
  has_codes: boolean;
  is_demo: boolean;
  is_disabled: boolean;
}

const columns = `id, name, email, role, language, password_hash, totp_secret is not null as has_codes, is_demo,
  disabled_at is not null as is_disabled`;

/** The account with this e-mail that may sign in; null without one. */
export async function findAccountByEmail(pool: Pool, email: string): Promise<StaffAccount | null> {
  const { rows } = await pool.query<StaffAccount>(
    `select ${columns} from staff where email_key = email_key($1) and disabled_at is null`,
    [toEmailKey(email)],
  );
  return rows[0] ?? null;
}

/** The account with this id, locked in a transaction. Throws 404. */
export async function lockAccount(client: PoolClient, id: number): Promise<StaffAccount> {
  const { rows } = await client.query<StaffAccount>(
    `select ${columns} from staff where id = $1 for update`,
    [id],
  );
  if (rows[0] === undefined) throw new Problem('not_found');
  return rows[0];
}

/**
 * Locks the account whose password was checked before the transaction; null if it was disabled or got another password
 * in the meantime.
 */
export async function lockCheckedAccount(
  client: PoolClient,
  { id, password_hash: checkedHash }: StaffAccount,
): Promise<StaffAccount | null> {
  const account = await lockAccount(client, id);
  return account.is_disabled || account.password_hash !== checkedHash ? null : account;
}

/** The account with this id. Throws 404. */
export async function getAccount(pool: Pool, id: number): Promise<StaffAccount> {
  const { rows } = await pool.query<StaffAccount>(`select ${columns} from staff where id = $1`, [
    id,
  ]);
  if (rows[0] === undefined) throw new Problem('not_found');
  return rows[0];
}

/** Locks the administrators, so that two people at a time cannot remove each other. Call before any change of them. */
export async function lockAdministrators(client: PoolClient): Promise<void> {
  await client.query(`select from staff where role = 'admin' order by id for update`);
}

/**
 * Throws 409 unless at least one active administrator is left (office.md 2.10). Call after an administrator was
 * changed.
 */
export async function requireAdministrator(client: PoolClient, env: Env): Promise<void> {
  const { rowCount } = await client.query(
    `select from staff where disabled_at is null and role = 'admin' and (not is_demo or $1) limit 1`,
    [hasDemoStaff(env)],
  );
  if (rowCount === 0) throw conflict(staffTexts.lastAdministrator);
}
