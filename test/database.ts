import { randomBytes } from 'node:crypto';
import { afterAll, inject } from 'vitest';
import { type Databases, openDatabases } from '#server/platform/database/database.ts';
import { type Connection, openPool } from '#server/platform/database/open-pool.ts';
import { createLog, type Logger } from '#server/platform/log.ts';
import { onDatabase } from './on-database.ts';
import type { TestContent } from './start-test-database.ts';

/** The database of one test file. */
export type TestDatabase = Databases;

/** Only errors are printed. */
export const testLog: Logger = createLog({ level: 'error', isReadable: true });

/**
 * A fresh, migrated database for this test file, dropped after its last test. Call it at the top of the file:
 * `const database = await createTestDatabase();`
 */
export async function createTestDatabase(content: TestContent = 'empty'): Promise<TestDatabase> {
  const { databases, drop } = await openTestDatabase(content);
  afterAll(drop);
  return databases;
}

/** A fresh, migrated database that the caller drops: one for each test, where tests change the whole programme. */
export async function openTestDatabase(
  content: TestContent,
): Promise<{ databases: TestDatabase; drop: () => Promise<void> }> {
  const { connection: server, templates } = inject('database');
  const name = `festival_test_${randomBytes(8).toString('hex')}`;
  // copying the files is faster than writing them to the log
  await asAdmin(
    server,
    `create database ${name} template ${templates[content]} strategy file_copy`,
  );
  const connection = onDatabase(server, name);
  const databases = openDatabases(connection, testLog);
  const drop = async () => {
    await databases.close();
    await asAdmin(server, `drop database ${name} with (force)`);
  };
  return { databases, drop };
}

async function asAdmin(server: Connection, statement: string): Promise<void> {
  const pool = openPool(server, testLog, { max: 1 });
  await pool.query(statement);
  await pool.end();
}
