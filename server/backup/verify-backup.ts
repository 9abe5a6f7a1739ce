import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Pool } from 'pg';
import { findViolations } from '../invariants.ts';
import { openPool } from '../platform/database/open-pool.ts';
import type { Logger } from '../platform/log.ts';
import { migrate } from '../platform/database/migrate.ts';
import { startEmbeddedPostgres } from '../platform/embedded-postgres/embedded-postgres.ts';
import { StartError } from '../platform/errors.ts';
import { inTransaction } from '../platform/database/transaction.ts';
import { prepareToCopy, checksumTable } from './copy-rows.ts';
import { listTables } from './list-tables.ts';
import { loadBackup } from './load-backup.ts';
import { type CheckedBackup, checkBackup } from './read-backup.ts';

/**
 * Restores a backup into a database of its own, which is thrown away, and compares every table. Throws
 * StartError saying what is wrong with it.
 */
export async function verifyBackup(file: string, log: Logger): Promise<CheckedBackup> {
  const backup = await checkBackup(file);
  const dataDir = await mkdtemp(path.join(tmpdir(), 'festival-verify-'));
  try {
    const postgres = await startEmbeddedPostgres({
      dataDir,
      log,
      // thrown away in a moment: it need not survive a power cut
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

/** What was loaded against what was copied out, and against itself. Throws StartError. */
export async function compareTables(pool: Pool, { head, manifest }: CheckedBackup): Promise<void> {
  const differing: string[] = [];
  await inTransaction(pool, async (client) => {
    await prepareToCopy(client);
    const tables = new Map((await listTables(client)).map((table) => [table.name, table]));
    for (const { name } of head.tables) {
      const table = tables.get(name);
      const sum = table && (await checksumTable(client, table));
      const wanted = manifest.tables[name];
      if (sum?.sha256 !== wanted?.sha256 || sum?.rows !== wanted?.rows) differing.push(name);
    }
  });
  if (differing.length > 0) {
    throw new StartError(`Restored, these tables differ from the backup: ${differing.join(', ')}.`);
  }
  const violations = await findViolations(pool);
  if (violations.length > 0) {
    throw new StartError(`The backup contradicts itself: ${violations.join('; ')}.`);
  }
}
