import { createServer } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { createTestDatabase, testLog } from '#test/database.ts';
import { checkDatabase } from './check-database.ts';
import { openPool } from './open-pool.ts';
import { StartError } from '../errors.ts';

test('an unreachable server is explained in one line without the password', async () => {
  const connectionString = 'postgres://app:hush@127.0.0.1:1/festival';
  const pool = openPool({ connectionString }, testLog);
  const failure = await checkDatabase(pool).catch((error: unknown) => error);
  await pool.end();
  expect(failure).toBeInstanceOf(StartError);
  expect(String(failure)).toMatch(/DATABASE_URL cannot be used.*nothing listens there/);
  expect(String(failure)).not.toMatch(/hush|\n/);
});

test('a server that is not PostgreSQL is named as such', async () => {
  const other = createServer((socket) => socket.end());
  onTestFinished(() => void other.close());
  const port = await new Promise<number>((resolve) => {
    other.listen(0, '127.0.0.1', () => resolve(Number(Object(other.address()).port)));
  });
  const pool = openPool({ connectionString: `postgres://app@127.0.0.1:${port}/festival` }, testLog);
  await expect(checkDatabase(pool)).rejects.toThrow(/hangs up: is it PostgreSQL\?/);
  await pool.end();
});

const database = await createTestDatabase();

/** The message about our database through a connection with these options. */
async function say(options = '', rules: { mayBeReadOnly?: boolean } = {}): Promise<string> {
  const pool = openPool(database.connection, testLog, { max: 1, options });
  const said = await checkDatabase(pool, rules).then(
    () => 'nothing',
    (error: unknown) => String(error),
  );
  await pool.end();
  return said;
}

test('a usable database', async () => {
  expect(await say()).toBe('nothing');
});

test('a read-only database', async () => {
  expect(await say('-c default_transaction_read_only=on')).toMatch(/only be read.*the primary/);
});

test('a read-only database, for a backup', async () => {
  expect(await say('-c default_transaction_read_only=on', { mayBeReadOnly: true })).toBe('nothing');
});

test('a database in which we may not create tables', async () => {
  expect(await say('-c role=pg_monitor')).toMatch(/pg_monitor may not make tables.*owner to/);
});

test('a database of an old PostgreSQL', async () => {
  // reports the version of an old server
  await database.pool.query(
    `create schema old; create function old.current_setting(name text) returns text language sql
     return case name when 'server_version_num' then '140012' else pg_catalog.current_setting(name) end`,
  );
  expect(await say('-c search_path=old,pg_catalog')).toMatch(
    /PostgreSQL 14; 15 or newer is required\. Bring the server up to date, or leave DATABASE_URL out/,
  );
});

test('a database with the tables of another program', async () => {
  await database.pool.query('drop schema migration cascade');
  expect(await say()).toMatch(/another program's tables.*Make one of its own/);
});
