import type { Pool, PoolClient } from 'pg';
import type { Logger } from '../platform/log.ts';
import { migrate } from '../platform/database/migrate.ts';
import { restoreSecret, type SecretState } from './backup-secret.ts';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { listViolations } from '../invariants.ts';
import { openPool } from '../platform/database/open-pool.ts';
import { startEmbeddedPostgres } from '#packages/embedded-postgres/embedded-postgres.ts';
import { StartError } from '../platform/errors.ts';
import { inTransaction } from '../platform/database/database.ts';
import {
  prepareToCopy,
  checksumTable,
  listTables,
  copyIn,
  advanceSequences,
  JOBS,
  quote,
} from './copy-rows.ts';
import { checkBackup, readEntries, type CheckedBackup } from './read-backup.ts';
import { entryNames, tableOfChunk, type TableChecksum, type TarEntry } from './backup-format.ts';

export interface RestoreTarget {
  pool: Pool;
  log: Logger;
  dataDir: string;
  /** From the environment; undefined if the shop uses DATA_DIR/app-secret. */
  appSecret: string | undefined;
}

/** Restores a backup into an empty database, compares every table, then migrates. Throws StartError. */
export async function restoreBackup(
  target: RestoreTarget,
  backup: CheckedBackup,
): Promise<SecretState> {
  await loadBackup(target.pool, target.log, backup);
  await compareTables(target.pool, backup);
  await migrateRestored(target.pool, target.log);
  // sessions from the time of the backup are over (office.md 14)
  await target.pool.query(`update staff_session set ended_at = now() where ended_at is null`);
  return restoreSecret(target, {
    secretPrint: backup.head.secretPrint,
    appSecret: backup.appSecret,
  });
}

/**
 * Restores a backup into a temporary database and compares every table. Throws a StartError that names the
 * defect.
 */
export async function verifyBackup(file: string, log: Logger): Promise<CheckedBackup> {
  const backup = await checkBackup(file);
  const dataDir = await mkdtemp(path.join(tmpdir(), 'festival-verify-'));
  try {
    const postgres = await startEmbeddedPostgres({
      dataDir,
      log,
      // temporary: it need not survive a power cut
      settings: { fsync: 'off', full_page_writes: 'off' },
    });
    const pool = openPool(postgres.connection, log, { max: 2, statement_timeout: 0 });
    try {
      await loadBackup(pool, log, backup);
      await compareTables(pool, backup);
      await migrateRestored(pool, log);
    } finally {
      await pool.end();
      await postgres.stop();
    }
  } finally {
    await rm(dataDir, { recursive: true, force: true });
  }
  return backup;
}

/** Compares the loaded tables with the backup. Throws StartError. */
async function compareTables(pool: Pool, { manifest }: CheckedBackup): Promise<void> {
  const differing = await listDifferingTables(pool, manifest.tables);
  if (differing.length > 0) {
    throw new StartError(
      `These tables differ from the backup after the restore: ${differing.join(', ')}.`,
    );
  }
}

/** Names the tables whose rows are not the expected ones. */
export async function listDifferingTables(
  pool: Pool,
  expected: Record<string, TableChecksum>,
): Promise<string[]> {
  const differing: string[] = [];
  await inTransaction(pool, async (client) => {
    await prepareToCopy(client);
    const tables = new Map((await listTables(client)).map((table) => [table.name, table]));
    for (const [name, { sha256, rows }] of Object.entries(expected)) {
      const table = tables.get(name);
      const checksum = table && (await checksumTable(client, table));
      if (checksum?.sha256 !== sha256 || checksum.rows !== rows) differing.push(name);
    }
  });
  return differing;
}

/** Migrates a restored database. Throws StartError if it violates an invariant; these read the present tables. */
export async function migrateRestored(pool: Pool, log: Logger): Promise<void> {
  await migrate(pool, log);
  const violations = await listViolations(pool);
  if (violations.length === 0) return;
  throw new StartError(`The backup violates invariants: ${violations.join('; ')}.`);
}

