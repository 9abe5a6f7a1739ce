import type { Pool, QueryConfig } from 'pg';
import { expect, test } from 'vitest';
import { createTestDatabase } from '#test/database.ts';
import { createWalFlush } from './wal-flush.ts';

const database = await createTestDatabase();
await database.pool.query('create table made (id bigint primary key)');
const committed = 'select id from made where id = any ($1::bigint[])';

/** Commits without waiting for the disk; returns the end of the log. */
async function commitQuickly(pool: Pool, id: number): Promise<string> {
  await pool.query(`do $$ begin
    perform set_config('synchronous_commit', 'off', true);
    insert into made values (${id});
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
  const flush = createWalFlush(database.pool, committed);
  const buyers = Array.from({ length: 40 }, async (_, id) => {
    const end = await commitQuickly(database.pool, id);
    await flush(id);
    return await isOnDisk(database.pool, end);
  });
  expect(await Promise.all(buyers)).toEqual(Array.from({ length: 40 }, () => true));
});

test('a commit that the server does not have is lost; others of the same flush are not', async () => {
  const flush = createWalFlush(database.pool, committed);
  await commitQuickly(database.pool, 100);
  const outcomes = await Promise.allSettled([flush(100), flush(101)]);
  expect(outcomes).toMatchObject([
    { status: 'fulfilled' },
    { status: 'rejected', reason: { name: 'LostCommit' } },
  ]);
});

test('a failed flush rejects for its callers and for nobody after', async () => {
  const lost = await database.pool.connect();
  const connections = [lost, database.pool];
  await commitQuickly(database.pool, 200);
  const query = (statement: QueryConfig) =>
    connections.shift()?.query<{ ids: number[] }>(statement);
  const flush = createWalFlush({ query }, committed);
  await lost.query('select pg_terminate_backend(pg_backend_pid())').catch(() => undefined);
  const first = [flush(200), flush(200)];
  const outcomes = await Promise.allSettled(first);
  expect(outcomes.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  await expect(flush(200)).resolves.toBeUndefined();
  lost.release(true);
});
