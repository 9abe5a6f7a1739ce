import type { Pool, PoolClient } from 'pg';
import { inTransaction } from '../platform/database/database.ts';
import {
  ChangeCounter,
  upsertRow,
  toVenueColumns,
  toConcertColumns,
  toPieceColumns,
  deleteRowsFrom,
} from './upsert-row.ts';
import { loadSale, loadQuotas, loadStock, type LoadedSale } from './load-sale.ts';
import {
  ProgrammeError,
  type FestivalContent,
  type Programme,
  type ProgrammeConcert,
  type ProgrammePiece,
} from './programme-format.ts';
import path from 'node:path';
import { readProgramme } from './read-programme.ts';

/** Advisory lock: only one load at a time. */
const LOAD_LOCK_ID = 4_200_819;

interface LoadOptions {
  /** Slugs of concerts that may leave though people have tickets for them. */
  withdraw?: string[];
  afterChange?: (client: PoolClient, rows: number) => Promise<void>;
}

/** What a load changed: number of rows, and the slugs of concerts. */
export interface ProgrammeChanges {
  rows: number;
  appeared: string[];
  changed: string[];
  left: string[];
}

/**
 * Brings the database in line with the programme, in one transaction. Slugs identify concerts, venues, composers
 * and ticket types, so ids stay; loading the same programme again changes nothing. A concert that is missing is
 * unpublished and off sale, never deleted. Returns what changed; `afterChange` runs before the commit if any
 * did. Throws ProgrammeError (and changes nothing) if tickets would be lost: see loadSale, loadStock, loadQuotas and
 * withdrawMissing.
 */
export async function loadProgramme(
  pool: Pool,
  programme: Programme,
  { withdraw = [], afterChange }: LoadOptions = {},
): Promise<ProgrammeChanges> {
  return await inTransaction(pool, async (client) => {
    await client.query(`select pg_advisory_xact_lock($1)`, [LOAD_LOCK_ID]);
    const changes = new ChangeCounter();
    const before = await listPublished(client);
    const changed = new Set<string>();
    await loadFestival(client, changes, programme);
    const venueIds = await loadVenues(client, changes, programme);
    const composerIds = await loadComposers(client, changes, programme);

    const sales: { slug: string; sale: LoadedSale }[] = [];
    for (const concert of programme.concerts) {
      const { slug } = concert;
      const { count } = changes;
      const id = await loadConcert(client, changes, {
        concert,
        programme,
        venueIds,
        composerIds,
      });
      const sale = await loadSale(client, changes, { concert, id, programme });
      if (sale !== null) sales.push({ slug, sale });
      if (changes.count > count) changed.add(slug);
    }
    const inFiles = new Set(programme.concerts.map(({ slug }) => slug));
    const left = before.filter((slug) => !inFiles.has(slug));
    // Stock comes last and by product id, as buyers lock it: short waits, no deadlock.
    await lockStock(
      client,
      left,
      sales.map(({ sale }) => sale.productId),
    );
    await withdrawMissing(client, changes, left, withdraw);
    for (const { slug, sale } of sales.toSorted((a, b) => a.sale.productId - b.sale.productId)) {
      const { count } = changes;
      await loadStock(client, changes, sale);
      await loadQuotas(client, changes, sale);
      if (changes.count > count) changed.add(slug);
    }
    // The catalogue of every process reloads when this time changes.
    if (changes.count > 0) {
      await client.query(`update festival set updated_at = clock_timestamp()`);
      await afterChange?.(client, changes.count);
    }
    const appeared = (await listPublished(client)).filter((slug) => !before.includes(slug));
    return {
      rows: changes.count,
      appeared,
      changed: [...changed].filter((slug) => !appeared.includes(slug)),
      left,
    };
  });
}

async function loadFestival(
  client: PoolClient,
  changes: ChangeCounter,
  programme: Programme,
): Promise<void> {
  const content: FestivalContent = { ...programme.festival, legal: programme.legal };
  await upsertRow(client, changes, 'festival', { id: 1 }, { content });
  // former versions stay: orders refer to them
  const { terms } = programme.legal;
  await upsertRow(client, changes, 'terms', { version: terms.version }, { content: terms });
}

