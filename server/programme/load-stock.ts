import type { PoolClient } from 'pg';
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
    throw new ProgrammeError(
      `“${sale.concertSlug}” cannot have ${quantity} tickets: ${taken} are sold or in a cart ` +
        `(${presold} of them sold elsewhere).`,
    );
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
