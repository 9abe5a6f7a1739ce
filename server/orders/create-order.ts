import type { PoolClient } from 'pg';
import { newOrderNumber } from './order-number.ts';

/**
 * Makes the order of a paid checkout (db/functions/create-order.sql): sells its tickets, writes the order,
 * queues its documents, draws the invoice number. Answers the order's id, null when too few tickets are
 * left. The caller holds the transaction and has locked cart and checkout. Throws 40001 when the transaction
 * is to be tried again.
 */
export async function createOrder(client: PoolClient, checkoutId: number): Promise<number | null> {
  const { rows } = await client.query<{ order_id: number | null }>({
    name: 'create_order',
    text: 'select create_order($1, $2) as order_id',
    values: [checkoutId, newOrderNumber()],
  });
  return rows[0]?.order_id ?? null;
}
