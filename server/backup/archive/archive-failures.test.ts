// Failures besides those of the archive itself: base backups, verifications, a BACKUP_DIR that does not respond.
import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, lstatSync, rmSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, rm, statfs, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Pool } from 'pg';
import { beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { parseEnv } from '#server/settings/env.ts';
import { measureArchive, toArchiveDto } from '#server/monitoring/metrics.ts';
import { lockDataDir } from '#packages/embedded-postgres/data-dir.ts';
import {
  ARCHIVED_SECRET,
  startArchivedDatabase,
  type ArchivedDatabase,
} from '#test/archived-database.ts';
import { testLog } from '#test/database.ts';
import { canMountSilent, mountSilent } from '#test/mount-silent.ts';
import { recordLostRun, readArchiveStatus } from './archive-runs.ts';
import type { ArchiveOptions } from './cluster-archive.ts';
import { writtenAtStart } from './backup-dir.ts';
import { createBaseBackup, trimArchive } from './base-backup.ts';
import { readArchive, formatSegment, parseSegment, type Segment } from './read-archive.ts';
import { restoreArchive } from './restore-archive.ts';
import {
  startArchiveMaintenance,
  type ArchiveMaintenanceDeps,
} from './start-archive-maintenance.ts';
import { verificationRunning, verifyOwnArchive } from './verify-archive.ts';

vi.setConfig({ testTimeout: 240_000 });
const poll = { timeout: 60_000 };
const SEGMENT_BYTES = 4 * 1024 * 1024;

const shopFile = { program: '1.0.0', secretPrint: '', appSecret: ARCHIVED_SECRET };
const signed = { shop: shopFile, appSecret: ARCHIVED_SECRET };
let directory: string;
let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'archive-failures-'));
  directory = path.join(folder, 'backup');
  onTestFinished(() => rm(folder, { recursive: true, force: true, maxRetries: 20 }));
});

const start = (options: Partial<ArchiveOptions> = {}) =>
  startArchivedDatabase(folder, 'data', { directory, seconds: 1, ...options });

/** Runs the maintenance of the archive until the test ends. */
function runMaintenance(
  shop: ArchivedDatabase,
  options: Partial<ArchiveMaintenanceDeps> = {},
): void {
  const running = startArchiveMaintenance({
    ...shop,
    connection: shop.postgres.connection,
    log: testLog,
    directory,
    ...signed,
    checkEveryMs: 50,
    verification: null,
    ...options,
  });
  onTestFinished(() => running.stop());
}

const backUp = ({ pool, postgres: { connection } }: ArchivedDatabase) =>
  createBaseBackup({ pool, connection, directory, ...signed, signal: AbortSignal.any([]) });

const write = (pool: Pool) => pool.query(`insert into note (text) values ('sold')`);

/** Writes a row and waits until its segment is archived; only PostgreSQL ends the segment. */
async function expectArchivedInTime(pool: Pool): Promise<void> {
  // connections from before a crash are broken
  const { rows } = await vi.waitFor(async () => {
    await write(pool);
    return await pool.query<{ name: string }>(
      'select pg_walfile_name(pg_current_wal_insert_lsn()) as name',
    );
  }, poll);
  const file = path.join(directory, 'wal', `${rows[0]?.name}.gz`);
  await vi.waitUntil(() => existsSync(file), poll);
}

test('segments end in time after every start, also while base backups fail', async () => {
  const shop = await start();
  // nobody listens there
  runMaintenance(shop, { connection: { ...shop.postgres.connection, port: 1 } });
  await expectArchivedInTime(shop.pool);
  expect(await readArchiveStatus(shop.pool)).toMatchObject({ failure: null, baseBackupAt: null });
  // PostgreSQL dies and is started again
  process.kill(shop.postgres.pid(), 'SIGKILL');
  await expectArchivedInTime(shop.pool);
});

test('segments end in time also after one process of PostgreSQL has died', async () => {
  const shop = await start();
  runMaintenance(shop, { connection: { ...shop.postgres.connection, port: 1 } });
  await expectArchivedInTime(shop.pool);
  const postmaster = shop.postgres.pid();
  const { rows } = await shop.pool.query<{ own: number; checkpointer: number }>(
    `select pg_backend_pid() as own, pid as checkpointer from pg_stat_activity
     where backend_type = 'checkpointer'`,
  );
  process.kill(rows[0]?.own ?? 0, 'SIGKILL');
  // the new checkpointer may end segments in time by chance, so look for the checkpoint that woke it: unlike that of a
  // recovery, it lies behind the position where its redo starts
  const isWoken = async () => {
    const found = await shop.pool.query(
      `select redo_lsn < checkpoint_lsn as woken from pg_control_checkpoint(), pg_stat_activity
       where backend_type = 'checkpointer' and pid <> $1`,
      [rows[0]?.checkpointer],
    );
    return found.rows[0]?.woken === true;
  };
  await expect.poll(() => isWoken().catch(() => false), poll).toBe(true);
  expect(shop.postgres.pid()).toBe(postmaster);
  await expectArchivedInTime(shop.pool);
});

