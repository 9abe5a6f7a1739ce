// The archive of a real embedded PostgreSQL: restored, continued on a new timeline, restored again; and everything that
// can be wrong with BACKUP_DIR.
import { existsSync } from 'node:fs';
import {
  appendFile,
  cp,
  mkdir,
  mkdtemp,
  readdir,
  rename,
  rm,
  symlink,
  writeFile,
} from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Pool } from 'pg';
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import {
  ARCHIVED_SECRET,
  startArchivedDatabase,
  type ArchivedDatabase,
} from '#test/archived-database.ts';
import { testLog } from '#test/database.ts';
import { migrate } from '../../platform/database/migrate.ts';
import { readArchiveStatus } from './archive-runs.ts';
import { createBaseBackup, trimArchive } from './base-backup.ts';
import { planRestore, recoverArchive } from './recover-archive.ts';
import { readArchive } from './read-archive.ts';
import { restoreArchive } from './restore-archive.ts';
import { startArchiveMaintenance } from './start-archive-maintenance.ts';
import { verifyArchive } from './verify-archive.ts';

vi.setConfig({ testTimeout: 240_000 });

const shopFile = {
  program: '1.0.0',
  secretPrint: '',
  appSecret: ARCHIVED_SECRET,
};
let folder: string;
let directory: string;
beforeEach(async () => {
  // a name that a shell would misread
  folder = await mkdtemp(path.join(tmpdir(), "archive test 50% it's "));
  directory = path.join(folder, 'backup');
  onTestFinished(() => rm(folder, { recursive: true, force: true, maxRetries: 20 }));
});

/** A database with our tables that archives every second. */
const start = (
  name = 'data',
  archive: { directory?: string; maxWaitingBytes?: number } | null = {},
): Promise<ArchivedDatabase> =>
  startArchivedDatabase(folder, name, archive ? { directory, seconds: 1, ...archive } : undefined);

const write = (pool: Pool, text: string) =>
  pool.query('insert into note (text) values ($1)', [text]);
const read = async (pool: Pool) =>
  (await pool.query<{ text: string }>('select text from note order by id')).rows.map(
    (row) => row.text,
  );
const backUp = ({ pool, postgres }: ArchivedDatabase, signal = new AbortController().signal) =>
  createBaseBackup({
    pool,
    connection: postgres.connection,
    directory,
    shop: shopFile,
    appSecret: ARCHIVED_SECRET,
    signal,
  });
const wal = () => path.join(directory, 'wal');

/** Waits until everything written so far is in the archive; returns the name of the last segment. */
async function archived({ pool }: ArchivedDatabase): Promise<string> {
  // a change, because PostgreSQL does not end a segment without one
  const { rows } = await pool.query<{ name: string }>(
    `select pg_walfile_name(pg_logical_emit_message(true, '', '')) as name`,
  );
  await pool.query('select pg_switch_wal()');
  const file = `${rows[0]?.name}.gz`;
  await vi.waitUntil(() => existsSync(path.join(wal(), file)), { timeout: 60_000 });
  return file;
}

const restore = (name: string, to?: Date) =>
  restoreArchive({
    directory,
    to,
    dataDir: path.join(folder, name),
    appSecret: undefined,
    log: testLog,
  });

test('a lost database is restored, archives on a new timeline, and is restored again', async () => {
  const first = await start();
  await write(first.pool, 'before the base backup');
  await backUp(first);
  await write(first.pool, 'after it');
  await archived(first);
  const between = new Date();
  await write(first.pool, 'later');
  await archived(first);
  await first.stop();
  await rm(first.dataDir, { recursive: true });

  expect((await restore('second')).secret).toBe('restored');
  expect(await readdir(path.join(folder, 'second'))).not.toContain('app-secret.unused');
  await restore('copy');
  const second = await start('second');
  expect(await read(second.pool)).toEqual(['before the base backup', 'after it', 'later']);
  // ids are not assigned again
  const { rows } = await second.pool.query<{ id: number }>(
    `insert into note (text) values ('restored') returning id`,
  );
  expect(rows[0]?.id).toBeGreaterThan(100_000);
  // no base backup of the new timeline is needed
  await archived(second);
  expect(await readdir(wal())).toContain('00000002.history.gz');
  await second.stop();

  const third = await restore('third');
  expect(third.tables['note']?.rows).toBe(4);
  await restore('past', between);
  const past = await start('past', null);
  expect(await read(past.pool)).toEqual(['before the base backup', 'after it']);
  await past.stop();
  // a second copy of the first restore archives under the same names
  const copy = await start('copy');
  await copy.pool.query('select pg_switch_wal()');
  await expect
    .poll(() => readArchiveStatus(copy.pool), { timeout: 60_000 })
    .toMatchObject({
      failure: expect.stringContaining('another copy of this shop archives there'),
    });
  await expect(restore('third')).rejects.toThrow(
    /holds a database already, and a restore overwrites nothing/,
  );
});

