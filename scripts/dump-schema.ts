// `npm run schema` writes db/schema.sql from the migrations; with --check it only compares.
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { openPool } from '#server/platform/database/open-pool.ts';
import { createLog } from '#server/platform/log.ts';
import { migrate } from '#server/platform/database/migrate.ts';
import { findServer } from '#test/find-server.ts';
import { onDatabase } from '#test/on-database.ts';
import { type Schema, readSchema } from './schema/read-schema.ts';
import { schemaSql } from './schema/schema-sql.ts';

const log = createLog({ level: 'error', isReadable: true });

/** The schema that all migrations together create, on a database of its own. */
async function migratedSchema(): Promise<Schema> {
  const server = await findServer();
  const admin = openPool(server.connection, log, { max: 1 });
  const name = `festival_schema_${process.pid}`;
  await admin.query(`create database ${name} template template0 encoding 'UTF8' locale 'C'`);
  const pool = openPool(onDatabase(server.connection, name), log);
  try {
    await migrate(pool, log);
    return await readSchema(pool);
  } finally {
    await pool.end();
    await admin.query(`drop database ${name} with (force)`);
    await admin.end();
    await server.stop();
  }
}

const schema = schemaSql(await migratedSchema());
const file = path.join(import.meta.dirname, '../db/schema.sql');
if (!process.argv.includes('--check')) {
  writeFileSync(file, schema);
} else if (readFileSync(file, 'utf8') !== schema) {
  console.error('db/schema.sql does not match the migrations: run `npm run schema` and commit it.');
  process.exitCode = 1;
}
