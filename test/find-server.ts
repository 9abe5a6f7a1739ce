import { mkdtemp, rm } from 'node:fs/promises';
import path from 'node:path';
import type { Connection } from '#server/platform/database/open-pool.ts';
import { createLog } from '#server/platform/log.ts';
import { startEmbeddedPostgres } from '#packages/embedded-postgres/embedded-postgres.ts';
import { findFastFolder } from './find-fast-folder.ts';

/** A PostgreSQL server for test databases. */
export interface DatabaseServer {
  connection: Connection;
  stop(): Promise<void>;
}

/** The server of TEST_DATABASE_URL or DATABASE_URL, otherwise an embedded one that `stop` deletes. */
export async function findServer(): Promise<DatabaseServer> {
  const url = process.env.TEST_DATABASE_URL || process.env.DATABASE_URL;
  if (url) return { connection: { connectionString: url }, stop: () => Promise.resolve() };
  const dataDir = await mkdtemp(path.join(findFastFolder(), 'festival-test-'));
  const postgres = await startEmbeddedPostgres({
    dataDir,
    log: createLog({ level: 'error', isReadable: true }),
    // Tests need no durability.
    settings: { fsync: 'off', full_page_writes: 'off', max_connections: '200' },
  });
  return {
    connection: postgres.connection,
    async stop() {
      await postgres.stop();
      await rm(dataDir, { recursive: true });
    },
  };
}
