import { sql } from 'kysely';
import type { Db } from '../platform/database/database.ts';
import { ChangeCounter, upsertRow } from './upsert-row.ts';
import { loadConcert } from './load-concert.ts';
import { loadSale, type LoadedSale } from './load-sale.ts';
import { loadQuotas } from './load-quotas.ts';
import { loadStock } from './load-stock.ts';
import { toVenueColumns } from './programme-columns.ts';
import type { FestivalContent, Programme } from './programme-format.ts';

/** Advisory lock: only one load at a time. */
const LOAD_LOCK_ID = 4_200_819;

/**
 * Brings the database in line with the programme, in one transaction. Slugs identify concerts, venues, composers
 * and ticket types, so ids stay; loading the same programme again changes nothing. A concert that is missing is
 * unpublished and off sale, never deleted. Returns how many rows changed; `afterChange` runs before the commit if any
 * did. Throws ProgrammeError (and changes nothing) if tickets would be lost: see loadSale, loadStock and loadQuotas.
 */
export async function loadProgramme(
  db: Db,
  programme: Programme,
  afterChange?: (transaction: Db, rows: number) => Promise<void>,
): Promise<number> {
  return db.transaction().execute(async (transaction) => {
    await sql`select pg_advisory_xact_lock(${LOAD_LOCK_ID})`.execute(transaction);
    const changes = new ChangeCounter();
    await loadFestival(transaction, changes, programme);
    const venueIds = await loadVenues(transaction, changes, programme);
    const composerIds = await loadComposers(transaction, changes, programme);

    const sales: LoadedSale[] = [];
    for (const concert of programme.concerts) {
      const id = await loadConcert(transaction, changes, {
        concert,
        programme,
        venueIds,
        composerIds,
      });
      const sale = await loadSale(transaction, changes, { concert, id, programme });
      if (sale !== null) sales.push(sale);
    }
    await withdrawMissing(transaction, changes, programme);
    // Stock comes last and by product id, as buyers lock it: short waits, no deadlock.
    for (const sale of sales.toSorted((a, b) => a.productId - b.productId)) {
      await loadStock(transaction, changes, sale);
      await loadQuotas(transaction, changes, sale);
    }
    // The catalogue of every process reloads when this time changes.
    if (changes.count > 0) {
      await sql`update festival set updated_at = clock_timestamp()`.execute(transaction);
      await afterChange?.(transaction, changes.count);
    }
    return changes.count;
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

async function withdrawMissing(
  db: Db,
  changes: ChangeCounter,
  programme: Programme,
): Promise<void> {
  const result = await db
    .updateTable('concert')
    .set({ published_at: null, onsale: false, updated_at: sql`clock_timestamp()` })
    .where('published_at', 'is not', null)
    .where(
      'slug',
      'not in',
      programme.concerts.map(({ slug }) => slug),
    )
    .executeTakeFirst();
  changes.count += Number(result.numUpdatedRows);
}
