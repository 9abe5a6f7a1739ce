// `npm run schema` writes db/schema.sql and db/types.ts from the migrations; with --check it only compares.
import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { openPool } from '#server/platform/database/open-pool.ts';
import { createLog } from '#server/platform/log.ts';
import { migrate } from '#server/platform/database/migrate.ts';
import { findServer } from '#test/find-server.ts';
import { onDatabase } from '#test/on-database.ts';
import { type Schema, readSchema } from './schema/read-schema.ts';
import { schemaSql } from './schema/schema-sql.ts';
import { schemaTypes } from './schema/schema-types.ts';

const root = path.join(import.meta.dirname, '..');
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

/** The format that `npm run check` expects. */
function formatted(source: string): string {
  const oxfmt = path.join(root, 'node_modules/.bin/oxfmt');
  return execFileSync(oxfmt, ['--stdin-filepath', 'db/types.ts'], {
    cwd: root,
    input: source,
    encoding: 'utf8',
  });
}

const schema = await migratedSchema();
const files = { 'db/schema.sql': schemaSql(schema), 'db/types.ts': formatted(schemaTypes(schema)) };
for (const [file, text] of Object.entries(files)) {
  const target = path.join(root, file);
  if (!process.argv.includes('--check')) writeFileSync(target, text);
  else if (readFileSync(target, 'utf8') !== text) {
    console.error(`${file} does not match the migrations: run \`npm run schema\` and commit it.`);
    process.exitCode = 1;
  }
}
