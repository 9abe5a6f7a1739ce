import { afterAll, expect, test } from 'vitest';
import { testLog } from '#test/database.ts';
import { findAvailablePort } from '#test/find-available-port.ts';
import { startReplicatedPostgres } from '#test/replicated-postgres.ts';
import { isDatabaseUnavailable, openDatabases } from './database.ts';
import { openPool } from './open-pool.ts';
import { createWalFlush } from './wal-flush.ts';

const servers = await startReplicatedPostgres();
afterAll(() => servers.stop());
const { primary, standby, url } = servers;
await primary.query('create table made (id bigint primary key)');
const committed = 'select id from made where id = any ($1::bigint[])';

const openDatabasesAt = (connectionString: string) => {
  const opened = openDatabases({ connectionString }, testLog);
  afterAll(() => opened.close());
  return opened;
};
const portOf = 'select inet_server_port() as port';
const primaryPort = Number(new URL(primary.url).port);

test('every kind of connection leads to the server that accepts writes', async () => {
  const { pool, holds, steps } = openDatabasesAt(url);
  for (const each of [pool, holds.pool, steps.pool]) {
    expect((await each.query(portOf)).rows).toEqual([{ port: primaryPort }]);
  }
});

test('a standby alone is refused, unless any server will do', async () => {
  const refused = openPool({ connectionString: standby.url }, testLog);
  const failure = await refused.query('select 1').catch((error: unknown) => error);
  expect(failure).toMatchObject({
    name: 'NoPrimary',
    message: expect.stringMatching(/only be read/),
  });
  expect(isDatabaseUnavailable(failure)).toBe(true);
  await refused.end();
  const any = openPool({ connectionString: `${standby.url}?target_session_attrs=any` }, testLog);
  expect((await any.query('select 1 as one')).rows).toEqual([{ one: 1 }]);
  await any.end();
});

test('if any server will do, the first of several that responds is taken', async () => {
  const dead = `127.0.0.1:${await findAvailablePort()}`;
  const [first = '', last = ''] = [standby, primary].map((server) => new URL(server.url).host);
  const address = (hosts: string) => `postgres://app@${hosts}/postgres?target_session_attrs=any`;
  for (const hosts of [`${dead},${first},${last}`, `${first},${dead},${last}`]) {
    const pool = openPool({ connectionString: address(hosts) }, testLog);
    expect((await pool.query(portOf)).rows).toEqual([{ port: Number(new URL(standby.url).port) }]);
    await pool.end();
  }
  const pool = openPool({ connectionString: address(`${dead},${dead}`) }, testLog);
  await expect(pool.query('select 1')).rejects.toThrow(/no server responds .*ECONNREFUSED/);
  await pool.end();
});

test('without a primary, the error explains the problem of each server', async () => {
  const dead = `127.0.0.1:${await findAvailablePort()}`;
  const connectionString = standby.url.replace('@', `@${dead},`);
  const pool = openPool({ connectionString }, testLog);
  await expect(pool.query('select 1')).rejects.toThrow(
    new RegExp(
      `no server accepts writes \\(${dead}: .*ECONNREFUSED.*; 127.0.0.1:\\d+: can only be read`,
    ),
  );
  await pool.end();
});

test('a session that becomes read-only ends, and its pool reconnects', async () => {
  const pool = openPool({ connectionString: url }, { warn: () => undefined }, { max: 1 });
  await pool.query('set default_transaction_read_only = on').catch(() => undefined);
  await expect.poll(() => pool.totalCount).toBe(0);
  await pool.query('insert into made values (1)');
  await pool.end();
});

test('an acknowledged commit is on the standby, whatever the default of the server', async () => {
  await primary.query('alter role app set synchronous_commit = local');
  const { pool, steps } = openDatabasesAt(url);
  const flush = createWalFlush(steps, committed);
  standby.signal('SIGSTOP');
  await pool.query({
    text: `with quick as (select set_config('synchronous_commit', 'off', true)) insert into made select 2 from quick`,
  });
  let isAcknowledged = false;
  const commit = async (waiting: Promise<unknown>) => {
    await waiting;
    isAcknowledged = true;
  };
  const commits = [flush(2), pool.query('insert into made values (3)')].map(commit);
  // both have written to the primary's disk and wait for the standby
  await expect
    .poll(
      async () => await primary.query(`select from pg_stat_activity where wait_event = 'SyncRep'`),
    )
    .toHaveLength(2);
  expect(isAcknowledged).toBe(false);
  standby.signal('SIGCONT');
  await Promise.all(commits);
  expect(await standby.query('select from made where id in (2, 3)')).toHaveLength(2);
});
