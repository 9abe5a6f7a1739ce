import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { Logger as JobLogger, runMigrations as migrateJobQueue } from 'graphile-worker';
import { DatabaseError, type Pool, type PoolClient } from 'pg';
import type { Logger } from '../log.ts';
import { StartError } from '../errors.ts';

/** An advisory lock; any number, the same in every process. */
export const MIGRATION_LOCK_ID = 4_200_818;
const databaseFolder = path.join(import.meta.dirname, '../../../db');

/** How long we wait for a statement, instead of the pool's limit (open-pool.ts): a day. */
const patient = { query_timeout: 24 * 60 * 60 * 1000 };

const bookkeeping = `
  create schema if not exists migration;
  create table if not exists migration.applied (
    name text primary key, checksum text not null, applied_at timestamptz not null default now());
  create table if not exists migration.function (name text primary key, checksum text not null);`;

/** Options of a migration run. */
export interface MigrateOptions {
  /** By default that of this program. */
  folder?: string;
  /** The last migration to apply, for a backup of that time; leaves functions out. */
  upTo?: string | undefined;
}

interface SqlFile {
  name: string;
  text: string;
  checksum: string;
}

/** What the database and a backup know of a migration. */
type Applied = Pick<SqlFile, 'name' | 'checksum'>;

/** The first file of version 1.0.0, and the last of the 53 files that it replaces. */
const baseline = { name: '0053-baseline.sql', replaces: '0053-office-submission.sql' };

/**
 * Brings the database up to date: the job queue's tables, then db/migrations by number (each once, in its own
 * transaction), then changed files of db/functions. Processes that start together wait for each other. Throws
 * StartError if the database is newer, older than the baseline, or an applied file was changed.
 */
export async function migrate(
  pool: Pool,
  log: Logger,
  { folder = databaseFolder, upTo }: MigrateOptions = {},
): Promise<void> {
  const client = await pool.connect();
  try {
    // a wait for another process, or a long migration, may take longer than a request's statement
    await client.query('set statement_timeout = 0');
    await client.query({
      text: 'select pg_advisory_lock($1)',
      values: [MIGRATION_LOCK_ID],
      ...patient,
    });
    await migrateJobQueue({ pgPool: pool, logger: new JobLogger(() => () => undefined) });
    await client.query(bookkeeping);
    await applyMigrations(client, readSqlFiles(path.join(folder, 'migrations')), log, upTo);
    if (upTo === undefined) {
      await applyFunctions(client, readSqlFiles(path.join(folder, 'functions')), log);
    }
    await client.query('select pg_advisory_unlock($1)', [MIGRATION_LOCK_ID]);
  } finally {
    // closes the connection: its settings, and a lock after an error, end with it
    client.release(true);
  }
}

/** The migrations of this program, by number. */
export function knownMigrations(): Applied[] {
  return readSqlFiles(path.join(databaseFolder, 'migrations'));
}

/** The applied migrations, by number, with the baseline instead of the files that it replaces. */
export function adoptBaseline(applied: Applied[], known: Applied[]): Applied[] {
  const last = applied.findIndex(({ name }) => name === baseline.replaces);
  const file = known.find(({ name }) => name === baseline.name);
  return last < 0 || !file ? applied : [file, ...applied.slice(last + 1)];
}

function readSqlFiles(folder: string): SqlFile[] {
  const names = readdirSync(folder).filter((name) => name.endsWith('.sql'));
  return names.toSorted().map((name) => {
    const text = readFileSync(path.join(folder, name), 'utf8');
    const checksum = createHash('sha256').update(text.replaceAll('\r\n', '\n')).digest('hex');
    return { name, text, checksum };
  });
}

