import { createHash, type Hash } from 'node:crypto';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { PoolClient } from 'pg';
import { from as copyFrom, to as copyTo } from 'pg-copy-streams';
import type { TableChecksum, BackupManifest } from './backup-format.ts';

/** How much of a table is in memory at once. */
const CHUNK_BYTES = 1024 * 1024;
const newline = '\n'.charCodeAt(0);

/** All settings on which the text of a value depends, and no time limits. */
const sessionSettings =
  `set local timezone = 'UTC'; set local datestyle = 'ISO'; set local intervalstyle = 'postgres';` +
  `set local bytea_output = 'hex'; set local extra_float_digits = 1; set local search_path = public;` +
  'set local statement_timeout = 0; set local idle_in_transaction_session_timeout = 0';

/** Call it first in a transaction that copies: values get one text format, timeouts are off. */
export async function prepareToCopy(client: PoolClient): Promise<void> {
  await client.query(sessionSettings);
}

/** Counts and hashes rows in the text format of COPY, where each line is one row. */
export function createChecksum(): { add(bytes: Buffer): void; total(): TableChecksum } {
  const hash: Hash = createHash('sha256');
  let rows = 0;
  return {
    add(bytes) {
      hash.update(bytes);
      for (let at = bytes.indexOf(newline); at >= 0; at = bytes.indexOf(newline, at + 1)) rows++;
    },
    total: () => ({ rows, sha256: hash.digest('hex') }),
  };
}

/** Yields a table's rows in chunks of about a megabyte. */
export async function* copyOut(client: PoolClient, table: CopiedTable): AsyncGenerator<Buffer> {
  let waiting: Buffer[] = [];
  let length = 0;
  const chunks: AsyncIterable<Buffer> = client.query(copyTo(`copy (${table.select}) to stdout`));
  for await (const chunk of chunks) {
    waiting.push(chunk);
    length += chunk.length;
    if (length < CHUNK_BYTES) continue;
    yield Buffer.concat(waiting);
    waiting = [];
    length = 0;
  }
  if (length > 0) yield Buffer.concat(waiting);
}

/** Computes the checksum of a table as it is now. */
export async function checksumTable(
  client: PoolClient,
  table: CopiedTable,
): Promise<TableChecksum> {
  const checksum = createChecksum();
  for await (const chunk of copyOut(client, table)) checksum.add(chunk);
  return checksum.total();
}

/** Loads rows into a table. `target` is its quoted SQL name. */
export async function copyIn(
  client: PoolClient,
  target: string,
  columns: string[],
  chunks: AsyncIterable<Buffer>,
): Promise<void> {
  const sql = `copy ${target} (${columns.map(quote).join(', ')}) from stdin`;
  await pipeline(Readable.from(chunks, { objectMode: false }), client.query(copyFrom(sql)));
}

/**
 * How many ids a restore skips. Links and ticket codes name ids that the shop assigned after the backup. If it
 * assigned them again, such a link would open the order of another buyer.
 */
const SEQUENCE_GAP_SIZE = 100_000;

type LastIds = BackupManifest['lastIds'];

/** Finds the last value of each identity column. Sequences ignore snapshots: values may be newer, never older. */
export async function findLastIds(client: PoolClient): Promise<LastIds> {
  const { rows } = await client.query<LastIds[number]>(
    `select c.relname as "table", a.attname as "column", coalesce(s.last_value, 0)::float8 as last
     from pg_attribute a join pg_class c on c.oid = a.attrelid
     join pg_sequences s on s.schemaname = 'public'
       and format('%I.%I', s.schemaname, s.sequencename)
         = pg_get_serial_sequence(format('%I.%I', 'public', c.relname), a.attname)
     where a.attidentity <> '' and c.relnamespace = 'public'::regnamespace
     order by 1, 2`,
  );
  return rows;
}

