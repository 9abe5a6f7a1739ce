import type { Pool } from 'pg';

/** Tidies up after ended holds and forgotten carts (db/functions/sweep-expired.sql). */
export async function releaseEndedCarts(pool: Pool): Promise<void> {
  await pool.query('select sweep_expired()');
}
