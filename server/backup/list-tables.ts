import type { PoolClient } from 'pg';

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
