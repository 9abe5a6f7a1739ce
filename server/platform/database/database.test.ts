import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { createTestDatabase, testLog } from '#test/database.ts';
import { CONNECTIONS_PER_PROCESS, openDatabases } from './database.ts';

const database = await createTestDatabase();

test('values come as the types the code expects', async () => {
  const { rows } = await database.pool.query(`
    select 9007199254740991::bigint as big, count(*) as count, date '2025-08-08' as day,
      timestamptz '2025-08-08 20:00+02' as moment, array[1, 2]::bigint[] as list,
      numeric '12.50' as amount from pg_class where false`);
  expect(rows[0]).toEqual({
    big: Number.MAX_SAFE_INTEGER,
    count: 0,
    day: '2025-08-08',
    moment: new Date('2025-08-08T18:00:00Z'),
    list: [1, 2],
    amount: '12.50',
  });
});

test('only holds commit without waiting for the disk', async () => {
  const ask = 'show synchronous_commit';
  expect((await database.holds.pool.query(ask)).rows).toEqual([{ synchronous_commit: 'off' }]);
  expect((await database.steps.pool.query(ask)).rows).toEqual([{ synchronous_commit: 'on' }]);
  expect((await database.pool.query(ask)).rows).toEqual([{ synchronous_commit: 'on' }]);
});

test('closing ends all connections', async () => {
  const opened = openDatabases(database.connection, testLog);
  await opened.pool.query('select 1');
  await opened.close();
  expect(opened.pool.totalCount).toBe(0);
});

test('a lost idle connection is replaced', async () => {
  const { rows } = await database.pool.query<{ pid: number }>('select pg_backend_pid() as pid');
  const lost = new Promise((resolve) => database.pool.once('error', resolve));
  await database.holds.pool.query('select pg_terminate_backend($1)', [rows[0]?.pid]);
  await lost;
  expect((await database.pool.query('select 1 as one')).rows).toEqual([{ one: 1 }]);
});

test.each(['docs/deploying.md', '.env.example'])(
  '%s names the connections of a process',
  (file) => {
    const text = readFileSync(path.join(import.meta.dirname, '../../..', file), 'utf8');
    expect(text).toMatch(new RegExp(`opens up to ${CONNECTIONS_PER_PROCESS}\\b`));
  },
);
