import { mkdtemp, mkdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createTestDatabase, testLog } from '#test/database.ts';
import { migrate } from './migrate.ts';

const { pool } = await createTestDatabase();
let folder: string;

beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'migrate-'));
  await mkdir(path.join(folder, 'migrations'));
  await mkdir(path.join(folder, 'functions'));
  // the template's own history would count as "newer than this program"
  await pool.query('drop schema migration cascade; drop table if exists bell, organ');
});
afterEach(() => rm(folder, { recursive: true }));

const write = (name: string, text: string) => writeFile(path.join(folder, name), text);
const writeToll = (n: number) =>
  write('functions/toll.sql', `create or replace function toll() returns int return ${n}`);
const run = () => migrate(pool, testLog, { folder });
const applied = async () =>
  (await pool.query(`select name from migration.applied order by name`)).rows.map(
    (row: { name: string }) => row.name,
  );

test('each migration is applied once, in order, also by processes that start together', async () => {
  await write('migrations/0001-bell.sql', 'create table bell (id int)');
  await write('migrations/0002-organ.sql', 'insert into bell values (1); create table organ ()');
  await Promise.all([run(), run(), run()]);
  await run();
  expect(await applied()).toEqual(['0001-bell.sql', '0002-organ.sql']);
  expect((await pool.query('select * from bell')).rows).toEqual([{ id: 1 }]);
});

test('a failing migration leaves nothing and names its line', async () => {
  await write('migrations/0001-bell.sql', 'create table bell (id int);\nselect nonsense;');
  await expect(run()).rejects.toThrow(
    /^Database: 0001-bell.sql failed: column "nonsense" does not exist \(line 2\)$/,
  );
  expect(await applied()).toEqual([]);
  expect((await pool.query(`select to_regclass('bell') as bell`)).rows).toEqual([{ bell: null }]);
});

test('a migration changed after it was applied is refused', async () => {
  await write('migrations/0001-bell.sql', 'create table bell (id int)');
  await run();
  await write('migrations/0001-bell.sql', 'create table bell (id bigint)');
  await expect(run()).rejects.toThrow(/0001-bell.sql was changed after/);
});

test('a database newer than the program is refused', async () => {
  await write('migrations/0001-bell.sql', 'create table bell (id int)');
  await write('migrations/0002-organ.sql', 'create table organ (id int)');
  await run();
  await rm(path.join(folder, 'migrations/0002-organ.sql'));
  await expect(run()).rejects.toThrow(/newer than this program: it knows 0002-organ.sql/);
});

test('a migration that comes before an applied one is refused', async () => {
  await write('migrations/0002-organ.sql', 'create table organ (id int)');
  await run();
  await write('migrations/0001-bell.sql', 'create table bell (id int)');
  await expect(run()).rejects.toThrow(/0001-bell.sql comes before 0002-organ.sql/);
});

const history = (...names: string[]) =>
  pool.query(`insert into migration.applied (name, checksum) select unnest($1::text[]), 'old'`, [
    names,
  ]);

/** Applies nothing, so that the table of migrations exists. */
async function writeBaseline(): Promise<void> {
  await run();
  await write('migrations/0053-baseline.sql', 'create table bell (id int)');
  await write('migrations/0054-organ.sql', 'create table organ (id int)');
}

test('a database with all files that the baseline replaces gets its entry instead of theirs', async () => {
  await writeBaseline();
  await history('0001-programme.sql', '0052-one-table-of-limits.sql', '0053-office-submission.sql');
  await Promise.all([run(), run()]);
  expect(await applied()).toEqual(['0053-baseline.sql', '0054-organ.sql']);
  const { rows } = await pool.query(
    `select to_regclass('bell') as bell, to_regclass('organ') as organ`,
  );
  expect(rows).toEqual([{ bell: null, organ: 'organ' }]);
  await run();
});

test('later files of a database with the replaced ones stay applied', async () => {
  await writeBaseline();
  await write('migrations/0053-office-submission.sql', 'create table bell (id int)');
  await rm(path.join(folder, 'migrations/0053-baseline.sql'));
  await run();
  await rm(path.join(folder, 'migrations/0053-office-submission.sql'));
  await write('migrations/0053-baseline.sql', 'select nonsense');
  await run();
  expect(await applied()).toEqual(['0053-baseline.sql', '0054-organ.sql']);
});

test('a database older than the baseline is refused, and stays as it is', async () => {
  await writeBaseline();
  await history('0001-programme.sql', '0052-one-table-of-limits.sql');
  await expect(run()).rejects.toThrow(
    /it stops at 0052-one-table-of-limits.sql\. Start the version before 1.0.0 on it once/,
  );
  expect(await applied()).toEqual(['0001-programme.sql', '0052-one-table-of-limits.sql']);
});

test('functions follow their files', async () => {
  await writeToll(1);
  await run();
  await writeToll(2);
  await run();
  expect((await pool.query('select toll()')).rows).toEqual([{ toll: 2 }]);
});

test('functions change together: one that fails leaves all as they were', async () => {
  await writeToll(1);
  await run();
  await writeToll(2);
  await write('functions/unknown.sql', 'create function unknown() returns nothing as 1');
  await expect(run()).rejects.toThrow(/unknown.sql failed/);
  expect((await pool.query('select toll()')).rows).toEqual([{ toll: 1 }]);
});
