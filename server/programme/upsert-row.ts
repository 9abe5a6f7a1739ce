import { isDeepStrictEqual } from 'node:util';
import { escapeIdentifier, type PoolClient } from 'pg';

/** Names of its columns come from the code, never from a file. */
type Row = Record<string, unknown>;

/** The tables of the programme. */
type Table =
  | 'festival'
  | 'terms'
  | 'venue'
  | 'composer'
  | 'musician'
  | 'concert'
  | 'concert_note'
  | 'piece'
  | 'movement'
  | 'piece_musician'
  | 'product'
  | 'ticket_type';

/** Counts the rows that a load really changes. */
export class ChangeCounter {
  count = 0;
}

/**
 * Inserts a row, or updates it if it differs. `keys` identify the row, `values` are the other columns.
 * Returns the row for its id.
 */
export async function upsertRow(
  client: PoolClient,
  changes: ChangeCounter,
  table: Table,
  keys: Row,
  values: Row,
): Promise<{ id: number }> {
  const found = await client.query<Row & { id: number }>(
    `select * from ${table} where ${equal(keys, ' and ')}`,
    Object.values(keys),
  );
  const [row] = found.rows;
  if (row === undefined) {
    changes.count++;
    return await insertRow(client, table, { ...keys, ...values });
  }
  const differing = Object.fromEntries(
    Object.entries(values).filter(([column, value]) => !isDeepStrictEqual(row[column], value)),
  );
  const count = Object.keys(differing).length;
  if (count > 0) {
    changes.count++;
    await client.query(
      `update ${table} set ${equal(differing, ', ')} where ${equal(keys, ' and ', count)}`,
      [...Object.values(differing), ...Object.values(keys)],
    );
  }
  return row;
}

/** Deletes the rows of a list that became shorter: those from position `length` on. */
export async function deleteRowsFrom(
  client: PoolClient,
  changes: ChangeCounter,
  table: Table,
  keys: Row,
  length: number,
): Promise<void> {
  const result = await client.query(
    `delete from ${table} where position >= $1 and ${equal(keys, ' and ', 1)}`,
    [length, ...Object.values(keys)],
  );
  changes.count += result.rowCount ?? 0;
}

async function insertRow(client: PoolClient, table: Table, row: Row): Promise<{ id: number }> {
  const columns = Object.keys(row);
  const { rows } = await client.query<{ id: number }>(
    `insert into ${table} (${columns.map(escapeIdentifier).join(', ')})
     values (${columns.map((_, index) => `$${index + 1}`).join(', ')}) returning *`,
    Object.values(row),
  );
  const [inserted] = rows;
  if (inserted === undefined) throw new Error(`Inserting into ${table} returned no row.`);
  return inserted;
}

/** `"column" = $n` for each column; the first parameter is the one after `offset`. */
function equal(columns: Row, separator: string, offset = 0): string {
  return Object.keys(columns)
    .map((column, index) => `${escapeIdentifier(column)} = $${offset + index + 1}`)
    .join(separator);
}
