import { isDeepStrictEqual } from 'node:util';
import { sql } from 'kysely';
import type { Db } from '../platform/database/database.ts';

type Row = Record<string, unknown>;

/** Counts the rows that a load really changes. */
export class ChangeCounter {
  count = 0;
}

/**
 * Inserts a row, or updates it if it differs. `keys` identify the row, `values` are the other columns.
 * Returns the row for its id.
 */
export async function upsertRow(
  db: Db,
  changes: ChangeCounter,
  table: string,
  keys: Row,
  values: Row,
): Promise<{ id: number }> {
  const found = await sql<Row & { id: number }>`
    select * from ${sql.table(table)} where ${matching(keys)}`.execute(db);
  const [row] = found.rows;
  if (row === undefined) {
    changes.count++;
    return insertRow(db, table, { ...keys, ...values });
  }
  const differing = Object.entries(values).filter(
    ([column, value]) => !isDeepStrictEqual(row[column], value),
  );
  if (differing.length > 0) {
    changes.count++;
    const assignments = differing.map(([column, value]) => sql`${sql.ref(column)} = ${value}`);
    await sql`update ${sql.table(table)} set ${sql.join(assignments)}
      where ${matching(keys)}`.execute(db);
  }
  return row;
}

/** Deletes the rows of a list that became shorter: those from position `length` on. */
export async function deleteRowsFrom(
  db: Db,
  changes: ChangeCounter,
  table: string,
  keys: Row,
  length: number,
): Promise<void> {
  const result = await sql`delete from ${sql.table(table)}
    where ${matching(keys)} and position >= ${length}`.execute(db);
  changes.count += Number(result.numAffectedRows ?? 0);
}

async function insertRow(db: Db, table: string, row: Row): Promise<{ id: number }> {
  const columns = Object.keys(row).map((column) => sql.ref(column));
  const { rows } = await sql<{ id: number }>`
    insert into ${sql.table(table)} (${sql.join(columns)})
    values (${sql.join(Object.values(row))}) returning *`.execute(db);
  const [inserted] = rows;
  if (inserted === undefined) throw new Error(`Inserting into ${table} returned no row.`);
  return inserted;
}

function matching(keys: Row) {
  const conditions = Object.entries(keys).map(
    ([column, value]) => sql`${sql.ref(column)} = ${value}`,
  );
  return sql.join(conditions, sql` and `);
}
