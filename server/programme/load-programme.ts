import type { Pool, PoolClient } from 'pg';
import { inTransaction } from '../platform/database/database.ts';
import {
  ChangeCounter,
  upsertRow,
  toComposerColumns,
  toInstrumentColumns,
  toTicketTypeColumns,
  toVenueColumns,
} from './upsert-row.ts';
import type { EncodedImage } from '../cover-images/encode-cover-image.ts';
import { storeCoverImage } from '../cover-images/store-cover-image.ts';
import { saveConcert } from './save-concert.ts';
import { toDocument, writeVersion, type VersionOrigin } from './concert-versions.ts';
import { loadSale, loadQuotas, loadStock, type LoadedSale } from './load-sale.ts';
import {
  ProgrammeError,
  refuseProgramme,
  type FestivalContent,
  type Programme,
  type ProgrammeConcert,
} from './programme-format.ts';
import { leftOutText, movedText, programmeRefusalTexts } from '#messages/programme-problems.ts';
import { parseBerlin } from '#contract/berlin-time.ts';
import path from 'node:path';
import { readProgramme } from './read-programme.ts';

/** Advisory lock: only one load, or one change of the office, at a time. */
const LOAD_LOCK_ID = 4_200_819;

/** Waits for the end of another change of the programme; no other one starts until the end of the transaction. */
export const lockProgramme = (client: PoolClient) =>
  client.query(`select pg_advisory_xact_lock($1)`, [LOAD_LOCK_ID]);

interface LoadOptions {
  /** Slugs of concerts that may leave though people have tickets for them. */
  withdraw?: string[];
  /** Cover images that the concerts name. */
  images?: EncodedImage[];
  /** Name of the user in the concerts' history, and how the programme came. */
  savedBy?: string | null;
  source?: 'load' | 'import';
  /** Finds out what would change, and changes nothing. */
  isDryRun?: boolean;
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
  options: LoadOptions = {},
): Promise<ProgrammeChanges> {
  const work = (client: PoolClient) => applyProgramme(client, programme, options);
  return await (options.isDryRun === true ? rehearse(pool, work) : inTransaction(pool, work));
}

/** Runs the work in a transaction that changes nothing: it is rolled back. */
export async function rehearse<T>(
  pool: Pool,
  work: (client: PoolClient) => Promise<T>,
): Promise<T> {
  const results: T[] = [];
  const end = new Error('The rehearsal ends');
  await inTransaction(pool, async (client) => {
    results.push(await work(client));
    throw end;
  }).catch((error: unknown) => {
    if (error !== end) throw error;
  });
  const [result] = results;
  if (result === undefined) throw end;
  return result;
}

