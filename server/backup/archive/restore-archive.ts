import { readdirSync } from 'node:fs';
import { rename, rm } from 'node:fs/promises';
import path from 'node:path';
import type { Pool } from 'pg';
import { listViolations } from '../../invariants.ts';
import { migrate } from '../../platform/database/migrate.ts';
import { openPool } from '../../platform/database/open-pool.ts';
import { inTransaction } from '../../platform/database/database.ts';
import { lockDataDir, createDataDir } from '#packages/embedded-postgres/data-dir.ts';
import { StartError } from '../../platform/errors.ts';
import type { Logger } from '../../platform/log.ts';
import { advanceSequences, findLastIds, countRows, type RowCounts } from '../copy-rows.ts';
import { restoreSecret, type SecretState } from '../backup-secret.ts';
import { refuseNested, readShopFile, findSigningSecret } from './backup-dir.ts';
import { planRestore, recoverArchive } from './recover-archive.ts';
import { createDamageReport, readArchive } from './read-archive.ts';

export interface ArchiveRestore {
  /** BACKUP_DIR. */
  directory: string;
  /** Undefined: as far as the archive goes. */
  to?: Date | undefined;
  dataDir: string;
  /** From the environment; undefined if the shop uses DATA_DIR/app-secret. */
  appSecret: string | undefined;
  /** Whether the archive need not be signed. */
  isUnsigned?: boolean;
  log: Logger;
}

/** The result of a restore. */
export interface RestoredArchive {
  /** Time of the last restored change; null without one since the base backup. */
  restoredTo: Date | null;
  tables: RowCounts;
  violations: string[];
  secret: SecretState;
}

/**
 * Restores an archive into a DATA_DIR without a database. Overwrites nothing and writes nothing into BACKUP_DIR. The
 * database gets its name when it is complete; an interrupted restore starts again from scratch. Throws StartError.
 */
export async function restoreArchive(restore: ArchiveRestore): Promise<RestoredArchive> {
  const { directory, dataDir, to, log } = restore;
  const cluster = path.join(dataDir, 'postgres');
  refuseNested(directory, dataDir);
  refuseUnlessEmpty(cluster, dataDir);
  const archive = await readArchive(directory);
  createDamageReport(log)(archive.damaged);
  const plan = planRestore(archive, to);
  const shop = await readShopFile(plan.base.folder);
  const appSecret = restore.isUnsigned ? null : findSigningSecret(restore.appSecret, shop);
  // a refused restore leaves nothing behind
  createDataDir(dataDir);
  const unlock = lockDataDir(dataDir);
  const restoring = path.join(dataDir, 'restoring');
  try {
    await rm(restoring, { recursive: true, force: true });
    const options = { directory, dataDir: restoring, appSecret, log };
    const target = to && { target: { time: to } };
    const postgres = await recoverArchive(plan, { ...options, ...target });
    const pool = openPool(postgres.connection, log, { max: 2, statement_timeout: 0 });
    let found: Omit<RestoredArchive, 'secret'>;
    try {
      found = await finishRestore(pool, log);
    } finally {
      await pool.end();
      await postgres.stop();
    }
    await rename(path.join(restoring, 'postgres'), cluster);
    return { ...found, secret: restoreSecret(restore, shop) };
  } finally {
    await rm(restoring, { recursive: true, force: true });
    unlock();
  }
}

function refuseUnlessEmpty(cluster: string, dataDir: string): void {
  let names: string[] = [];
  try {
    names = readdirSync(cluster);
  } catch {
    return;
  }
  if (names.length === 0) return;
  throw new StartError(
    `${dataDir} holds a database already, and a restore overwrites nothing. Move it away, or set another DATA_DIR.`,
  );
}

/** Skips ids that may have been given out after the archive's end, and migrates: invariants read the present tables. */
async function finishRestore(pool: Pool, log: Logger): Promise<Omit<RestoredArchive, 'secret'>> {
  const { rows } = await pool.query<{ at: Date | null }>(
    'select pg_last_xact_replay_timestamp() as at',
  );
  const tables = await inTransaction(pool, async (client) => {
    await advanceSequences(client, await findLastIds(client));
    // sessions from the time of the archive are over (office.md 14)
    await client.query(`update staff_session set ended_at = now() where ended_at is null`);
    return await countRows(client);
  });
  await migrate(pool, log);
  return { restoredTo: rows[0]?.at ?? null, tables, violations: await listViolations(pool) };
}
