import type { PoolClient } from 'pg';
import type { BackupManifest } from './backup-format.ts';
import { quote } from './list-tables.ts';

/**
 * How many numbers are left out after a restore. Between backup and disaster ids were given out that the
 * backup does not know; links and ticket codes name them. Given out again, such a link would open
 * somebody else's order.
 */
const SEQUENCE_GAP_SIZE = 10_000;

type LastIds = BackupManifest['lastIds'];

/** The last number each identity column has given out. Not part of the snapshot: at least its own. */
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

/** Lets the identity columns go on behind everything that may ever have been given out. */
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
