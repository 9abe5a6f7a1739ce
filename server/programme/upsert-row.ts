import { parseBerlin } from '#contract/berlin-time.ts';
import type {
  Programme,
  ProgrammeConcert,
  ProgrammePiece,
  ProgrammeVenue,
} from './programme-format.ts';
import { isDeepStrictEqual } from 'node:util';
import { escapeIdentifier, type PoolClient } from 'pg';

// A programme's texts as columns of the database: for loading it, and for the brochure, which the build draws without
// a database.

/** The columns of table `concert` that a programme has, without keys and publication. */
export function toConcertColumns(concert: ProgrammeConcert) {
  return {
    starts_at: parseBerlin(concert.start),
    duration_minutes: concert.duration ?? null,
    title_de: concert.title.de,
    title_en: concert.title.en,
    subtitle_de: concert.subtitle.de,
    subtitle_en: concert.subtitle.en,
    introduction_de: concert.introduction.de,
    introduction_en: concert.introduction.en,
    is_academy: concert.academy,
    is_long_night: concert.longNight,
    light_key: concert.key ?? null,
    cover: concert.cover ?? null,
  };
}

/** The columns of table `concert` that belong to its sale. */
export function toSaleColumns({ sale }: Pick<ProgrammeConcert, 'sale'>) {
  return {
    onsale: sale?.onSale ?? false,
    on_sale_from: toMoment(sale?.onSaleFrom),
    on_sale_until: toMoment(sale?.onSaleUntil),
    has_box_office_tickets: sale?.ticketsAtBoxOffice ?? false,
  };
}

const toMoment = (planned: string | undefined): Date | null =>
  planned === undefined ? null : parseBerlin(planned);

/** The columns of table `piece` that a programme has, without keys. */
export function toPieceColumns(piece: ProgrammePiece) {
  return {
    title_de: piece.title.de,
    title_en: piece.title.en,
    opus: piece.opus ?? null,
    tonality: piece.tonality ?? null,
    catalogue_no: piece.catalogueNo ?? null,
    interval_after: piece.intervalAfter,
  };
}

/** The columns of table `venue` that a programme has, without keys. */
export function toVenueColumns(venue: ProgrammeVenue) {
  return {
    name_de: venue.name.de,
    name_en: venue.name.en,
    description_de: venue.description.de,
    description_en: venue.description.en,
    access_note_de: venue.accessibility.de,
    access_note_en: venue.accessibility.en,
    street: venue.street,
    postal_code: venue.postalCode,
    city: venue.city,
    latitude: venue.latitude,
    longitude: venue.longitude,
  };
}

/** The columns of table `composer` that a programme has, without keys. */
export const toComposerColumns = ({ name, born, died }: Programme['composers'][string]) => ({
  full_name: name,
  born: born ?? null,
  died: died ?? null,
});

/** The columns of table `instrument` that a programme has, without keys. */
export const toInstrumentColumns = ({ de, en }: Programme['instruments'][string]) => ({
  name_de: de,
  name_en: en,
});

/** The columns that a ticket type has from the programme's list. */
export const toTicketTypeColumns = ({ name, note }: Programme['ticketTypes'][string]) => ({
  name_de: name.de,
  name_en: name.en,
  note_de: note?.de ?? null,
  note_en: note?.en ?? null,
});

/** Names of its columns come from the code, never from a file. */
type Row = Record<string, unknown>;

/** The tables of the programme. */
type Table =
  | 'festival'
  | 'terms'
  | 'venue'
  | 'composer'
  | 'instrument'
  | 'ticket_type_template'
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
