import type { PoolClient } from 'pg';
import { staffTexts } from '#messages/office/staff.ts';
import type { Env } from '../../settings/env.ts';
import { hasDemoStaff } from './staff-sessions.ts';
import { conflict } from '../../platform/problem.ts';

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
