import type { Pool } from 'pg';
import { findWholeOrder, type WholeOrder } from './find-whole-order.ts';
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
    const printed = toPostalOrder(order, issuer);
    if (printed.tickets.length === 0) {
      throw new NotPrintable(`Order ${orderNo} has no valid ticket.`);
    }
    found.push(printed);
  }
  return found;
}

/**
 * Finds what is printed of these orders: those without a valid ticket are left out. `concertId`: only the tickets of
 * this concert.
 */
export async function findPrintableOrders(
  pool: Pool,
  issuer: Issuer,
  { orderIds, concertId }: { orderIds: number[]; concertId: number | null },
): Promise<PostalOrder[]> {
  const found: PostalOrder[] = [];
  for (const id of orderIds) {
    const order = await findWholeOrder(pool, id);
    if (order === null) continue;
    const printed = toPostalOrder(order, issuer, concertId);
    if (printed.tickets.length > 0) found.push(printed);
  }
  return found;
}

/** An order with its valid tickets, for all its concerts or one. */
function toPostalOrder(
  order: WholeOrder,
  issuer: Issuer,
  concertId: number | null = null,
): PostalOrder {
  const tickets = order.tickets
    .filter((ticket) => ticket.voided_at === null)
    .filter((ticket) => concertId === null || ticket.concert_id === concertId)
    .map((ticket) => toTicketData(order, issuer, ticket));
  // its language is that of the tickets
  const cover = { ...order, language: order.contact.language };
  return { cover: toConfirmationData(cover, issuer), tickets };
}
