import { spawn } from 'node:child_process';
import { rm, stat } from 'node:fs/promises';
import { constants, setPriority } from 'node:os';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import type { Pool } from 'pg';
import type { Connection } from '../../platform/database/open-pool.ts';
import type { Logger } from '../../platform/log.ts';
import { runPeriodically, type PeriodicTask } from '../../platform/process/run-periodically.ts';
import {
  recordLostRun,
  recordRun,
  isFull,
  readArchiveStatus,
  findDueRuns,
  readLastRuns,
  type ArchiveStatus,
} from './archive-runs.ts';
import { isResponsive, type ShopFile } from './backup-dir.ts';
import { createBaseBackup, trimArchive } from './base-backup.ts';
import { createDamageReport, type DamagedBaseBackup } from './read-archive.ts';
import { verificationRunning } from './verify-archive.ts';

export interface ArchiveMaintenanceDeps {
  pool: Pool;
  connection: Connection;
  log: Logger;
  dataDir: string;
  /** BACKUP_DIR. */
  directory: string;
  shop: ShopFile;
  /** APP_SECRET, which signs base backups. */
  appSecret: string;
  /** For tests. */
  checkEveryMs?: number;
  /** For tests: Node's arguments to verify the archive; null: no verification. */
  verification?: string[] | null;
}

const CHECK_EVERY_MS = 10_000;
/** While the disk stays full, more may be deleted as time passes. */
const TRIM_AGAIN_MS = 60 * 60_000;
const root = path.join(import.meta.dirname, '../../..');

/**
 * Looks after the archive of the embedded database, in the process that started it: lets segments end in time, makes a
 * base backup after every start, every night and after a gap, deletes old ones, verifies the archive every night, and
 * logs when archiving fails and works again. Errors go to the log and the status; the shop keeps selling.
 */
export function startArchiveMaintenance(deps: ArchiveMaintenanceDeps): PeriodicTask {
  const stopping = new AbortController();
  const report = createFailureReport(deps.log);
  const makeRoom = createRoomMaker(deps.directory);
  const reportDamaged = createDamageReport(deps.log);
  const wakeAfterStart = createCheckpointerWaker(deps.pool);
  // at once, because the first check may come later than ARCHIVE_SECONDS; it repeats this call if it fails
  const woken = wakeAfterStart().catch(() => undefined);
  const maintenance = runPeriodically(deps.checkEveryMs ?? CHECK_EVERY_MS, deps.log, async () => {
    await wakeAfterStart();
    const status = await readArchiveStatus(deps.pool);
    if (status === null) return;
    report(status);
    await makeRoom(status);
    if (status.failure !== null || !(await isResponsive(deps.directory))) return;
    const due = findDueRuns(await readLastRuns(deps.pool), status.hasGap, new Date());
    if (due.isBaseBackupDue) await runBaseBackup(deps, reportDamaged, stopping.signal);
    else if (due.isVerificationDue) await runVerification(deps, stopping.signal);
  });
  return {
    async stop() {
      stopping.abort();
      await woken;
      await maintenance.stop();
    },
  };
}

/**
 * Wakes PostgreSQL's checkpointer once after every start of its process: PostgreSQL also starts it again when any of
 * its processes has died. It chooses its first sleep, of minutes, before the recovery is complete and then ignores
 * archive_timeout: until a checkpoint wakes it, no segment ends in time.
 */
function createCheckpointerWaker(pool: Pool): () => Promise<void> {
  let wokenSince: string | undefined;
  return async () => {
    const { rows } = await pool.query<{ startedAt: string }>(
      `select backend_start::text as "startedAt" from pg_stat_activity where backend_type = 'checkpointer'`,
    );
    const startedAt = rows[0]?.startedAt;
    if (startedAt === wokenSince) return;
    await pool.query('checkpoint');
    wokenSince = startedAt;
  };
}

/** Logs a failure once, not at every check. */
function createFailureReport(log: Logger): (status: ArchiveStatus) => void {
  let last: string | null = null;
  return ({ failure, waitingBytes, hasGap }) => {
    if (failure === last) return;
    if (failure === null) log.info('Archiving works again');
    else {
      log.error(
        { failure, waitingBytes, hasGap },
        'Cannot write to BACKUP_DIR; the shop sells without an archive until it can',
      );
    }
    last = failure;
  };
}

/**
 * Trims BACKUP_DIR while it is full. Not after another failure: a mount that does not respond would hang this process,
 * too, and another copy of the shop may be writing there.
 */
function createRoomMaker(directory: string): (status: ArchiveStatus) => Promise<void> {
  let trimmedAtMs = -Infinity;
  return async ({ failure }) => {
    if (failure === null) trimmedAtMs = -Infinity;
    else if (isFull(failure) && performance.now() - trimmedAtMs > TRIM_AGAIN_MS) {
      trimmedAtMs = performance.now();
      await trimArchive(directory, new Date());
    }
  };
}

async function runBaseBackup(
  deps: ArchiveMaintenanceDeps,
  reportDamaged: (damaged: DamagedBaseBackup[]) => void,
  signal: AbortSignal,
): Promise<void> {
  const { pool, connection, directory, dataDir, shop, appSecret, log } = deps;
  const startedAt = new Date();
  try {
    await recordRun(pool, 'base-backup', async () => {
      // first, in case the disk is full
      reportDamaged(await trimArchive(directory, startedAt));
      await createBaseBackup({ pool, connection, directory, shop, appSecret, signal });
    });
    await closeGap(path.join(dataDir, 'postgres', 'archive.gap'), startedAt);
    log.info({ seconds: (Date.now() - startedAt.getTime()) / 1000 }, 'Made a base backup');
  } catch (error) {
    if (!signal.aborted) log.error({ err: error }, 'A base backup failed');
  }
}

/** A gap before the base backup no longer matters; one during it does. */
async function closeGap(file: string, startedAt: Date): Promise<void> {
  const gap = await stat(file).catch(() => null);
  if (gap !== null && gap.mtime < startedAt) await rm(file, { force: true });
}

/** In a process of its own, with the lowest priority: it reads everything, and needs a PostgreSQL of its own. */
async function runVerification(
  { pool, log, verification = ['scripts/run.mjs', 'verify-backup'] }: ArchiveMaintenanceDeps,
  signal: AbortSignal,
): Promise<void> {
  if (verification === null) return;
  const startedAt = new Date();
  const child = spawn(process.execPath, verification, {
    cwd: root,
    signal,
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  child.on('error', () => undefined);
  lowerPriority(child.pid);
  const ended = new Promise<string>((resolve) => {
    child.once('close', (code, signalName) => resolve(signalName ?? String(code)));
  });
  const [output, end] = await Promise.all([text(child.stderr), ended]);
  if (signal.aborted) return;
  if (end === '0') {
    log.info('Verified the archive');
    return;
  }
  // somebody started it by hand: that run records its own result
  if (output.trim() === verificationRunning) return;
  const failure = output.trim() || `The verification ended with ${end}.`;
  log.error({ failure }, 'Could not verify the archive');
  await recordLostRun(pool, 'verification', startedAt, failure);
}

function lowerPriority(pid: number | undefined): void {
  try {
    if (pid !== undefined) setPriority(pid, constants.priority.PRIORITY_LOW);
  } catch {
    // the process has ended, or the system refuses: its priority stays as it is
  }
}
