import type { PoolClient } from 'pg';
import type { BackupManifest } from './backup-format.ts';
import { quote } from './list-tables.ts';

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
    if (last === 0) continue;
    await client.query(`select setval(pg_get_serial_sequence($1, $2), $3::bigint)`, [
      `public.${quote(table)}`,
      column,
      last + SEQUENCE_GAP_SIZE,
    ]);
  }
}