test('a damaged base backup does not prevent making and restoring others', async () => {
  const shop = await start();
  // normally the maintenance does this, so that segments end in time
  await shop.pool.query('checkpoint');
  const base = path.join(directory, 'base');
  const young = '2026-01-02T03-04-05Z';
  const old = '2020-01-02T03-04-05Z';
  for (const name of [young, old]) {
    await mkdir(path.join(base, name));
    await writeFile(path.join(base, name, 'backup_manifest'), '');
  }
  vi.useFakeTimers({ now: new Date('2026-01-10T12:00:00Z'), toFake: ['Date'] });
  onTestFinished(() => void vi.useRealTimers());
  expect(await trimArchive(directory, new Date())).toHaveLength(2);
  await backUp(shop);
  const damaged = await trimArchive(directory, new Date());
  expect(damaged.map(({ folder: where }) => path.basename(where))).toEqual([young]);
  expect(await readdir(base)).toEqual([young, '2026-01-10T12-00-00Z']);
  await expectArchivedInTime(shop.pool);
  const restored = { directory, dataDir: path.join(folder, 'other'), appSecret: undefined };
  await expect(restoreArchive({ ...restored, log: testLog })).resolves.toMatchObject({
    secret: 'restored',
  });
});

test('a base backup that fails before it starts is recorded, reported, and repeated after a pause', async () => {
  const shop = await start();
  await rm(path.join(directory, 'base'), { recursive: true });
  runMaintenance(shop);
  const reported = async () => {
    const status = await readArchiveStatus(shop.pool);
    return { ...(await measureArchive(shop.pool)), ...(status && toArchiveDto(status)) };
  };
  expect(await reported()).toMatchObject({ base_backup_failed: 0, base_backup: 'never' });
  await expect.poll(reported, poll).toMatchObject({ base_backup_failed: 1, base_backup: 'failed' });
  const { rows } = await shop.pool.query('select from archive_run');
  expect(rows).toHaveLength(1);
});

describe('a full BACKUP_DIR is reported, and recovers', () => {
  const SIZE_BYTES = 48 * 1024 * 1024;
  const status = (shop: ArchivedDatabase) => readArchiveStatus(shop.pool);
  const unfinished = () => path.join(directory, 'base', 'unfinished');

  /** A disk of its own, full at SIZE_BYTES; skips the test where this account may mount none. */
  async function mountDisk(skip: (note: string) => never): Promise<string> {
    const disk = path.join(folder, 'disk');
    await mkdir(disk);
    const options = ['-t', 'tmpfs', '-o', `size=${SIZE_BYTES}`, 'tmpfs', disk];
    if (spawnSync('mount', options).status !== 0) skip('this account may not mount a tmpfs');
    onTestFinished(() => void execFileSync('umount', [disk]));
    directory = path.join(disk, 'backup');
    return disk;
  }

  /** Takes all room but `leaveBytes` on the disk of BACKUP_DIR. */
  async function fill(file: string, leaveBytes: number): Promise<void> {
    const { bavail, bsize } = await statfs(directory);
    await writeFile(file, Buffer.alloc(bavail * bsize - leaveBytes));
  }

  /** As a night later: the next base backup is due. */
  const passNight = (shop: ArchivedDatabase) =>
    shop.pool.query(`update archive_run set started_at = started_at - interval '2 days'`);

  test('a base backup that fills it leaves the room to the changes', async ({ skip }) => {
    const disk = await mountDisk(skip);
    const shop = await start();
    runMaintenance(shop);
    await expect.poll(async () => (await status(shop))?.baseBackupAt, poll).not.toBeNull();
    await expectArchivedInTime(shop.pool);
    const filler = path.join(disk, 'filler');
    await fill(filler, 2 * 1024 * 1024);
    await passNight(shop);
    const reported = async () => {
      const now = await status(shop);
      return { ...(await measureArchive(shop.pool)), ...now, ...(now && toArchiveDto(now)) };
    };
    await expect.poll(reported, poll).toMatchObject({
      base_backup_failed: 1,
      base_backup: 'failed',
      // with the system's reason, or as 'wrote only 4096 of 32768 bytes'
      baseBackupFailure: expect.stringContaining('could not write'),
    });
    await expect.poll(() => existsSync(unfinished()), poll).toBe(false);
    await expectArchivedInTime(shop.pool);
    await rm(filler);
    await passNight(shop);
    await expect.poll(reported, poll).toMatchObject({ base_backup: 'ok', state: 'ok' });
  });

  test('what a shop that died has left there is deleted, and nothing else', async ({ skip }) => {
    await mountDisk(skip);
    const shop = await start();
    await shop.pool.query('checkpoint');
    await backUp(shop);
    await expectArchivedInTime(shop.pool);
    const [newest = ''] = await readdir(path.join(directory, 'base'));
    await mkdir(unfinished());
    await fill(path.join(unfinished(), 'base.tar.gz'), 0);
    const failing = async () => {
      await write(shop.pool);
      return await status(shop);
    };
    await expect
      .poll(failing, poll)
      .toMatchObject({ failure: expect.stringContaining('No space left on device') });
    runMaintenance(shop);
    await expect.poll(failing, poll).toMatchObject({ failure: null, hasGap: false });
    await expectArchivedInTime(shop.pool);
    expect(await readdir(path.join(directory, 'base'))).toContain(newest);
    const restored = { directory, dataDir: path.join(folder, 'other'), appSecret: undefined };
    await expect(restoreArchive({ ...restored, log: testLog })).resolves.toMatchObject({
      secret: 'restored',
    });
  });
});

