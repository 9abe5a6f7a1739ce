import { mkdir, rm, statfs } from 'node:fs/promises';
import path from 'node:path';
import type { Pool } from 'pg';
import { openPool } from '../../platform/database/open-pool.ts';
import { inTransaction } from '../../platform/database/database.ts';
import { DataDirInUse, lockDataDir, createDataDir } from '#packages/embedded-postgres/data-dir.ts';
import { StartError } from '../../platform/errors.ts';
import type { Logger } from '../../platform/log.ts';
import { countRows, type RowCounts } from '../copy-rows.ts';
import { listDifferingTables, migrateRestored } from '../restore-backup.ts';
import { recordRun } from './archive-runs.ts';
import { createRestorePoint } from './create-restore-point.ts';
import { planRestore, recoverArchive, type RestorePlan } from './recover-archive.ts';
import { createDamageReport, readArchive } from './read-archive.ts';
import { readShopFile, inspectBackupDir, findSigningSecret } from './backup-dir.ts';
import type { Env } from '../../settings/env.ts';
import { findRunningEmbedded } from '#packages/embedded-postgres/embedded-postgres.ts';

export interface ArchiveVerification {
  /** BACKUP_DIR. */
  directory: string;
  /** The archive is restored into its subfolder `verification`, which is deleted afterwards. */
  dataDir: string;
  /** The secret of the shop here; undefined: unknown. */
  appSecret: string | undefined;
  /** Whether the archive need not be signed. */
  isUnsigned?: boolean;
  /** The running shop of this archive, to compare with; null without one. */
  live: Pool | null;
  /** Whether the running shop records the result. */
  isRecorded: boolean;
  log: Logger;
}

/** The result for a good archive. */
export interface VerifiedArchive {
  /** Time of the last change that was restored; null without one since the base backup. */
  restoredTo: Date | null;
  baseBackupAt: Date;
  tables: RowCounts;
}

/** Must stay free in addition to the restored database: the shop sells on the same disk. */
const MIN_FREE_BYTES = 1024 ** 3;

/** Why a second verification does not start: the first one uses the folder. */
export const verificationRunning = 'A verification is running already; wait for it.';

/**
 * Restores the archive into a folder that is deleted afterwards, starts it, checks the invariants, and compares every
 * table with the running shop. Throws StartError that names the defect.
 */
export async function verifyArchive(verification: ArchiveVerification): Promise<VerifiedArchive> {
  const { dataDir, live, isRecorded } = verification;
  const scratch = path.join(dataDir, 'verification');
  createDataDir(scratch);
  const unlock = lockVerification(scratch);
  try {
    const verify = (): Promise<VerifiedArchive> => restoreInto(scratch, verification);
    // under the lock: a call that has to wait is not a run
    return live !== null && isRecorded
      ? await recordRun(live, 'verification', verify)
      : await verify();
  } finally {
    await rm(scratch, { recursive: true, force: true });
    unlock();
  }
}

function lockVerification(scratch: string): () => void {
  try {
    return lockDataDir(scratch);
  } catch (error) {
    if (error instanceof DataDirInUse) throw new StartError(verificationRunning);
    throw error;
  }
}

async function restoreInto(
  scratch: string,
  { directory, live, log, ...verification }: ArchiveVerification,
): Promise<VerifiedArchive> {
  const point = live && (await createRestorePoint(live, directory));
  const archive = await readArchive(directory);
  createDamageReport(log)(archive.damaged);
  const baseBackups = archive.baseBackups.filter(
    ({ wal }) => point === null || wal.end <= point.position,
  );
  const plan = planRestore({ ...archive, baseBackups });
  const appSecret = verification.isUnsigned
    ? null
    : findSigningSecret(verification.appSecret, await readShopFile(plan.base.folder));
  const cluster = path.join(scratch, 'data');
  await rm(cluster, { recursive: true, force: true });
  await mkdir(cluster, { mode: 0o711 });
  await refuseWithoutRoom(plan, cluster);
  const target = point && { target: { name: point.name } };
  const options = { directory, dataDir: cluster, appSecret, log, ...target };
  return await onRecovered(plan, options, (pool) => inspect(pool, plan, log, point?.tables ?? {}));
}

async function refuseWithoutRoom({ base }: RestorePlan, folder: string): Promise<void> {
  const { bavail, bsize } = await statfs(folder);
  const missing = base.bytes * 1.5 + MIN_FREE_BYTES - bavail * bsize;
  if (missing <= 0) return;
  throw new StartError(
    `The archive was not restored: ${folder} lacks ${Math.ceil(missing / 1e6)} MB. Free some space.`,
  );
}

async function onRecovered<Result>(
  plan: RestorePlan,
  options: Parameters<typeof recoverArchive>[1],
  work: (pool: Pool) => Promise<Result>,
): Promise<Result> {
  const postgres = await recoverArchive(plan, {
    ...options,
    // temporary: it need not survive a power cut
    settings: { fsync: 'off', full_page_writes: 'off' },
  });
  const pool = openPool(postgres.connection, options.log, { max: 2, statement_timeout: 0 });
  try {
    return await work(pool);
  } finally {
    await pool.end();
    await postgres.stop();
  }
}

async function inspect(
  pool: Pool,
  { base }: RestorePlan,
  log: Logger,
  expected: Parameters<typeof listDifferingTables>[1],
): Promise<VerifiedArchive> {
  const differing = await listDifferingTables(pool, expected);
  if (differing.length > 0) {
    throw new StartError(
      `These tables of the restored archive differ from the shop: ${differing.join(', ')}.`,
    );
  }
  const tables = await inTransaction(pool, countRows);
  const { rows } = await pool.query<{ at: Date | null }>(
    'select pg_last_xact_replay_timestamp() as at',
  );
  await migrateRestored(pool, log);
  return { restoredTo: rows[0]?.at ?? null, baseBackupAt: base.endedAt, tables };
}

/**
 * Verifies an archive, and compares it with the shop of DATA_DIR if that runs and is the archive's own. Records the
 * result there if it is the archive of BACKUP_DIR. Throws StartError.
 * @param isUnsigned whether the archive need not be signed
 */
export async function verifyOwnArchive(
  env: Env,
  directory: string,
  log: Logger,
  isUnsigned = false,
): Promise<VerifiedArchive & { isCompared: boolean }> {
  const running = await findRunningEmbedded(env.dataDir);
  const pool = running && openPool(running, log, { max: 4, statement_timeout: 0 });
  try {
    const live = pool && (await isArchiveOf(pool, directory)) ? pool : null;
    const isRecorded = directory === env.archive?.directory;
    const { dataDir } = env;
    // without a shop here, DATA_DIR/app-secret may be new
    const appSecret = running !== null || env.hasAppSecret ? env.appSecret : undefined;
    const trust = { appSecret, isUnsigned };
    const found = await verifyArchive({ directory, dataDir, live, isRecorded, log, ...trust });
    return { ...found, isCompared: live !== null };
  } finally {
    await pool?.end();
  }
}

async function isArchiveOf(pool: Pool, directory: string): Promise<boolean> {
  const { rows } = await pool.query<{ id: string }>(
    'select system_identifier::text as id from pg_control_system()',
  );
  const state = inspectBackupDir(directory);
  return state.kind === 'archive' && state.systemId === rows[0]?.id;
}
