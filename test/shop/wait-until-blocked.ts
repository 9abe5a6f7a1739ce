import type { Pool } from 'pg';
import { expect } from 'vitest';

/** Waits until exactly one statement that contains `text` waits for a lock. */
export async function waitUntilBlocked(pool: Pool, text = ''): Promise<void> {
  const countBlocked = async () => {
    const { rows } = await pool.query<{ n: number }>(
      `select count(*)::int as n from pg_stat_activity
       where wait_event_type = 'Lock' and datname = current_database() and strpos(query, $1) > 0`,
      [text],
    );
    return rows[0]?.n;
  };
  await expect.poll(countBlocked).toBe(1);
}
