import type { PoolClient } from 'pg';
import { cancelOrder } from '../orders/cancel-order.ts';
import { inTransaction } from '../platform/database/transaction.ts';
import { isFree } from './intents.ts';
import type { PaymentDeps } from './payment-deps.ts';
import { requestRefund } from './request-refund.ts';

/** What the office wants to take back of an order. */
export interface RefundOrderInput {
  orderNo: string;
  /** Tickets to take back; null for the whole order, its postage included. */
  ticketIds: number[] | null;
}

/** What was done: money on its way back in cents, and the tickets that are void now. */
export interface RefundedOrder {
  cents: number;
  ticketIds: number[];
}

/** A reason why an order cannot be refunded as asked; the office reads it. */
export class RefundNotPossible extends Error {
  override name = 'RefundRefused';
}

interface OrderToRefund {
  id: number;
  checkout_id: number;
  intent_id: string;
  amount_cents: number;
  delivery_cents: number;
}

/**
 * Refunds an order or some of its tickets: the tickets are void, their places on sale again, a
 * cancellation invoice is drawn and the money sent back by a job – all of it or nothing. Never more than
 * was paid and not yet refunded, judged under a lock. Throws RefundRefused.
 */
export async function refundOrder(
  deps: Pick<PaymentDeps, 'pool' | 'stockChanged'>,
  wish: RefundOrderInput,
): Promise<RefundedOrder> {
  const done = await inTransaction(deps.pool, async (client) => {
    const order = await lockOrder(client, wish.orderNo);
    const tickets = await findTickets(client, order.id, wish.ticketIds);
    const left = await leftToRefund(client, order);
    const isWhole = wish.ticketIds === null;
    const worth = tickets.reduce((sum, ticket) => sum + ticket.price_cents, 0);
    const cents = isWhole ? left : Math.min(worth, left);
    if (tickets.length === 0 && cents === 0) {
      throw new RefundNotPossible('There is nothing left to refund of this order.');
    }
    if (!isWhole && worth > left) {
      throw new RefundNotPossible(
        'The tickets are worth more than what has not been refunded yet.',
      );
    }
    const refundId =
      cents === 0 || isFree(order.intent_id)
        ? null
        : await requestRefund(client, {
            checkoutId: order.checkout_id,
            intentId: order.intent_id,
            cents,
            reason: 'office',
          });
    const ticketIds = await cancelOrder(client, {
      orderId: order.id,
      ticketIds: tickets.map((ticket) => ticket.id),
      refundId,
      cents,
    });
    return { cents, ticketIds };
  });
  deps.stockChanged();
  return done;
}

async function lockOrder(client: PoolClient, orderNo: string): Promise<OrderToRefund> {
  const { rows } = await client.query<OrderToRefund>(
    `select o.id, c.id as checkout_id, c.intent_id, c.amount_cents, c.delivery_cents
     from orders o join checkout c on c.id = o.checkout_id
     where o.order_no = $1 for update of c, o`,
    [orderNo],
  );
  if (rows[0] === undefined) throw new RefundNotPossible(`There is no order ${orderNo}.`);
  return rows[0];
}

async function findTickets(
  client: PoolClient,
  orderId: number,
  ticketIds: number[] | null,
): Promise<{ id: number; price_cents: number }[]> {
  const { rows } = await client.query<{ id: number; price_cents: number }>(
    `select id, price_cents from ticket
     where order_id = $1 and voided_at is null and ($2::bigint[] is null or id = any ($2))`,
    [orderId, ticketIds],
  );
  if (ticketIds !== null && rows.length !== ticketIds.length) {
    throw new RefundNotPossible('Not all of these tickets are valid tickets of this order.');
  }
  return rows;
}

async function leftToRefund(client: PoolClient, order: OrderToRefund): Promise<number> {
  const { rows } = await client.query<{ cents: number }>(
    `select coalesce(sum(amount_cents), 0)::integer as cents from refund
     where checkout_id = $1 and failed_at is null`,
    [order.checkout_id],
  );
  return order.amount_cents - (rows[0]?.cents ?? 0);
}