test('a BACKUP_DIR that does not respond is reported, and WAL is dropped before the disk fills', async () => {
  const shop = await start({ maxWaitingBytes: 10_000_000, copyTimeoutSeconds: 1 });
  const status = () => readArchiveStatus(shop.pool);
  // reading a pipe without a writer blocks, like a server that has vanished
  const { rows } = await shop.pool.query<{ name: string }>(
    'select pg_walfile_name(pg_current_wal_insert_lsn()) as name',
  );
  const next = parseSegment(rows[0]?.name ?? '', SEGMENT_BYTES) as Segment;
  const hanging = Array.from({ length: 50 }, (_, n) =>
    path.join(
      directory,
      'wal',
      `${formatSegment({ ...next, index: next.index + n }, SEGMENT_BYTES)}.gz`,
    ),
  );
  execFileSync('mkfifo', ['-m', '666', ...hanging.filter((file) => !existsSync(file))]);
  const failing = async () => {
    await write(shop.pool);
    await shop.pool.query('select pg_switch_wal()');
    return await status();
  };
  await expect
    .poll(failing, { timeout: 120_000, interval: 500 })
    .toMatchObject({ failure: expect.stringContaining('does not respond'), hasGap: true });
  for (const file of hanging) if (lstatSync(file).isFIFO()) rmSync(file);
  await expect.poll(failing, { timeout: 120_000, interval: 500 }).toMatchObject({ failure: null });
});

test('a BACKUP_DIR that does not respond stops neither the start nor the end', async ({ skip }) => {
  if (!canMountSilent()) skip('needs root and /dev/fuse');
  const options = { copyTimeoutSeconds: 1 };
  const before = await start(options);
  await write(before.pool);
  await before.stop();
  const unmount = mountSilent(directory);
  onTestFinished(unmount);
  const shop = await start(options);
  runMaintenance(shop);
  const status = () => readArchiveStatus(shop.pool);
  await write(shop.pool);
  await expect
    .poll(status, poll)
    .toMatchObject({ failure: expect.stringContaining('does not respond'), baseBackupAt: null });
  await shop.stop();
  const again = await start(options);
  runMaintenance(again);
  await write(again.pool);
  unmount();
  await expect
    .poll(() => readArchiveStatus(again.pool), poll)
    .toMatchObject({ failure: null, baseBackupAt: expect.any(Date) });
});

test('a BACKUP_DIR that responds to reading only does not stop the start', async () => {
  const before = await start();
  await before.stop();
  // writing into a pipe without a reader blocks, like a disk that fails
  execFileSync('mkfifo', ['-m', '666', path.join(directory, writtenAtStart)]);
  const shop = await start();
  await write(shop.pool);
});

