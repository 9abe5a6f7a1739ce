import path from 'node:path';
import type { Pool } from 'pg';
import { onTestFinished } from 'vitest';
import {
  createClusterArchive,
  type ArchiveOptions,
} from '#server/backup/archive/cluster-archive.ts';
import { migrate } from '#server/platform/database/migrate.ts';
import { openPool } from '#server/platform/database/open-pool.ts';
import {
  startEmbeddedPostgres,
  type EmbeddedPostgres,
} from '#packages/embedded-postgres/embedded-postgres.ts';
import { testLog } from './database.ts';

/** Signs these archives. */
export const ARCHIVED_SECRET = 'the secret of the archived shop';

/** An embedded PostgreSQL with our tables and a table `note`. */
export interface ArchivedDatabase {
  pool: Pool;
  postgres: EmbeddedPostgres;
  dataDir: string;
  stop(): Promise<void>;
}

/** Starts one in a subfolder; it is stopped after the test. Without `archive` it archives nothing. */
export async function startArchivedDatabase(
  folder: string,
  name: string,
  archive: ArchiveOptions | undefined,
): Promise<ArchivedDatabase> {
  const dataDir = path.join(folder, name);
  const postgres = await startEmbeddedPostgres({
    dataDir,
    log: testLog,
    archive: createClusterArchive({ archive, appSecret: ARCHIVED_SECRET }),
  });
  const pool = openPool(postgres.connection, testLog, { max: 4, statement_timeout: 0 });
  let isStopped = false;
  const stop = async (): Promise<void> => {
    if (isStopped) return;
    isStopped = true;
    await pool.end();
    await postgres.stop();
  };
  onTestFinished(stop);
  await migrate(pool, testLog);
  await pool.query(
    'create table if not exists note (id int primary key generated always as identity, text text)',
  );
  return { pool, postgres, dataDir, stop };
}
