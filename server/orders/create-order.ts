import type { PoolClient } from 'pg';
import { randomInt } from 'node:crypto';
import { ORDER_ALPHABET } from '#contract/codes.ts';

/** The card that paid an order. */
export interface PaidCard {
  /** As the provider names it, such as `visa`. */
  brand: string;
  /** The last four digits of its number. */
  last4: string;
}

/**
 * Creates the order of a paid checkout (db/functions/create-order.sql): sells its tickets, writes the order,
 * enqueues its documents and draws the invoice number. Returns the order's id, or null when too few tickets are
 * left. Runs in the caller's transaction, which has locked cart and checkout. Throws 40001 when the transaction
 * must be retried.
 */
export async function createOrder(
  client: PoolClient,
  checkoutId: number,
  card: PaidCard | null,
): Promise<number | null> {
  const { rows } = await client.query<{ order_id: number | null }>({
    name: 'create_order',
    text: 'select create_order($1, $2, $3, $4) as order_id',
    values: [checkoutId, createOrderNumber(), card?.brand, card?.last4],
  });
  return rows[0]?.order_id ?? null;
}

const ORDER_NUMBER_LENGTH = 8;

/** A short random order number, such as 'K7MA-2XRF'. */
export function createOrderNumber(): string {
  const characters = Array.from(
    { length: ORDER_NUMBER_LENGTH },
    () => ORDER_ALPHABET[randomInt(ORDER_ALPHABET.length)],
  ).join('');
  return `${characters.slice(0, 4)}-${characters.slice(4)}`;
}