async function applyMigrations(
  client: PoolClient,
  files: SqlFile[],
  log: Logger,
  upTo: string | undefined,
): Promise<void> {
  const stored = await readApplied(client, 'migration.applied');
  const applied = adoptBaseline(stored, files);
  if (applied !== stored) await storeBaseline(client, applied[0] as Applied);
  checkHistory(files, applied);
  const wanted = files.filter(({ name }) => upTo === undefined || name <= upTo);
  const missing = wanted.filter(({ name }) => !applied.some((each) => each.name === name));
  for (const file of missing) {
    await client.query('begin');
    await apply(client, file, `insert into migration.applied (name, checksum) values ($1, $2)`);
    await client.query('commit');
    log.debug(`Applied migration ${file.name}`);
  }
  if (missing.length > 0)
    log.info({ last: missing.at(-1)?.name }, `Applied migrations: ${missing.length}`);
}

async function storeBaseline(client: PoolClient, { name, checksum }: Applied): Promise<void> {
  await client.query(
    `with replaced as (delete from migration.applied where name <= $1)
     insert into migration.applied (name, checksum) values ($2, $3)`,
    [baseline.replaces, name, checksum],
  );
}

/**
 * All functions in one transaction: they call each other, so PostgreSQL must not check their bodies one by one, and
 * processes of the version before never call a new function together with an old one.
 */
async function applyFunctions(client: PoolClient, files: SqlFile[], log: Logger): Promise<void> {
  const applied = await readApplied(client, 'migration.function');
  const changed = files.filter(
    (file) =>
      !applied.some(({ name, checksum }) => name === file.name && checksum === file.checksum),
  );
  await client.query('begin');
  await client.query('set local check_function_bodies = off');
  for (const file of changed) {
    await apply(
      client,
      file,
      `insert into migration.function (name, checksum) values ($1, $2)
       on conflict (name) do update set checksum = excluded.checksum`,
    );
    log.debug(`Replaced function ${file.name}`);
  }
  await client.query('commit');
}

async function readApplied(client: PoolClient, table: string): Promise<Applied[]> {
  return (await client.query<Applied>(`select name, checksum from ${table} order by name`)).rows;
}

function checkHistory(files: SqlFile[], applied: Applied[]): void {
  const last = applied.at(-1)?.name ?? '';
  for (const { name, checksum } of applied) {
    const file = files.find((candidate) => candidate.name === name);
    if (!file && files[0] && last < files[0].name) {
      throw new StartError(
        `The database is too old for this version: it stops at ${last}. ` +
          'Start the version before 1.0.0 on it once (CHANGELOG.md names its commit), then this one.',
      );
    }
    if (!file) {
      throw new StartError(
        `The database is newer than this program: it knows ${name}, db/migrations does not. ` +
          'Start the newer version of the program, or use another database.',
      );
    }
    if (file.checksum !== checksum) {
      throw new StartError(
        `db/migrations/${name} was changed after it had been applied to this database. ` +
          'Undo the change and put it into a new migration; in development, start with an empty DATA_DIR.',
      );
    }
  }
  const late = files.find(({ name }) => name < last && !applied.some((each) => each.name === name));
  if (late) {
    throw new StartError(
      `db/migrations/${late.name} comes before ${last}, which is already applied. Give it a higher number.`,
    );
  }
}

/** Runs a file in the current transaction and records it. Rolls back and throws StartError if it fails. */
async function apply(client: PoolClient, file: SqlFile, record: string): Promise<void> {
  try {
    await client.query({ text: file.text, ...patient });
    await client.query(record, [file.name, file.checksum]);
  } catch (error) {
    await client.query('rollback');
    throw new StartError(`Database: ${file.name} failed: ${describe(error, file.text)}`, {
      cause: error,
    });
  }
}

/** PostgreSQL counts characters from 1; people count lines. */
function describe(error: unknown, text: string): string {
  if (!(error instanceof DatabaseError)) return String(error);
  if (error.position === undefined) return error.message;
  const line = text.slice(0, Number(error.position)).split('\n').length;
  return `${error.message} (line ${line})`;
}
