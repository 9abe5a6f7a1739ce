import type { Pool } from 'pg';

/**
 * Forgets what nobody needs any more: sessions 90 days after their end (until then they answer 419 instead of 401),
 * links that have expired, and requests for a reset at addresses without account. Safe at any time.
 */
export async function sweepAccounts(pool: Pool): Promise<void> {
  await pool.query(`delete from access_token where expires_at < now() - interval '90 days'`);
  await pool.query(`delete from one_time_token where expires_at < now()`);
  await pool.query(
    `delete from mail where kind = 'password-reset' and dropped_at < now() - interval '1 day'`,
  );
}
