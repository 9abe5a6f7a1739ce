import type { Pool } from 'pg';
import { findWholeOrder } from './find-whole-order.ts';
import type { PostalOrder } from './pdf/draw-postal-orders.ts';
import { type Issuer, toConfirmationData, toTicketData } from './to-document-data.ts';

/** An order that cannot be printed, and why. */
export class NotPrintable extends Error {}

/**
 * Finds the orders with these numbers, ready to print. Throws NotPrintable for an unknown number, an order that is
 * not delivered by post, and one without valid tickets.
 */
export async function findPostalOrders(
  pool: Pool,
  issuer: Issuer,
  orderNumbers: string[],
): Promise<PostalOrder[]> {
  const found: PostalOrder[] = [];
  for (const orderNo of orderNumbers) {
    const { rows } = await pool.query<{ id: number }>('select id from orders where order_no = $1', [
      orderNo,
    ]);
    const order = rows[0] === undefined ? null : await findWholeOrder(pool, rows[0].id);
    if (order === null) throw new NotPrintable(`There is no order ${orderNo}.`);
    if (order.delivery_method !== 'postal') {
      throw new NotPrintable(`Order ${orderNo} is not delivered by post.`);
    }
    const tickets = order.tickets
      .filter((ticket) => ticket.voided_at === null)
      .map((ticket) => toTicketData(order, issuer, ticket));
    if (tickets.length === 0) throw new NotPrintable(`Order ${orderNo} has no valid ticket.`);
    found.push({ cover: toConfirmationData(order, issuer), tickets });
  }
  return found;
}
