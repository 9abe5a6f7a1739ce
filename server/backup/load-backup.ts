import type { Pool, PoolClient } from 'pg';
import type { Logger } from '../platform/log.ts';
import { migrate } from '../platform/database/migrate.ts';
import { StartError } from '../platform/errors.ts';
import { inTransaction } from '../platform/database/database.ts';
import { entryNames, tableOfChunk, type TarEntry } from './backup-format.ts';
import { copyIn, prepareToCopy, advanceSequences, JOBS, quote } from './copy-rows.ts';
import { readEntries, type CheckedBackup } from './read-backup.ts';

/**
 * Loads a backup into an empty database, completely or not at all, with the tables of its time. `migrate` brings
 * them up to date afterwards. Throws StartError for a database with rows.
 */
export async function loadBackup(pool: Pool, log: Logger, backup: CheckedBackup): Promise<void> {
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
