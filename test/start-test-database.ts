import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { TestProject } from 'vitest/node';
import { type Connection, checkDatabase, openPool } from '#server/platform/database.ts';
import { createLog } from '#server/platform/log.ts';
import { migrate } from '#server/platform/migrate.ts';
import { startEmbeddedPostgres } from '#server/platform/postgres/embedded-postgres.ts';
import { onDatabase } from './on-database.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** Where the run's PostgreSQL is, and the database every test's own is cloned from. */
    database: { connection: Connection; template: string };
  }
}

const log = createLog({ level: 'error', readable: true });

/** Once per run: a PostgreSQL (ours, or that of TEST_DATABASE_URL or DATABASE_URL) with a migrated template. */
export default async function startTestDatabase(
  project: TestProject,
): Promise<() => Promise<void>> {
  const server = await findServer();
  // Runs beside ours may use the same server.
  const template = `festival_template_${process.pid}_${Date.now()}`;
  const admin = openPool(server.connection, log, { max: 1 });
  await checkDatabase(admin);
  await admin.query(`create database ${template} template template0 encoding 'UTF8' locale 'C'`);
  const pool = openPool(onDatabase(server.connection, template), log);
  await migrate(pool, log);
  await pool.end();
  project.provide('database', { connection: server.connection, template });
  return async () => {
    await admin.query(`drop database ${template} with (force)`);
    await admin.end();
    await server.stop();
  };
}

async function findServer(): Promise<{ connection: Connection; stop(): Promise<void> }> {
  const url = process.env.TEST_DATABASE_URL || process.env.DATABASE_URL;
  if (url) return { connection: { connectionString: url }, stop: () => Promise.resolve() };
  const dataDir = await mkdtemp(path.join(tmpdir(), 'festival-test-'));
  const postgres = await startEmbeddedPostgres({
    dataDir,
    log,
    // Nothing here needs to survive a power cut.
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
