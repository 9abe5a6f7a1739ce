import { sql } from 'kysely';
import type { Db } from '../platform/database/database.ts';
import type { ChangeCounter } from './upsert-row.ts';
import type { LoadedSale } from './load-sale.ts';
import { ProgrammeError } from './programme-format.ts';

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
export async function loadStock(db: Db, changes: ChangeCounter, sale: LoadedSale): Promise<void> {
  const { productId, quantity, presold } = sale;
  const stock = await findStock(db, productId);
  if (stock?.quantity === quantity && stock.presold === presold) return;
  changes.count++;
  await sql`update product set presold = ${presold} where id = ${productId}`.execute(db);
  if (stock === undefined) {
    await sql`insert into stock (product_id, quantity, sold)
      values (${productId}, ${quantity}, ${presold})`.execute(db);
    return;
  }
  const locked = await lockStock(db, productId);
  const sold = locked.sold - stock.presold + presold;
  const taken = sold + locked.held;
  if (taken > quantity) {
    throw new ProgrammeError(
      `“${sale.concertSlug}” cannot have ${quantity} tickets: ${taken} are sold or in a cart ` +
        `(${presold} of them sold elsewhere).`,
    );
  }
  await sql`update stock set quantity = ${quantity}, sold = ${sold}
    where product_id = ${productId}`.execute(db);
}

async function findStock(db: Db, productId: number): Promise<Stock | undefined> {
  const { rows } = await sql<Stock>`
    select s.quantity, s.sold, s.held, p.presold
    from stock s join product p on p.id = s.product_id
    where s.product_id = ${productId}`.execute(db);
  return rows[0];
}

/** Locks the stock, releases expired holds, then reads what is sold and held. */
export async function lockStock(db: Db, productId: number): Promise<Pick<Stock, 'sold' | 'held'>> {
  await sql`select from stock where product_id = ${productId} for update`.execute(db);
  await sql`select release_expired_holds(array[${productId}::integer])`.execute(db);
  const { rows } = await sql<Pick<Stock, 'sold' | 'held'>>`
    select sold, held from stock where product_id = ${productId}`.execute(db);
  const [row] = rows;
  if (row === undefined) throw new Error(`Product ${productId} has no stock.`);
  return row;
}
