import type { PoolClient } from 'pg';
import type { Programme, ProgrammeConcert, ProgrammePiece } from './programme-format.ts';
import {
  ChangeCounter,
  deleteRowsFrom,
  toConcertColumns,
  toPieceColumns,
  toSaleColumns,
  upsertRow,
} from './upsert-row.ts';

/** A concert with the ids of what it refers to. */
interface SaveConcertInput {
  concert: ProgrammeConcert;
  /** Of a concert whose slug may change; by its slug if left out. */
  id?: number;
  references: ConcertReferences;
  /** Whether its columns of the sale are written, too. */
  hasSale: boolean;
}

/** What concerts refer to, by slug. */
export interface ConcertReferences {
  venueIds: Map<string, number>;
  composerIds: Map<string, number>;
  instruments: Programme['instruments'];
}

/**
 * Inserts or updates a concert with notes, pieces, movements and musicians: for `load` and for the office. Returns its
 * id.
 */
export async function saveConcert(
  client: PoolClient,
  total: ChangeCounter,
  { concert, id: knownId, references, hasSale }: SaveConcertInput,
): Promise<number> {
  const changes = new ChangeCounter();
  const { venueIds, composerIds, instruments } = references;
  const keys = knownId === undefined ? { slug: concert.slug } : { id: knownId };
  const values = {
    ...toConcertColumns(concert),
    slug: concert.slug,
    venue_id: venueIds.get(concert.venue),
    ...(hasSale ? toSaleColumns(concert) : {}),
  };
  const isNew = !(await exists(client, keys));
  const publishedAt = concert.published ? new Date() : null;
  const { id } = await upsertRow(client, changes, 'concert', keys, {
    ...values,
    ...(isNew && {
      ...toSaleColumns(concert),
      published_at: publishedAt,
      first_published_at: publishedAt,
    }),
  });
  await publish(client, changes, id, concert.published);
  await loadNotes(client, changes, id, concert);
  for (const [position, piece] of concert.pieces.entries()) {
    const composerId = composerIds.get(piece.composer);
    const venueId = piece.venue === undefined ? null : venueIds.get(piece.venue);
    const columns = { ...toPieceColumns(piece), composer_id: composerId, venue_id: venueId };
    const row = await upsertRow(client, changes, 'piece', { concert_id: id, position }, columns);
    await loadMovements(client, changes, row.id, piece);
    await loadMusicians(client, changes, row.id, { piece, concert, instruments });
  }
  await deleteRowsFrom(client, changes, 'piece', { concert_id: id }, concert.pieces.length);
  if (changes.count > 0)
    await client.query(`update concert set updated_at = clock_timestamp() where id = $1`, [id]);
  total.count += changes.count;
  return id;
}

async function exists(client: PoolClient, keys: { slug: string } | { id: number }) {
  const [column, value] = 'id' in keys ? ['id', keys.id] : ['slug', keys.slug];
  const { rowCount } = await client.query(`select from concert where ${column} = $1`, [value]);
  return rowCount !== 0;
}

/** A concert that is already published keeps its date of publication. */
export async function publish(
  client: PoolClient,
  changes: ChangeCounter,
  id: number,
  isPublished: boolean,
): Promise<void> {
  const statement = isPublished
    ? `update concert set published_at = now(), first_published_at = coalesce(first_published_at, now())
       where id = $1 and published_at is null`
    : `update concert set published_at = null, first_published_at = coalesce(first_published_at, published_at)
       where id = $1 and published_at is not null`;
  const result = await client.query(statement, [id]);
  changes.count += result.rowCount ?? 0;
}

async function loadNotes(
  client: PoolClient,
  changes: ChangeCounter,
  id: number,
  { information }: ProgrammeConcert,
): Promise<void> {
  for (const [position, { type, text }] of information.entries()) {
    const values = { info_type: type, text_de: text.de, text_en: text.en };
    await upsertRow(client, changes, 'concert_note', { concert_id: id, position }, values);
  }
  await deleteRowsFrom(client, changes, 'concert_note', { concert_id: id }, information.length);
}

async function loadMovements(
  client: PoolClient,
  changes: ChangeCounter,
  pieceId: number,
  { movements }: ProgrammePiece,
): Promise<void> {
  for (const [position, { title, lang }] of movements.entries())
    await upsertRow(client, changes, 'movement', { piece_id: pieceId, position }, { title, lang });
  await deleteRowsFrom(client, changes, 'movement', { piece_id: pieceId }, movements.length);
}

interface LoadMusiciansInput {
  piece: ProgrammePiece;
  concert: ProgrammeConcert;
  instruments: Programme['instruments'];
}

async function loadMusicians(
  client: PoolClient,
  changes: ChangeCounter,
  pieceId: number,
  { piece, concert, instruments }: LoadMusiciansInput,
): Promise<void> {
  const names = piece.playedBy ?? Object.keys(concert.musicians);
  for (const [position, name] of names.entries()) {
    const player = concert.musicians[name];
    const musician = await upsertRow(client, changes, 'musician', { full_name: name }, {});
    const instrument = instruments[player?.instrument ?? ''];
    const values = {
      musician_id: musician.id,
      full_name_en: player?.en ?? null,
      instrument_de: instrument?.de ?? '',
      instrument_en: instrument?.en ?? '',
    };
    await upsertRow(client, changes, 'piece_musician', { piece_id: pieceId, position }, values);
  }
  await deleteRowsFrom(client, changes, 'piece_musician', { piece_id: pieceId }, names.length);
}
