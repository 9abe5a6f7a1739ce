import type { Pool } from 'pg';
import { expect, test } from 'vitest';
import { createTestDatabase } from '#test/database.ts';
import { createWalFlush } from './wal-flush.ts';

const database = await createTestDatabase();

/** Commits without waiting for the disk; gives the end of the log. */
async function commitQuickly(pool: Pool): Promise<string> {
  await pool.query(`do $$ begin
    perform set_config('synchronous_commit', 'off', true);
    perform pg_logical_emit_message(true, 'test', repeat('a', 100));
  end $$`);
  const { rows } = await pool.query<{ end: string }>('select pg_current_wal_insert_lsn() as end');
  return rows[0]?.end ?? '';
}

async function isOnDisk(pool: Pool, end: string): Promise<boolean> {
  const { rows } = await pool.query<{ yes: boolean }>(
    'select pg_current_wal_flush_lsn() >= $1::pg_lsn as yes',
    [end],
  );
  return rows[0]?.yes === true;
}

test('earlier commits are on disk, also for callers that arrive during a flush', async () => {
  const flush = createWalFlush(database.pool);
  const buyers = Array.from({ length: 40 }, async () => {
    const end = await commitQuickly(database.pool);
    await flush();
    return await isOnDisk(database.pool, end);
  });
  expect(await Promise.all(buyers)).toEqual(Array.from({ length: 40 }, () => true));
});

test('a failed flush rejects for its callers and for nobody after', async () => {
  const lost = await database.pool.connect();
  const connections = [lost, database.pool];
  const flush = createWalFlush({ query: (statement) => connections.shift()?.query(statement) });
  await lost.query('select pg_terminate_backend(pg_backend_pid())').catch(() => undefined);
  const first = [flush(), flush()];
  const outcomes = await Promise.allSettled(first);
  expect(outcomes.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  await expect(flush()).resolves.toBeUndefined();
  lost.release(true);
});
