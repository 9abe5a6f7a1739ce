import { sql } from 'kysely';
import type { Db } from '../platform/database/database.ts';
import { ChangeCounter, upsertRow } from './upsert-row.ts';
import { loadConcert } from './load-concert.ts';
import { loadSale, type LoadedSale } from './load-sale.ts';
import { loadQuotas } from './load-quotas.ts';
import { loadStock } from './load-stock.ts';
import { toVenueColumns } from './programme-columns.ts';
import { ProgrammeError, type FestivalContent, type Programme } from './programme-format.ts';

/** Advisory lock: only one load at a time. */
const LOAD_LOCK_ID = 4_200_819;

interface LoadOptions {
  /** Slugs of concerts that may leave though people have tickets for them. */
  withdraw?: string[];
  afterChange?: (transaction: Db, rows: number) => Promise<void>;
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
  db: Db,
  programme: Programme,
  { withdraw = [], afterChange }: LoadOptions = {},
): Promise<ProgrammeChanges> {
  return db.transaction().execute(async (transaction) => {
    await sql`select pg_advisory_xact_lock(${LOAD_LOCK_ID})`.execute(transaction);
    const changes = new ChangeCounter();
    const before = await listPublished(transaction);
    const changed = new Set<string>();
    await loadFestival(transaction, changes, programme);
    const venueIds = await loadVenues(transaction, changes, programme);
    const composerIds = await loadComposers(transaction, changes, programme);

    const sales: { slug: string; sale: LoadedSale }[] = [];
    for (const concert of programme.concerts) {
      const { slug } = concert;
      const { count } = changes;
      const id = await loadConcert(transaction, changes, {
        concert,
        programme,
        venueIds,
        composerIds,
      });
      const sale = await loadSale(transaction, changes, { concert, id, programme });
      if (sale !== null) sales.push({ slug, sale });
      if (changes.count > count) changed.add(slug);
    }
    const inFiles = new Set(programme.concerts.map(({ slug }) => slug));
    const left = before.filter((slug) => !inFiles.has(slug));
    // Stock comes last and by product id, as buyers lock it: short waits, no deadlock.
    await lockStock(
      transaction,
      left,
      sales.map(({ sale }) => sale.productId),
    );
    await withdrawMissing(transaction, changes, left, withdraw);
    for (const { slug, sale } of sales.toSorted((a, b) => a.sale.productId - b.sale.productId)) {
      const { count } = changes;
      await loadStock(transaction, changes, sale);
      await loadQuotas(transaction, changes, sale);
      if (changes.count > count) changed.add(slug);
    }
    // The catalogue of every process reloads when this time changes.
    if (changes.count > 0) {
      await sql`update festival set updated_at = clock_timestamp()`.execute(transaction);
      await afterChange?.(transaction, changes.count);
    }
    const appeared = (await listPublished(transaction)).filter((slug) => !before.includes(slug));
    return {
      rows: changes.count,
      appeared,
      changed: [...changed].filter((slug) => !appeared.includes(slug)),
      left,
    };
  });
}

async function loadFestival(db: Db, changes: ChangeCounter, programme: Programme): Promise<void> {
  const content: FestivalContent = { ...programme.festival, legal: programme.legal };
  await upsertRow(db, changes, 'festival', { id: 1 }, { content });
  // former versions stay: orders refer to them
  const { terms } = programme.legal;
  await upsertRow(db, changes, 'terms', { version: terms.version }, { content: terms });
}

async function loadVenues(
  db: Db,
  changes: ChangeCounter,
  programme: Programme,
): Promise<Map<string, number>> {
  const ids = new Map<string, number>();
  for (const [slug, venue] of Object.entries(programme.venues)) {
    const row = await upsertRow(db, changes, 'venue', { slug }, toVenueColumns(venue));
    ids.set(slug, row.id);
  }
  return ids;
}

async function loadComposers(
  db: Db,
  changes: ChangeCounter,
  programme: Programme,
): Promise<Map<string, number>> {
  const ids = new Map<string, number>();
  for (const [slug, { name, born, died }] of Object.entries(programme.composers)) {
    const values = { full_name: name, born: born ?? null, died: died ?? null };
    ids.set(slug, (await upsertRow(db, changes, 'composer', { slug }, values)).id);
  }
  return ids;
}

async function listPublished(db: Db): Promise<string[]> {
  const query = db.selectFrom('concert').select('slug').where('published_at', 'is not', null);
  return (await query.orderBy('slug').execute()).map(({ slug }) => slug);
}

/** No ticket of these concerts and products is held or sold until the end of the transaction. */
async function lockStock(db: Db, slugs: string[], productIds: number[]): Promise<void> {
  await sql`select from stock s
    where s.product_id = any(${productIds}) or s.product_id in (
      select p.id from product p join concert c on c.id = p.concert_id where c.slug = any(${slugs}))
    order by s.product_id for update`.execute(db);
}

/** Throws ProgrammeError for a concert with valid tickets or tickets in carts that `withdraw` does not name. */
async function withdrawMissing(
  db: Db,
  changes: ChangeCounter,
  left: string[],
  withdraw: string[],
): Promise<void> {
  const wrong = withdraw.find((slug) => !left.includes(slug));
  if (wrong !== undefined)
    throw new ProgrammeError(`--withdraw ${wrong}: no published concert of this name is left out.`);
  if (left.length === 0) return;
  const { rows } = await sql<{ slug: string; valid: number; held: number }>`
    select * from (
      select c.slug,
        (select count(*) from ticket t join product p on p.id = t.product_id
         where p.concert_id = c.id and t.voided_at is null)::integer as valid,
        (select coalesce(sum(h.quantity), 0) from hold h
         join product p on p.id = h.product_id join cart k on k.id = h.cart_id
         where p.concert_id = c.id and (k.release_at > now() or exists (
           select from checkout o
           where o.cart_id = k.id and o.closed_at is null and o.settled_at is null)))::integer as held
      from concert c where c.slug = any(${left}) and c.slug <> all(${withdraw})) as missing
    where valid > 0 or held > 0 order by slug`.execute(db);
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
  await db
    .updateTable('concert')
    .set({ published_at: null, onsale: false, updated_at: sql`clock_timestamp()` })
    .where('slug', 'in', left)
    .execute();
  changes.count += left.length;
}
