import type { PoolClient } from 'pg';
import { toConcertColumns, toPieceColumns } from './programme-columns.ts';
import { ChangeCounter, deleteRowsFrom, upsertRow } from './upsert-row.ts';
import type { Programme, ProgrammeConcert, ProgrammePiece } from './programme-format.ts';

/** A concert with everything it refers to. */
interface LoadConcertInput {
  concert: ProgrammeConcert;
  programme: Programme;
  venueIds: Map<string, number>;
  composerIds: Map<string, number>;
}

/** Inserts or updates a concert with notes, pieces, movements and musicians. Returns its id. */
export async function loadConcert(
  client: PoolClient,
  total: ChangeCounter,
  { concert, programme, venueIds, composerIds }: LoadConcertInput,
): Promise<number> {
  const changes = new ChangeCounter();
  const values = { ...toConcertColumns(concert), venue_id: venueIds.get(concert.venue) };
  const { id } = await upsertRow(client, changes, 'concert', { slug: concert.slug }, values);
  await publish(client, changes, id, concert.published);
  await loadNotes(client, changes, id, concert);
  for (const [position, piece] of concert.pieces.entries()) {
    const composerId = composerIds.get(piece.composer);
    const venueId = piece.venue === undefined ? null : venueIds.get(piece.venue);
    const columns = { ...toPieceColumns(piece), composer_id: composerId, venue_id: venueId };
    const row = await upsertRow(client, changes, 'piece', { concert_id: id, position }, columns);
    await loadMovements(client, changes, row.id, piece);
    await loadMusicians(client, changes, row.id, { piece, concert, programme });
  }
  await deleteRowsFrom(client, changes, 'piece', { concert_id: id }, concert.pieces.length);
  if (changes.count > 0)
    await client.query(`update concert set updated_at = clock_timestamp() where id = $1`, [id]);
  total.count += changes.count;
  return id;
}

/** A concert that is already published keeps its date of publication. */
async function publish(
  client: PoolClient,
  changes: ChangeCounter,
  id: number,
  isPublished: boolean,
): Promise<void> {
  const statement = isPublished
    ? 'update concert set published_at = now() where id = $1 and published_at is null'
    : 'update concert set published_at = null where id = $1 and published_at is not null';
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
  programme: Programme;
}

async function loadMusicians(
  client: PoolClient,
  changes: ChangeCounter,
  pieceId: number,
  { piece, concert, programme }: LoadMusiciansInput,
): Promise<void> {
  const names = piece.playedBy ?? Object.keys(concert.musicians);
  for (const [position, name] of names.entries()) {
    const player = concert.musicians[name];
    const musician = await upsertRow(client, changes, 'musician', { full_name: name }, {});
    const instrument = programme.instruments[player?.instrument ?? ''];
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
