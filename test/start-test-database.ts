import type { TestProject } from 'vitest/node';
import { checkServer } from '#server/platform/database/check-database.ts';
import { type Connection, openPool } from '#server/platform/database/open-pool.ts';
import { createLog } from '#server/platform/log.ts';
import { migrate } from '#server/platform/database/migrate.ts';
import { loadDemoIfEmpty } from '#server/programme/load-programme.ts';
import { addDemoSubscriber } from '#server/newsletter/demo-subscriber.ts';
import { findServer } from './find-server.ts';
import { onDatabase } from './on-database.ts';

/** What a test's database contains: the tables alone, or the demonstration. */
export type TestContent = 'empty' | 'demo';

declare module 'vitest' {
  interface ProvidedContext {
    /** The run's PostgreSQL server, and the templates of each test's database. */
    database: { connection: Connection; templates: Record<TestContent, string> };
  }
}

const log = createLog({ level: 'error', isReadable: true });

/** Prepares, once per run, a PostgreSQL with two migrated template databases, dropped at the end. */
export default async function startTestDatabase(
  project: TestProject,
): Promise<() => Promise<void>> {
  const server = await findServer();
  // Other runs may use the same server.
  const name = `festival_template_${project.name}_${process.pid}_${Date.now()}`;
  const templates = { empty: name, demo: `${name}_demo` };
  const admin = openPool(server.connection, log, { max: 1 });
  await checkServer(admin);
  await admin.query(
    `create database ${templates.empty} template template0 encoding 'UTF8' locale 'C'`,
  );
  const empty = openPool(onDatabase(server.connection, templates.empty), log);
  await migrate(empty, log);
  await empty.end();
  await admin.query(`create database ${templates.demo} template ${templates.empty}`);
  const demo = openPool(onDatabase(server.connection, templates.demo), log);
  await loadDemoIfEmpty(demo);
  await addDemoSubscriber(demo);
  await demo.end();
  project.provide('database', { connection: server.connection, templates });
  return async () => {
    for (const template of Object.values(templates))
      await admin.query(`drop database ${template} with (force)`);
    await admin.end();
    await server.stop();
  };
}
