import { setTimeout as wait } from 'node:timers/promises';
import type { Pool } from 'pg';

const POLL_MS = 100;

/** Waits until no job of an order can run and no mail is unsent, at most `maxMs`. */
export async function waitUntilDrained(pool: Pool, maxMs: number): Promise<void> {
  const end = performance.now() + maxMs;
  while (performance.now() < end) {
    const { rows } = await pool.query<{ left: number }>(
      `select (select count(*) from graphile_worker.jobs where attempts < max_attempts and task_identifier
                 in ('make-documents', 'send-mail', 'execute-refund'))::int
              + (select count(*) from mail where sent_at is null and bounced_at is null and dropped_at is null)::int
         as left`,
    );
    if (rows[0]?.left === 0) return;
    await wait(POLL_MS);
  }
}
