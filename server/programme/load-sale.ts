import type { PoolClient } from 'pg';
import { toTicketTypeColumns, upsertRow, type ChangeCounter } from './upsert-row.ts';
import { programmeRefusalTexts } from '#messages/programme-problems.ts';
import { refuseProgramme, type Programme, type ProgrammeConcert } from './programme-format.ts';
import { isDeepStrictEqual } from 'node:util';

interface LoadSaleInput {
  concert: Pick<ProgrammeConcert, 'slug' | 'sale'>;
  /** Id of the concert. */
  id: number;
  programme: Pick<Programme, 'ticketTypes'> & { festival: { maxPerOrder?: number | undefined } };
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
  const { prices, quantity, presold, quotas, onlyWith, maxOfType, notOffered = [] } = concert.sale;
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
      ...(type && toTicketTypeColumns(type)),
      max_per_order: maxOfType[slug] ?? null,
      is_offered: !notOffered.includes(slug),
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
    throw explainReference(error, programmeRefusalTexts.typeInUse, concertSlug);
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
  await loadOnlyWith(client, changes, { productId: product.id, onlyWith: {}, typeIds: new Map() });
  try {
    await client.query(`delete from ticket_type where product_id = $1`, [product.id]);
    await client.query(`delete from stock where product_id = $1`, [product.id]);
    await client.query(`delete from product where id = $1`, [product.id]);
  } catch (error) {
    throw explainReference(error, programmeRefusalTexts.saleInUse, concertSlug);
  }
  changes.count++;
}

/** PostgreSQL's foreign_key_violation. */
const FOREIGN_KEY_VIOLATION = '23503';

function explainReference(
  error: unknown,
  text: typeof programmeRefusalTexts.saleInUse,
  slug: string,
): unknown {
  if (!(error instanceof Error) || !('code' in error) || error.code !== FOREIGN_KEY_VIOLATION)
    return error;
  return refuseProgramme(text, { slug }, { cause: error });
}

interface LoadOnlyWithInput {
  productId: number;
  /** By slug of the ticket type. */
  onlyWith: Record<string, string[]>;
  typeIds: Map<string, number>;
}

/** Sets which ticket types of a product are sold only together with others. */
export async function loadOnlyWith(
  client: PoolClient,
  changes: ChangeCounter,
  { productId, onlyWith, typeIds }: LoadOnlyWithInput,
): Promise<void> {
  const pairs = Object.entries(onlyWith).flatMap(([slug, others]) =>
    others.map((other) => [typeIds.get(slug), typeIds.get(other)]),
  );
  const types = pairs.map(([type]) => type);
  const others = pairs.map(([, other]) => other);
  const removed = await client.query(
    `delete from ticket_type_only_with o using ticket_type t
    where t.id = o.ticket_type_id and t.product_id = $1
      and not exists (
        select from unnest($2::integer[], $3::integer[]) as w (type_id, with_id)
        where w.type_id = o.ticket_type_id and w.with_id = o.with_type_id)`,
    [productId, types, others],
  );
  const added = await client.query(
    `insert into ticket_type_only_with (ticket_type_id, with_type_id)
    select * from unnest($1::integer[], $2::integer[])
    on conflict do nothing`,
    [types, others],
  );
  changes.count += (removed.rowCount ?? 0) + (added.rowCount ?? 0);
}

interface Stock {
  quantity: number;
  sold: number;
  held: number;
  presold: number;
}

/**
 * Sets how many tickets exist and how many were sold elsewhere; tickets sold or held here stay. Throws
 * ProgrammeError if they would exceed the quantity. Locks the product's stock until the commit.
 */