/** Continues every identity column after the highest id that may ever have been assigned. */
export async function advanceSequences(client: PoolClient, lastIds: LastIds): Promise<void> {
  for (const { table, column, last } of lastIds) {
    await client.query(`select setval(pg_get_serial_sequence($1, $2), $3::bigint)`, [
      `public.${quote(table)}`,
      column,
      last + SEQUENCE_GAP_SIZE,
    ]);
  }
}

/** How a table is copied out: the same rows give the same bytes on every server. */
export interface CopiedTable {
  name: string;
  columns: string[];
  /** For `copy (…) to stdout`. */
  select: string;
}

/** Job runners and runs of the archive are not data of the shop. Unlogged tables are left out, too. */
const excludedTables = ['job_worker', 'archive_run'];

/** Stands for the waiting jobs, whose tables are not ours. */
export const JOBS = 'jobs';

/** The columns a restore needs to enqueue a job again: the queue's own tables change with its versions. */
const jobs: CopiedTable = {
  name: JOBS,
  columns: 'identifier payload queue_name run_at max_attempts attempts key priority'.split(' '),
  select: `select t.identifier, j.payload, q.queue_name, j.run_at, j.max_attempts, j.attempts, j.key, j.priority
    from graphile_worker._private_jobs j join graphile_worker._private_tasks t on t.id = j.task_id
    left join graphile_worker._private_job_queues q on q.id = j.job_queue_id
    order by t.identifier collate "C", j.run_at, j.payload::text collate "C", j.key collate "C"`,
};

interface TableRow {
  name: string;
  columns: string[];
  key: string[];
  needs: string[];
}

/** Lists our tables, referenced ones first, then the jobs. */
export async function listTables(client: PoolClient): Promise<CopiedTable[]> {
  const { rows } = await client.query<TableRow>(
    `select c.relname as name,
       array(select a.attname from pg_attribute a
         where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
         order by a.attnum)::text[] as columns,
       array(select quote_ident(a.attname) || case when a.attcollation <> 0 then ' collate "C"' else '' end
         from pg_index i, unnest(i.indkey) with ordinality as k (attnum, n)
         join pg_attribute a on a.attrelid = c.oid and a.attnum = k.attnum
         where i.indrelid = c.oid and i.indisprimary order by n)::text[] as key,
       array(select distinct f.confrelid::regclass::text from pg_constraint f
         where f.conrelid = c.oid and f.contype = 'f' and f.confrelid <> c.oid)::text[] as needs
     from pg_class c
     where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and c.relpersistence = 'p'
       and c.relname <> all ($1)
     order by c.relname`,
    [excludedTables],
  );
  return [...sortByReferences(rows).map(toCopied), jobs];
}

/** Rows by table. */
export type RowCounts = Record<string, { rows: number }>;

/** Counts the rows of our tables and the waiting jobs. */
export async function countRows(client: PoolClient): Promise<RowCounts> {
  const counts: RowCounts = {};
  for (const { name, select } of await listTables(client)) {
    const { rows } = await client.query<{ rows: number }>(
      `select count(*)::integer as rows from (${select}) t`,
    );
    counts[name] = { rows: rows[0]?.rows ?? 0 };
  }
  return counts;
}

function toCopied({ name, columns, key }: TableRow): CopiedTable {
  if (key.length === 0) throw new Error(`table ${name} has no primary key to sort by`);
  const list = columns.map(quote).join(', ');
  return {
    name,
    columns,
    select: `select ${list} from public.${quote(name)} order by ${key.join(', ')}`,
  };
}

/** Sorts tables so that every row finds the rows it refers to. */
function sortByReferences(rows: TableRow[]): TableRow[] {
  const ordered: TableRow[] = [];
  let waiting = rows;
  while (waiting.length > 0) {
    const names = new Set(waiting.map(({ name }) => name));
    const next = waiting.filter(({ needs }) => !needs.some((name) => names.has(name)));
    if (next.length === 0) throw new Error(`tables refer to each other: ${[...names].join(', ')}`);
    ordered.push(...next);
    waiting = waiting.filter((row) => !next.includes(row));
  }
  return ordered;
}

/** Quotes a name for SQL. */
export function quote(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}
