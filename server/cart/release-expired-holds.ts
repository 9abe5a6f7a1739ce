import type { Pool } from 'pg';

/** Releases the tickets of expired holds (db/functions/release-all-expired-holds.sql). */
export async function releaseExpiredHolds(pool: Pool): Promise<void> {
  await pool.query('select release_all_expired_holds()');
}
