import type { Pool } from 'pg';
import type { Env } from '../../settings/env.ts';
import { openPool } from '../../platform/database/open-pool.ts';
import { inspectBackupDir } from './backup-dir.ts';
import { findRunningEmbedded } from '#packages/embedded-postgres/embedded-postgres.ts';
import type { Logger } from '../../platform/log.ts';
import { type VerifiedArchive, verifyArchive } from './verify-archive.ts';

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
