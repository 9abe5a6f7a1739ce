import type { TestProject } from 'vitest/node';
import { checkServer } from '#server/platform/database/check-database.ts';
import { type Connection, openPool } from '#server/platform/database/open-pool.ts';
import { createLog } from '#server/platform/log.ts';
import { migrate } from '#server/platform/database/migrate.ts';
import { findServer } from './find-server.ts';
import { onDatabase } from './on-database.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** The run's PostgreSQL server, and the template of each test's database. */
    database: { connection: Connection; template: string };
  }
}

const log = createLog({ level: 'error', isReadable: true });

/** Prepares, once per run, a PostgreSQL with a migrated template database, dropped at the end. */
export default async function startTestDatabase(
  project: TestProject,
): Promise<() => Promise<void>> {
  const server = await findServer();
  // Other runs may use the same server.
  const template = `festival_template_${process.pid}_${Date.now()}`;
  const admin = openPool(server.connection, log, { max: 1 });
  await checkServer(admin);
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
