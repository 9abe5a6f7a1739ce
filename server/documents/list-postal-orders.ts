import type { Pool } from 'pg';
import { findWholeOrder, type WholeOrder } from './find-whole-order.ts';
import type { PostalOrder } from './pdf/draw-postal-orders.ts';
import { type Issuer, toConfirmationData, toTicketData } from './to-document-data.ts';

/**
 * Lists these orders as they are printed: those without a valid ticket are left out. `concertId`: only the tickets of
 * this concert.
 */
export async function listPostalOrders(
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
