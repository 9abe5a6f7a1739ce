import { afterAll, expect, test } from 'vitest';
import { createTestDatabase, testLog } from '#test/database.ts';
import { openPool } from './open-pool.ts';
import { createMultiplexedPool } from './multiplexed-pool.ts';

const database = await createTestDatabase();
const pool = openPool(database.connection, testLog, {
  max: 2,
  pipeline: true,
  connectionTimeoutMillis: 60_000,
});
const shared = createMultiplexedPool(pool);
afterAll(async () => await pool.end());

const pid = { name: 'pid', text: 'select pg_backend_pid() as pid' };
const many = <T>(count: number, work: (index: number) => Promise<T>) =>
  Promise.all(Array.from({ length: count }, (_, index) => work(index)));
const one = async () => (await shared.query<{ one: number }>({ text: 'select 1 as one' })).rows;

test('many statements at once share the connections, and each gets its own result', async () => {
  const pids = new Set<number>();
  const results = await many(100, async (index) => {
    const text = 'select $1::integer as mine, pg_backend_pid() as pid';
    const { rows } = await shared.query<{ mine: number; pid: number }>({
      name: 'mine',
      text,
      values: [index],
    });
    pids.add(rows[0]?.pid ?? 0);
    return rows[0]?.mine;
  });
  expect(results).toEqual(Array.from({ length: 100 }, (_, index) => index));
  expect(pids.size).toBeLessThanOrEqual(2);
  expect(pool.totalCount).toBeLessThanOrEqual(2);
});

test('a statement that fails does not affect the others', async () => {
  const results = await Promise.allSettled([
    one(),
    shared.query({ text: 'select 1 / 0' }),
    one(),
    shared.query({ text: 'no statement' }),
    one(),
  ]);
  expect(results.map(({ status }) => status)).toEqual([
    'fulfilled',
    'rejected',
    'fulfilled',
    'rejected',
    'fulfilled',
  ]);
});

test('a connection that breaks fails those on it; the next one gets another', async () => {
  const slow = many(6, async () => {
    return await shared.query({ text: 'select pg_sleep(60)' }).then(() => 'slept', String);
  });
  await expect
    .poll(async () => {
      const { rowCount } = await database.pool.query(
        `select pg_terminate_backend(pid) from pg_stat_activity where query = 'select pg_sleep(60)'
         and pid <> pg_backend_pid()`,
      );
      return rowCount;
    })
    .toBe(2);
  expect(await slow).not.toContain('slept');
  expect(await one()).toEqual([{ one: 1 }]);
});

test('a statement waits while every connection is full, but only for a limited time', async () => {
  const lock = await database.pool.connect();
  await lock.query('begin; select pg_advisory_xact_lock(1)');
  const waits = { text: 'select pg_advisory_xact_lock(1)' };
  const impatient = createMultiplexedPool(pool, 300);
  const results = many(70, async () => await impatient.query(waits).then(() => 'served', String));
  const late = await impatient.query(pid).catch((error: unknown) => error);
  expect(late).toMatchObject({ message: 'timeout exceeded when trying to connect' });
  await lock.query('commit');
  lock.release();
  const served = (await results).filter((result) => result === 'served');
  expect(served).toHaveLength(64);
  expect(await one()).toEqual([{ one: 1 }]);
});

test('a waiting statement runs as soon as there is room', async () => {
  const lock = await database.pool.connect();
  await lock.query('begin; select pg_advisory_xact_lock(2)');
  const waits = { text: 'select pg_advisory_xact_lock(2)' };
  const served: number[] = [];
  const results = many(200, async (index) => {
    await shared.query(waits);
    served.push(index);
    // a caller that returns at once is last in the queue
    if (index < 10) await shared.query(waits).then(() => served.push(1_000));
  });
  await lock.query('commit');
  lock.release();
  expect(await results).toHaveLength(200);
  expect(served.indexOf(1_000)).toBeGreaterThan(served.indexOf(100));
  // the last user releases the connection
  await expect.poll(() => pool.idleCount).toBe(pool.totalCount);
});

test('a statement runs although an update replaces the functions that it calls', async () => {
  const { pool: admin } = database;
  await admin.query(
    'create function inner_one(a integer) returns integer language plpgsql as $$ begin return a; end $$;' +
      'create function outer_one(a integer) returns integer language plpgsql as ' +
      '$$ begin perform pg_sleep(0.0005); return inner_one(a); end $$',
  );
  const updated = new AbortController();
  const buyers = many(20, async () => {
    const failures: string[] = [];
    while (!updated.signal.aborted) {
      const calls = { name: 'outer', text: 'select outer_one(1) as one' };
      await shared.query(calls).catch((error: unknown) => failures.push(String(error)));
    }
    return failures;
  });
  for (const index of Array.from({ length: 150 }).keys()) {
    const [old, next] = index % 2 === 0 ? ['', ', b integer default 0'] : [', b integer', ''];
    await admin.query(
      `begin; drop function inner_one(a integer${old});
       create function inner_one(a integer${next}) returns integer language plpgsql as
       $$ begin return a; end $$;
       create or replace function outer_one(a integer) returns integer language plpgsql as
       $$ begin perform pg_sleep(0.0005); return inner_one(a) + ${index} - ${index}; end $$; commit`,
    );
  }
  updated.abort();
  expect((await buyers).flat()).toEqual([]);
});