/** As `loadProgramme`, in the caller's transaction. */
export async function applyProgramme(
  client: PoolClient,
  files: Programme,
  { withdraw = [], images = [], savedBy = null, source = 'load', afterChange }: LoadOptions,
): Promise<ProgrammeChanges> {
  const programme = { ...files, concerts: files.concerts.map(settlePlan) };
  await lockProgramme(client);
  const changes = new ChangeCounter();
  const before = await listPublished(client);
  const places = await listPlaces(client);
  const changed = new Set<string>();
  for (const image of images) await storeCoverImage(client, image);
  await loadFestival(client, changes, programme);
  const venueIds = await loadVenues(client, changes, programme);
  const composerIds = await loadComposers(client, changes, programme);
  await loadNames(client, changes, programme);
  const references = { venueIds, composerIds, instruments: programme.instruments };

  const ids = new Map<string, number>();
  const sales: { slug: string; sale: LoadedSale }[] = [];
  for (const concert of programme.concerts) {
    const { slug } = concert;
    const { count } = changes;
    const id = await saveConcert(client, changes, { concert, references, hasSale: true });
    ids.set(slug, id);
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
  await refuseMoves(client, places);
  for (const { slug, sale } of sales.toSorted((a, b) => a.sale.productId - b.sale.productId)) {
    const { count } = changes;
    await loadStock(client, changes, sale);
    await loadQuotas(client, changes, sale);
    if (changes.count > count) changed.add(slug);
  }
  for (const slug of await writeVersions(client, programme, ids, { source, savedBy })) {
    // a change that no other row shows, such as a musician who plays in no work
    if (!changed.has(slug)) changes.count++;
    changed.add(slug);
  }
  if (changes.count > 0) {
    await announceProgramme(client);
    await afterChange?.(client, changes.count);
  }
  const appeared = (await listPublished(client)).filter((slug) => !before.includes(slug));
  return {
    rows: changes.count,
    appeared,
    changed: [...changed].filter((slug) => !appeared.includes(slug)),
    left,
  };
}

/** A planned moment that is over has already set `onSale`, and is no longer planned: it counts once. */
function settlePlan({ sale, ...concert }: ProgrammeConcert): ProgrammeConcert {
  if (sale === undefined) return concert;
  const now = new Date();
  const isOver = (planned: string | undefined) =>
    planned !== undefined && parseBerlin(planned) <= now;
  const { onSaleFrom, onSaleUntil, ...rest } = sale;
  const [hasStarted, hasEnded] = [isOver(onSaleFrom), isOver(onSaleUntil)];
  return {
    ...concert,
    sale: {
      ...rest,
      onSale: (sale.onSale || hasStarted) && !hasEnded,
      ...(!hasStarted && !hasEnded && { onSaleFrom }),
      ...(!hasEnded && { onSaleUntil }),
    },
  };
}

/** Writes a version of each concert whose document is another one. Returns their slugs. */
async function writeVersions(
  client: PoolClient,
  { concerts }: Programme,
  ids: Map<string, number>,
  origin: VersionOrigin,
): Promise<string[]> {
  const slugs: string[] = [];
  for (const concert of concerts) {
    const id = ids.get(concert.slug) ?? 0;
    const number = await writeVersion(client, id, toDocument(concert), origin);
    if (number !== null) slugs.push(concert.slug);
  }
  return slugs;
}

async function loadFestival(
  client: PoolClient,
  changes: ChangeCounter,
  programme: Programme,
): Promise<void> {
  const content: FestivalContent = { ...programme.festival, legal: programme.legal };
  await upsertRow(client, changes, 'festival', { id: 1 }, { content });
  const { terms } = programme.legal;
  const { version } = terms;
  const { rowCount } = await client.query(
    `select from terms where version = $1 and content <> $2
       and exists (select from checkout where terms_version = $1 and settled_at is not null)`,
    [version, JSON.stringify(terms)],
  );
  // a version stays as its buyers have accepted it
  if (rowCount !== 0) throw refuseProgramme(programmeRefusalTexts.termsAccepted, { version });
  await upsertRow(client, changes, 'terms', { version }, { content: terms });
}

/** The catalogue of every process reloads when this time changes. */
export const announceProgramme = (client: PoolClient) =>
  client.query(`update festival set updated_at = clock_timestamp()`);

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
  for (const [slug, composer] of Object.entries(programme.composers)) {
    const values = toComposerColumns(composer);
    ids.set(slug, (await upsertRow(client, changes, 'composer', { slug }, values)).id);
  }
  return ids;
}

async function loadNames(
  client: PoolClient,
  changes: ChangeCounter,
  { instruments, ticketTypes }: Programme,
): Promise<void> {
  for (const [slug, names] of Object.entries(instruments))
    await upsertRow(client, changes, 'instrument', { slug }, toInstrumentColumns(names));
  for (const [slug, type] of Object.entries(ticketTypes))
    await upsertRow(client, changes, 'ticket_type_template', { slug }, toTicketTypeColumns(type));
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
    const slugs = rows.map(({ slug }) => slug).join(', ');
    const option = rows.map(({ slug }) => `--withdraw ${slug}`).join(' ');
    throw new ProgrammeError(
      `The programme leaves out concerts with tickets; nothing has changed:\n${lines.join('\n')}\n` +
        `Put the files back with the same slugs, or withdraw them from the site: ${option}`,
      { texts: { de: leftOutText.de(slugs), en: leftOutText.en(slugs) } },
    );
  }
  await client.query(
    `update concert set published_at = null, first_published_at = coalesce(first_published_at, published_at),
       onsale = false, updated_at = clock_timestamp()
     where slug = any($1)`,
    [left],
  );
  changes.count += left.length;
}

/** When and where a concert is. */
interface Place {
  id: number;
  starts_at: Date;
  venue_id: number;
}

async function listPlaces(client: PoolClient): Promise<Place[]> {
  const { rows } = await client.query<Place>('select id, starts_at, venue_id from concert');
  return rows;
}

/**
 * Throws ProgrammeError for concerts with valid tickets that have another start or venue than before: the office moves
 * them, with new PDFs and a mail to the ticket holders (office.md 6).
 */
async function refuseMoves(client: PoolClient, before: Place[]): Promise<void> {
  const { rows } = await client.query<{ slug: string }>(
    `select c.slug from concert c
     join jsonb_to_recordset($1) as b(id integer, starts_at timestamptz, venue_id integer) on b.id = c.id
     where (b.starts_at, b.venue_id) is distinct from (c.starts_at, c.venue_id) and exists (
       select from ticket t join product p on p.id = t.product_id
       where p.concert_id = c.id and t.voided_at is null) order by c.slug`,
    [JSON.stringify(before)],
  );
  if (rows.length === 0) return;
  const slugs = rows.map(({ slug }) => slug).join(', ');
  throw refuseProgramme(movedText, slugs);
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