test('an archive from before the latest migrations is verified and restored', async () => {
  const first = await start();
  await first.pool.query('drop schema public, migration cascade; create schema public');
  await migrate(first.pool, testLog, { upTo: '0053-baseline.sql' });
  await backUp(first);
  await archived(first);
  await first.stop();
  await verifyArchive({
    directory,
    dataDir: path.join(folder, 'verified'),
    live: null,
    appSecret: undefined,
    isRecorded: false,
    log: testLog,
  });
  expect((await restore('second')).violations).toEqual([]);
});

test('an archive brings no commands', async () => {
  const shop = await start();
  const lines = `archive_cleanup_command = 'touch ran'\nrecovery_end_command = 'touch ran'\n`;
  await appendFile(path.join(shop.dataDir, 'postgres', 'postgresql.conf'), lines);
  await backUp(shop);
  await archived(shop);
  await restore('restored');
  expect(await readdir(path.join(folder, 'restored', 'postgres'))).not.toContain('ran');
});

/** A base backup during which the shop sells: its WAL has changes up to its end. */
async function backUpWhileSelling(shop: ArchivedDatabase): Promise<void> {
  const over = new AbortController();
  const made = backUp(shop).finally(() => over.abort());
  while (!over.signal.aborted) await write(shop.pool, 'during a base backup');
  await made;
}

test('any moment from the one that the program names can be restored', async () => {
  const shop = await start();
  await backUpWhileSelling(shop);
  const { length } = await read(shop.pool);
  await archived(shop);
  const refusal = await restore('too early', new Date(0)).then(
    () => '',
    (error: Error) => error.message,
  );
  const named = new Date(/it does to (\S+)\.$/.exec(refusal)?.[1] ?? '');
  await vi.waitUntil(() => Date.now() > named.getTime(), { timeout: 10_000 });
  await write(shop.pool, 'after that moment');
  await backUpWhileSelling(shop);
  await write(shop.pool, 'after the second base backup');
  await archived(shop);
  expect((await restore('named', named)).tables['note']?.rows).toBeLessThanOrEqual(length);
  // within the second in which the second base backup ended: the first one leads there
  const [, second = ''] = await readdir(path.join(directory, 'base'));
  const within = new Date(second.replace(/-(\d\d)-(\d\d)Z$/, ':$1:$2Z'));
  expect((await restore('within', within)).tables['note']?.rows).toBeGreaterThanOrEqual(length);
});

test('a verification compares every table with the running shop', async () => {
  const shop = await start();
  await backUp(shop);
  const verify = () =>
    verifyArchive({
      directory,
      dataDir: shop.dataDir,
      live: shop.pool,
      appSecret: undefined,
      isRecorded: false,
      log: testLog,
    });
  const writing = Array.from({ length: 400 }, (_, n) => write(shop.pool, `${n}`));
  const { tables } = await verify();
  await Promise.all(writing);
  expect(tables['note']?.rows).toBeLessThanOrEqual(400);
  expect(existsSync(path.join(shop.dataDir, 'verification'))).toBe(false);

  const last = await archived(shop);
  await write(shop.pool, 'a segment more');
  await archived(shop);
  const kept = path.join(folder, last);
  await rename(path.join(wal(), last), kept);
  await expect(verify()).rejects.toThrow(`has a gap: wal/${last} is missing`);
  await expect(restore('gap')).rejects.toThrow(`has a gap: wal/${last} is missing`);
  const beyond = new Date(Date.now() + 60_000);
  await expect(restore('gap', beyond)).rejects.toThrow(`has a gap: wal/${last} is missing`);
  expect(existsSync(path.join(folder, 'gap', 'postgres'))).toBe(false);
  await writeFile(path.join(wal(), last), 'damaged');
  await expect(verify()).rejects.toThrow(`has a file that cannot be read: wal/${last}`);
  await cp(kept, path.join(wal(), last));
  await verify();

  // its disk vanishes while the archive is verified
  const plan = planRestore(await readArchive(directory));
  const dataDir = path.join(folder, 'vanished');
  await mkdir(dataDir);
  const recovery = recoverArchive(plan, {
    directory: path.join(folder, 'gone'),
    dataDir,
    appSecret: ARCHIVED_SECRET,
    log: testLog,
  });
  await expect(recovery).rejects.toThrow('gone is missing or empty; is its disk mounted?');

  const [name = ''] = await readdir(path.join(directory, 'base'));
  await appendFile(path.join(directory, 'base', name, 'base.tar.gz'), 'x');
  await expect(verify()).rejects.toThrow(/base.tar.gz/);
});