test('an archive without new segments for too long counts as failing, but not right after a start', async () => {
  const shop = await start({ seconds: 60 });
  // nothing since yesterday, because the shop was off
  await writeFile(path.join(shop.dataDir, 'postgres', 'archive.success'), '');
  const yesterday = new Date(Date.now() - 24 * 60 * 60 * 1000);
  await utimes(path.join(shop.dataDir, 'postgres', 'archive.success'), yesterday, yesterday);
  const status = await readArchiveStatus(shop.pool);
  const state = (quietSeconds: number) => status && toArchiveDto({ ...status, quietSeconds }).state;
  expect(status?.segmentSeconds).toBe(48);
  expect(status?.quietSeconds).toBeLessThan(100);
  expect([state(status?.quietSeconds ?? 0), state(230), state(250)]).toEqual([
    'ok',
    'ok',
    'failing',
  ]);
});

test('a verification that is killed or never starts counts as failed', async () => {
  const shop = await start();
  const reported = async () => {
    const status = await readArchiveStatus(shop.pool);
    return { ...(await measureArchive(shop.pool)), ...(status && toArchiveDto(status)) };
  };
  expect(await reported()).toMatchObject({ verification: 'never', verified_at: null });
  runMaintenance(shop, { verification: ['-e', 'process.kill(process.pid, "SIGKILL")'] });
  await expect
    .poll(reported, poll)
    .toMatchObject({ verification: 'failed', archive_verification_failed: 1 });
  expect(await readArchiveStatus(shop.pool)).toMatchObject({
    verificationFailure: 'The verification ended with SIGKILL.',
  });
  // closes the run that had started, and no other
  const { rows } = await shop.pool.query<{ id: number; startedAt: Date }>(
    `insert into archive_run (kind, ended_at) values ('verification', null), ('verification', now())
     returning id, started_at as "startedAt"`,
  );
  await recordLostRun(shop.pool, 'verification', rows[0]?.startedAt ?? new Date(), 'killed');
  const runs = await shop.pool.query('select failure from archive_run where id >= $1 order by id', [
    rows[0]?.id,
  ]);
  expect(runs.rows).toEqual([{ failure: 'killed' }, { failure: null }]);
});

test('a second verification waits for the first one, and does not count as failed', async () => {
  const shop = await start();
  const runs = async () => (await shop.pool.query('select kind, failure from archive_run')).rows;
  const scratch = path.join(shop.dataDir, 'verification');
  await mkdir(scratch);
  const unlock = lockDataDir(scratch);
  const env = parseEnv({ DATA_DIR: shop.dataDir, BACKUP_DIR: directory });
  await expect(verifyOwnArchive(env, directory, testLog)).rejects.toThrow(
    /^A verification is running already; wait for it\.$/,
  );
  expect(await runs()).toEqual([]);
  unlock();
  await expect(verifyOwnArchive(env, directory, testLog)).rejects.toThrow(
    'no complete base backup',
  );
  expect(await runs()).toMatchObject([{ kind: 'verification' }]);
  expect(existsSync(scratch)).toBe(false);
});

test('the nightly verification leaves its turn to one that somebody has started', async () => {
  const shop = await start();
  // as the command: first it has to wait, then it is killed
  const waited = path.join(folder, 'waited');
  const command = `const fs = require('node:fs');
    if (fs.existsSync(${JSON.stringify(waited)})) process.kill(process.pid, 'SIGKILL');
    fs.writeFileSync(${JSON.stringify(waited)}, '');
    console.error(${JSON.stringify(verificationRunning)});
    process.exitCode = 1;`;
  runMaintenance(shop, { verification: ['-e', command] });
  const failures = async () =>
    (await shop.pool.query(`select failure from archive_run where kind = 'verification'`)).rows;
  await expect.poll(failures, poll).toEqual([{ failure: 'The verification ended with SIGKILL.' }]);
});

test('a damaged segment affects neither the size of the others nor what is deleted', async () => {
  const shop = await start();
  await shop.pool.query('checkpoint');
  await expectArchivedInTime(shop.pool);
  await backUp(shop);
  await expectArchivedInTime(shop.pool);
  const wal = path.join(directory, 'wal');
  const names = await readdir(wal);
  const [first = ''] = names.filter((name) => /^[0-9A-F]{24}\.gz$/.test(name));
  await writeFile(path.join(wal, first), '');
  const { segmentBytes, segments } = await readArchive(directory);
  expect(segmentBytes).toBe(SEGMENT_BYTES);
  await trimArchive(directory, new Date());
  const last = segments.map(({ index }) => index).toSorted((a, b) => b - a)[0];
  expect((await readArchive(directory)).segments.map(({ index }) => index)).toContain(last);
  await writeFile(path.join(wal, '00000002.history.gz'), 'damaged');
  await expect(readArchive(directory)).rejects.toThrow(/00000002.history.gz is damaged/);
});
