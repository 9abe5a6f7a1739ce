import type { Pool } from 'pg';
import type { Logger } from '../platform/log.ts';
import { migrate } from '../platform/database/migrate.ts';
import { loadBackup } from './load-backup.ts';
import { restoreSecret, type SecretState } from './backup-secret.ts';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { listViolations } from '../invariants.ts';
import { openPool } from '../platform/database/open-pool.ts';
import { startEmbeddedPostgres } from '#packages/embedded-postgres/embedded-postgres.ts';
import { StartError } from '../platform/errors.ts';
import { inTransaction } from '../platform/database/database.ts';
import type { TableChecksum } from './backup-format.ts';
import { prepareToCopy, checksumTable, listTables } from './copy-rows.ts';
import { checkBackup, type CheckedBackup } from './read-backup.ts';

export interface RestoreTarget {
  pool: Pool;
  log: Logger;
  dataDir: string;
  /** From the environment; undefined if the shop uses DATA_DIR/app-secret. */
  appSecret: string | undefined;
}

/** Restores a backup into an empty database, compares every table, then migrates. Throws StartError. */
export async function restoreBackup(
  target: RestoreTarget,
  backup: CheckedBackup,
): Promise<SecretState> {
  await loadBackup(target.pool, target.log, backup);
  await compareTables(target.pool, backup);
  await migrate(target.pool, target.log);
  // sessions from the time of the backup are over (office.md 14)
  await target.pool.query(`update staff_session set ended_at = now() where ended_at is null`);
  return restoreSecret(target, {
    secretPrint: backup.head.secretPrint,
    appSecret: backup.appSecret,
  });
}

/**
 * Restores a backup into a temporary database and compares every table. Throws a StartError that names the
 * defect.
 */
export async function verifyBackup(file: string, log: Logger): Promise<CheckedBackup> {
  const backup = await checkBackup(file);
  const dataDir = await mkdtemp(path.join(tmpdir(), 'festival-verify-'));
  try {
    const postgres = await startEmbeddedPostgres({
      dataDir,
      log,
      // temporary: it need not survive a power cut
      settings: { fsync: 'off', full_page_writes: 'off' },
    });
    const pool = openPool(postgres.connection, log, { max: 2, statement_timeout: 0 });
    try {
      await loadBackup(pool, log, backup);
      await compareTables(pool, backup);
      await migrate(pool, log);
    } finally {
      await pool.end();
      await postgres.stop();
    }
  } finally {
    await rm(dataDir, { recursive: true, force: true });
  }
  return backup;
}

/** Compares the loaded tables with the backup, and checks the invariants. Throws StartError. */
async function compareTables(pool: Pool, { manifest }: CheckedBackup): Promise<void> {
  const differing = await listDifferingTables(pool, manifest.tables);
  if (differing.length > 0) {
    throw new StartError(
      `These tables differ from the backup after the restore: ${differing.join(', ')}.`,
    );
  }
  await checkRestoredInvariants(pool);
}

/** Names the tables whose rows are not the expected ones. */
export async function listDifferingTables(
  pool: Pool,
  expected: Record<string, TableChecksum>,
): Promise<string[]> {
  const differing: string[] = [];
  await inTransaction(pool, async (client) => {
    await prepareToCopy(client);
    const tables = new Map((await listTables(client)).map((table) => [table.name, table]));
    for (const [name, { sha256, rows }] of Object.entries(expected)) {
      const table = tables.get(name);
      const checksum = table && (await checksumTable(client, table));
      if (checksum?.sha256 !== sha256 || checksum.rows !== rows) differing.push(name);
    }
  });
  return differing;
}

/** Throws StartError if a restored database violates an invariant. */
export async function checkRestoredInvariants(pool: Pool): Promise<void> {
  const violations = await listViolations(pool);
  if (violations.length === 0) return;
  throw new StartError(`The backup violates invariants: ${violations.join('; ')}.`);
}