test('without BACKUP_DIR the shop sells, drops WAL before the disk fills, and recovers by itself', async () => {
  const shop = await start('data', { maxWaitingBytes: 10_000_000 });
  const maintenance = startArchiveMaintenance({
    ...shop,
    connection: shop.postgres.connection,
    log: testLog,
    directory,
    shop: shopFile,
    appSecret: ARCHIVED_SECRET,
    checkEveryMs: 50,
    verification: null,
  });
  onTestFinished(() => maintenance.stop());
  const status = async () => await readArchiveStatus(shop.pool);
  const baseBackups = () => readdir(path.join(directory, 'base'));
  await expect.poll(async () => (await status())?.baseBackupAt, { timeout: 30_000 }).not.toBeNull();
  await archived(shop);
  expect(await status()).toMatchObject({ failure: null, hasGap: false });

  await rename(directory, `${directory}.away`);
  const failing = async () => {
    await write(shop.pool, 'still sold');
    await shop.pool.query('select pg_switch_wal()');
    return await status();
  };
  await expect
    .poll(failing, { timeout: 60_000 })
    .toMatchObject({ failure: expect.stringContaining('is its disk mounted?'), hasGap: true });
  const waiting = (await status())?.waitingBytes ?? 0;
  for (let n = 0; n < 10; n++) await failing();
  await expect
    .poll(async () => (await status())?.waitingBytes, { timeout: 60_000 })
    .toBeLessThan(waiting + 20_000_000);

  const before = new Set(await readdir(path.join(`${directory}.away`, 'base')));
  await rename(`${directory}.away`, directory);
  const working = { failure: null, hasGap: false };
  await expect
    .poll(() => shop.pool.query('select pg_switch_wal()').then(status), { timeout: 90_000 })
    .toMatchObject(working);
  expect((await baseBackups()).filter((name) => !before.has(name))).not.toEqual([]);
  await write(shop.pool, 'after the gap');
  await archived(shop);
  expect((await restore('other')).tables['note']?.rows).toBe((await read(shop.pool)).length);
});

test('an interrupted base backup leaves nothing that matters', async () => {
  const shop = await start();
  const killed = new AbortController();
  setImmediate(() => killed.abort());
  const attempt = backUp(shop, killed.signal);
  await attempt.catch(() => undefined);
  const unfinished = path.join(directory, 'base', 'unfinished');
  await mkdir(unfinished, { recursive: true });
  await writeFile(path.join(unfinished, 'base.tar.gz'), 'half');
  await expect(restore('none')).rejects.toThrow(/no complete base backup/);
  await backUp(shop);
  await archived(shop);
  await trimArchive(directory, new Date());
  await restore('good');
  expect(existsSync(unfinished)).toBe(false);
});

test('a BACKUP_DIR that is wrong is refused with one line', async () => {
  const shop = await start();
  await archived(shop);
  await shop.stop();
  const inner = path.join(shop.dataDir, 'backup');
  const link = path.join(folder, 'link');
  await symlink(shop.dataDir, link);
  for (const nested of [shop.dataDir, inner, path.join(link, 'deep', 'er'), link, folder, '/']) {
    await expect(start('data', { directory: nested })).rejects.toThrow(
      /^BACKUP_DIR: .* DATA_DIR \(/,
    );
  }
  await expect(start('other')).rejects.toThrow(/holds the archive of a shop, but .*Restore it/);
  await (await start('other', null)).stop();
  await expect(start('other')).rejects.toThrow(/holds the archive of another shop \(system \d+\)/);
  await expect(start('data', { directory: '/etc' })).rejects.toThrow(
    /something that is not an archive/,
  );
  await expect(start('data', { directory: '/etc/passwd' })).rejects.toThrow(/is not a folder/);
  for (const impossible of ['/proc/audit', '/sys/audit']) {
    await expect(start('data', { directory: impossible })).rejects.toThrow(
      /^BACKUP_DIR: .*audit is not writable/,
    );
  }
  await expect(restore('nothing').then(() => null)).rejects.toThrow(/no complete base backup/);
  const elsewhere = path.join(folder, 'elsewhere');
  await expect(
    restoreArchive({ directory: elsewhere, dataDir: inner, appSecret: undefined, log: testLog }),
  ).rejects.toThrow(/holds no archive/);
});