async function loadVenues(
  client: PoolClient,
  changes: ChangeCounter,
  programme: Programme,
): Promise<Map<string, number>> {
  const ids = new Map<string, number>();
  for (const [slug, venue] of Object.entries(programme.venues)) {
    const row = await upsertRow(client, changes, 'venue', { slug }, toVenueColumns(venue));
    ids.set(slug, row.id);
  }
  return ids;
}

async function loadComposers(
  client: PoolClient,
  changes: ChangeCounter,
  programme: Programme,
): Promise<Map<string, number>> {
  const ids = new Map<string, number>();
  for (const [slug, { name, born, died }] of Object.entries(programme.composers)) {
    const values = { full_name: name, born: born ?? null, died: died ?? null };
    ids.set(slug, (await upsertRow(client, changes, 'composer', { slug }, values)).id);
  }
  return ids;
}

async function listPublished(client: PoolClient): Promise<string[]> {
  const { rows } = await client.query<{ slug: string }>(
    'select slug from concert where published_at is not null order by slug',
  );
  return rows.map(({ slug }) => slug);
}

/** No ticket of these concerts and products is held or sold until the end of the client. */
async function lockStock(client: PoolClient, slugs: string[], productIds: number[]): Promise<void> {
  await client.query(
    `select from stock s
    where s.product_id = any($1) or s.product_id in (
      select p.id from product p join concert c on c.id = p.concert_id where c.slug = any($2))
    order by s.product_id for update`,
    [productIds, slugs],
  );
}

/** Throws ProgrammeError for a concert with valid tickets or tickets in carts that `withdraw` does not name. */
async function withdrawMissing(
  client: PoolClient,
  changes: ChangeCounter,
  left: string[],
  withdraw: string[],
): Promise<void> {
  const wrong = withdraw.find((slug) => !left.includes(slug));
  if (wrong !== undefined)
    throw new ProgrammeError(`--withdraw ${wrong}: no published concert of this name is left out.`);
  if (left.length === 0) return;
  const { rows } = await client.query<{ slug: string; valid: number; held: number }>(
    `select * from (
      select c.slug,
        (select count(*) from ticket t join product p on p.id = t.product_id
         where p.concert_id = c.id and t.voided_at is null)::integer as valid,
        (select coalesce(sum(h.quantity), 0) from hold h
         join product p on p.id = h.product_id join cart k on k.id = h.cart_id
         where p.concert_id = c.id and (k.release_at > now() or exists (
           select from checkout o
           where o.cart_id = k.id and o.closed_at is null and o.settled_at is null)))::integer as held
      from concert c where c.slug = any($1) and c.slug <> all($2)) as missing
    where valid > 0 or held > 0 order by slug`,
    [left, withdraw],
  );
  if (rows.length > 0) {
    const lines = rows.map(
      ({ slug, valid, held }) => `  ${slug}  valid tickets: ${valid}, in carts: ${held}`,
    );
    const option = rows.map(({ slug }) => `--withdraw ${slug}`).join(' ');
    throw new ProgrammeError(
      `The programme leaves out concerts with tickets; nothing has changed:\n${lines.join('\n')}\n` +
        `Put the files back with the same slugs, or withdraw them from the site: ${option}`,
    );
  }
  await client.query(
    `update concert set published_at = null, onsale = false, updated_at = clock_timestamp()
     where slug = any($1)`,
    [left],
  );
  changes.count += left.length;
}

/** The demonstration programme: Musiksommer Marienfirn, August 2025. */
export const demoFolder = path.join(import.meta.dirname, '../../db/demo');

/** Loads the demonstration into a database without a festival. Returns whether it did (setting DEMO). */
export async function loadDemoIfEmpty(pool: Pool): Promise<boolean> {
  const { rowCount } = await pool.query('select from festival');
  if (rowCount !== 0) return false;
  await loadProgramme(pool, await readProgramme(demoFolder));
  return true;
}

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