export async function loadStock(
  client: PoolClient,
  changes: ChangeCounter,
  sale: LoadedSale,
): Promise<void> {
  const { productId, quantity, presold } = sale;
  const stock = await findStock(client, productId);
  if (stock?.quantity === quantity && stock.presold === presold) return;
  changes.count++;
  await client.query(`update product set presold = $1 where id = $2`, [presold, productId]);
  if (stock === undefined) {
    await client.query(`insert into stock (product_id, quantity, sold) values ($1, $2, $3)`, [
      productId,
      quantity,
      presold,
    ]);
    return;
  }
  const locked = await lockStock(client, productId);
  const sold = locked.sold - stock.presold + presold;
  const taken = sold + locked.held;
  if (taken > quantity) {
    const values = { slug: sale.concertSlug, quantity, taken, presold };
    throw refuseProgramme(programmeRefusalTexts.quantityTaken, values);
  }
  await client.query(`update stock set quantity = $1, sold = $2 where product_id = $3`, [
    quantity,
    sold,
    productId,
  ]);
}

async function findStock(client: PoolClient, productId: number): Promise<Stock | undefined> {
  const { rows } = await client.query<Stock>(
    `select s.quantity, s.sold, s.held, p.presold
    from stock s join product p on p.id = s.product_id
    where s.product_id = $1`,
    [productId],
  );
  return rows[0];
}

/** Locks the stock, releases expired holds, then reads what is sold and held. */
export async function lockStock(
  client: PoolClient,
  productId: number,
): Promise<Pick<Stock, 'sold' | 'held'>> {
  await client.query(`select from stock where product_id = $1 for update`, [productId]);
  await client.query(`select release_expired_holds(array[$1::integer])`, [productId]);
  const { rows } = await client.query<Pick<Stock, 'sold' | 'held'>>(
    `select sold, held from stock where product_id = $1`,
    [productId],
  );
  const [row] = rows;
  if (row === undefined) throw new Error(`Product ${productId} has no stock.`);
  return row;
}

/**
 * Sets the quotas of ticket types, and counts what is sold and held of them. Throws ProgrammeError
 * if that exceeds a quota. Locks the product's stock until the commit.
 */
export async function loadQuotas(
  client: PoolClient,
  changes: ChangeCounter,
  { productId, concertSlug, typeIds, quotas }: LoadedSale,
): Promise<void> {
  const wanted = new Map(
    Object.entries(quotas).map(([slug, quantity]) => [typeIds.get(slug) ?? 0, quantity]),
  );
  if (isDeepStrictEqual(await findQuotas(client, productId), wanted)) return;
  changes.count++;
  await lockStock(client, productId);
  await client.query(
    `delete from ticket_quota q using ticket_type t
    where t.id = q.ticket_type_id and t.product_id = $1`,
    [productId],
  );
  for (const [slug, quantity] of Object.entries(quotas)) {
    const typeId = typeIds.get(slug) ?? 0;
    const { sold, held } = await countTaken(client, typeId);
    if (sold + held > quantity) {
      const values = { slug: concertSlug, type: slug, quantity, taken: sold + held };
      throw refuseProgramme(programmeRefusalTexts.quotaTaken, values);
    }
    await client.query(
      `insert into ticket_quota (ticket_type_id, quantity, sold, held)
      values ($1, $2, $3, $4)`,
      [typeId, quantity, sold, held],
    );
  }
}

async function findQuotas(client: PoolClient, productId: number): Promise<Map<number, number>> {
  const { rows } = await client.query<{ ticket_type_id: number; quantity: number }>(
    `select q.ticket_type_id, q.quantity from ticket_quota q
    join ticket_type t on t.id = q.ticket_type_id where t.product_id = $1`,
    [productId],
  );
  return new Map(rows.map((row) => [row.ticket_type_id, row.quantity]));
}

/** Counts the valid and the held tickets of a type; its product's stock is locked (`lockStock`). */
export async function countTaken(
  client: PoolClient,
  typeId: number,
): Promise<{ sold: number; held: number }> {
  const { rows } = await client.query<{ sold: number; held: number }>(
    `select
      (select count(*) from ticket
       where ticket_type_id = $1 and voided_at is null)::integer as sold,
      (select coalesce(sum(quantity), 0) from hold
       where ticket_type_id = $1)::integer as held`,
    [typeId],
  );
  return rows[0] ?? { sold: 0, held: 0 };
}
