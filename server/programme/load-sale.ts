import type { PoolClient } from 'pg';
import { type ChangeCounter, upsertRow } from './upsert-row.ts';
import { loadOnlyWith } from './load-only-with.ts';
import { ProgrammeError, type Programme, type ProgrammeConcert } from './programme-format.ts';

interface LoadSaleInput {
  concert: ProgrammeConcert;
  /** Id of the concert. */
  id: number;
  programme: Programme;
}

/** A product whose stock loadStock has still to set. */
export interface LoadedSale {
  productId: number;
  concertSlug: string;
  quantity: number;
  presold: number;
  /** Ids of the ticket types by slug. */
  typeIds: Map<string, number>;
  /** Quotas by slug of the ticket type. */
  quotas: Record<string, number>;
}

/** Tickets of one concert in an order, unless the programme names another number (api.md, Cart). */
const MAX_TICKETS_PER_ORDER = 10;

/**
 * Loads a concert's product with its ticket types and prices; null if it has no sale. Throws ProgrammeError if the
 * programme removes a product or ticket type that buyers have bought, hold or were about to pay.
 */
export async function loadSale(
  client: PoolClient,
  changes: ChangeCounter,
  { concert, id, programme }: LoadSaleInput,
): Promise<LoadedSale | null> {
  if (concert.sale === undefined) {
    await removeProduct(client, changes, concert.slug, id);
    return null;
  }
  const { prices, quantity, presold, quotas, onlyWith, maxOfType } = concert.sale;
  const maxPerOrder =
    concert.sale.maxPerOrder ?? programme.festival.maxPerOrder ?? MAX_TICKETS_PER_ORDER;
  const columns = { max_per_order: maxPerOrder };
  const product = await upsertRow(client, changes, 'product', { concert_id: id }, columns);
  const productId = product.id;
  const typeIds = new Map<string, number>();
  for (const [position, [slug, price]] of Object.entries(prices).entries()) {
    const type = programme.ticketTypes[slug];
    const values = {
      position,
      price_cents: Math.round(price * 100),
      name_de: type?.name.de,
      name_en: type?.name.en,
      note_de: type?.note?.de ?? null,
      note_en: type?.note?.en ?? null,
      max_per_order: maxOfType[slug] ?? null,
    };
    const keys = { product_id: productId, slug };
    typeIds.set(slug, (await upsertRow(client, changes, 'ticket_type', keys, values)).id);
  }
  await loadOnlyWith(client, changes, { productId, onlyWith, typeIds });
  await removeOtherTypes(client, changes, concert.slug, productId, Object.keys(prices));
  return { productId, concertSlug: concert.slug, quantity, presold, typeIds, quotas };
}

async function removeOtherTypes(
  client: PoolClient,
  changes: ChangeCounter,
  concertSlug: string,
  productId: number,
  slugs: string[],
): Promise<void> {
  const removal = client.query(
    `delete from ticket_type where product_id = $1 and slug <> all ($2)`,
    [productId, slugs],
  );
  const result = await removal.catch((error: unknown) => {
    throw explainReference(error, `“${concertSlug}” no longer lists a ticket type`);
  });
  changes.count += result.rowCount ?? 0;
}

async function removeProduct(
  client: PoolClient,
  changes: ChangeCounter,
  concertSlug: string,
  id: number,
): Promise<void> {
  const { rows } = await client.query<{ id: number }>(
    'select id from product where concert_id = $1',
    [id],
  );
  const [product] = rows;
  if (product === undefined) return;
  try {
    await client.query(`delete from ticket_type where product_id = $1`, [product.id]);
    await client.query(`delete from stock where product_id = $1`, [product.id]);
    await client.query(`delete from product where id = $1`, [product.id]);
  } catch (error) {
    throw explainReference(error, `“${concertSlug}” no longer has a sale`);
  }
  changes.count++;
}

/** PostgreSQL's foreign_key_violation. */
const FOREIGN_KEY_VIOLATION = '23503';

function explainReference(error: unknown, change: string): unknown {
  if (!(error instanceof Error) || !('code' in error) || error.code !== FOREIGN_KEY_VIOLATION)
    return error;
  return new ProgrammeError(
    `${change}, but buyers have bought its tickets or hold them in a cart. ` +
      'Leave it in the file; onSale: false ends the sale.',
    { cause: error },
  );
}