/**
 * Loads a backup into an empty database, completely or not at all, with the tables of its time. `migrate` brings
 * them up to date afterwards. Throws StartError for a database with rows.
 */
async function loadBackup(pool: Pool, log: Logger, backup: CheckedBackup): Promise<void> {
  await refuseUnlessEmpty(pool);
  await migrate(pool, log, { upTo: backup.head.migrations.at(-1)?.name });
  await refuseOtherTables(pool, backup);
  await inTransaction(pool, async (client) => {
    await prepareToCopy(client);
    // the backup holds the counts that triggers keep
    await client.query(`set local festival.restores = 'on'`);
    await loadTables(client, backup);
    await advanceSequences(client, backup.manifest.lastIds);
  });
  await pool.query('analyze');
}

/** Empty tables are fine: a shop that was started and never used has them. */
async function refuseUnlessEmpty(pool: Pool): Promise<void> {
  const { rows } = await pool.query<{ name: string }>(
    `select format('%I.%I', n.nspname, c.relname) as name
     from pg_class c join pg_namespace n on n.oid = c.relnamespace
     where c.relkind in ('r', 'p') and n.nspname !~ '^pg_' and n.nspname <> 'information_schema'
       and n.nspname not in ('migration', 'graphile_worker')
         and c.relname not in ('job_worker', 'archive_run', 'shop_address')`,
  );
  for (const { name } of rows) {
    const found = await pool.query(`select from ${name} limit 1`);
    if (found.rowCount === 0) continue;
    throw new StartError(
      `The database is not empty (${name.replace('public.', '')} has rows), but a backup needs an empty one. ` +
        'Set DATA_DIR or DATABASE_URL to another place, or move the old data away.',
    );
  }
}

async function refuseOtherTables(pool: Pool, { head }: CheckedBackup): Promise<void> {
  const { rows } = await pool.query<{ name: string }>('select name from migration.applied');
  if (rows.length === head.migrations.length) return;
  throw new StartError(
    'The tables of this database are newer than the backup. Restore into a database without tables; ' +
      'the restore migrates them afterwards.',
  );
}

async function loadTables(client: PoolClient, { file, head }: CheckedBackup): Promise<void> {
  const columns = new Map(head.tables.map((table) => [table.name, table.columns]));
  const entries = readEntries(file);
  let next = await entries.next();
  while (!next.done && next.value.name !== entryNames.manifest) {
    const table = tableOfChunk(next.value.name);
    const known = table === null ? undefined : columns.get(table);
    if (table === null || known === undefined) {
      next = await entries.next();
      continue;
    }
    const rows = readTable(table, next.value, entries);
    if (table === JOBS) await loadJobs(client, known, rows.chunks());
    else await copyIn(client, `public.${quote(table)}`, known, rows.chunks());
    next = rows.nextEntry();
  }
  await entries.return(undefined);
}

/** Reads the chunks of one table, and then the entry after them. */
function readTable(table: string, first: TarEntry, entries: AsyncGenerator<TarEntry>) {
  let current: IteratorResult<TarEntry> = { done: false, value: first };
  return {
    async *chunks(): AsyncGenerator<Buffer> {
      while (!current.done && tableOfChunk(current.value.name) === table) {
        yield current.value.bytes;
        current = await entries.next();
      }
    },
    nextEntry: () => current,
  };
}

/** Enqueues jobs through the queue's own function, because its tables change with its versions. */
async function loadJobs(
  client: PoolClient,
  columns: string[],
  chunks: AsyncIterable<Buffer>,
): Promise<void> {
  await client.query(
    `create temporary table restored_job (
       identifier text, payload json, queue_name text, run_at timestamptz, max_attempts integer,
       attempts integer, key text, priority integer, job_id bigint) on commit drop`,
  );
  await copyIn(client, 'restored_job', columns, chunks);
  await client.query(
    `update restored_job set job_id = (graphile_worker.add_job(identifier, payload, queue_name, run_at,
       max_attempts, key, priority)).id`,
  );
  await client.query(
    `update graphile_worker._private_jobs j set attempts = r.attempts
     from restored_job r where r.job_id = j.id`,
  );
}
