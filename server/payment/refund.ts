import type { PoolClient, Pool } from 'pg';
import { cancelOrder, sumCancellations, unresolvedRefundSql } from '../orders/cancel-order.ts';
import { isFree } from './provider/intents.ts';

/** The order or tickets that the office refunds. */
export interface RefundOrderInput {
  orderNo: string;
  /** Tickets to refund; null for the whole order including postage, none to retry failed refunds only. */
  ticketIds: number[] | null;
  /** Only what is left of the postage; the tickets stay valid. */
  isPostage?: boolean;
}

/** The refunded amounts in cents, and the ids of the voided tickets. */
export interface RefundedOrder {
  /** The new cancellation invoice. */
  invoiceCents: number;
  /** Refunded with it; less where a lost dispute has returned the money. */
  cents: number;
  /** Refunded again because a refund has failed; its cancellation invoice exists. */
  retriedCents: number;
  ticketIds: number[];
}

/** Reasons why an order cannot be refunded as requested, as sentences for the command line. */
const reasons = {
  unknown: 'There is no such order.',
  nothing: 'There is nothing left to refund of this order.',
  tickets: 'Some of these tickets are not valid tickets of this order.',
  amount: 'The tickets are worth more than the amount that has not been refunded yet.',
  disputed: 'This payment is disputed: the bank holds the money until it has decided.',
};

/** Why an order cannot be refunded as requested; the office reads the message. */
export class RefundNotPossible extends Error {
  override name = 'RefundNotPossible';
  readonly reason: keyof typeof reasons;

  constructor(reason: keyof typeof reasons) {
    super(reasons[reason]);
    this.reason = reason;
  }
}

interface OrderToRefund {
  id: number;
  checkout_id: number;
  intent_id: string;
  amount_cents: number;
  delivery_cents: number;
}

/**
 * Refunds an order or some of its tickets in the caller's transaction: voids the tickets, puts their places back on
 * sale, writes a cancellation invoice and enqueues the refund. Once the whole amount is refunded, voids the other
 * tickets of the order, too. What failed refunds still owe is refunded again, without another invoice or mail. Never
 * refunds more than was paid and not yet refunded, checked under a lock. Throws RefundNotPossible.
 */
export async function refundOrder(
  client: PoolClient,
  input: RefundOrderInput,
): Promise<RefundedOrder> {
  const { order, tickets, invoiceCents, cents, retriedCents } = await planRefund(
    client,
    input,
    'for no key update of c, o',
  );
  const repeatId = await requestOfficeRefund(client, order, retriedCents);
  if (repeatId !== null) await resolveFailedRefunds(client, order.checkout_id, repeatId);
  const refundId = await requestOfficeRefund(client, order, cents);
  const ticketIds = await cancelOrder(client, {
    orderId: order.id,
    ticketIds: tickets.map((ticket) => ticket.id),
    refundId,
    cents: invoiceCents,
  });
  if (ticketIds.length > 0) await recordTicketDecision(client, order.id);
  return { invoiceCents, cents, retriedCents, ticketIds };
}

/** Records that the office has decided which tickets of an order stay valid. The caller has locked the order. */
export async function recordTicketDecision(client: PoolClient, orderId: number): Promise<void> {
  await client.query('update orders set tickets_decided_at = now() where id = $1', [orderId]);
}

/** The effect of a refund. */
interface RefundPlan {
  order: OrderToRefund;
  tickets: { id: number; price_cents: number }[];
  invoiceCents: number;
  cents: number;
  retriedCents: number;
}

/** The effect of a refund now, for a page that asks for confirmation; changes nothing. Throws RefundNotPossible. */
export async function planRefund(
  client: Pick<PoolClient, 'query'>,
  input: RefundOrderInput,
  lock: '' | 'for no key update of c, o' = '',
): Promise<RefundPlan> {
  const order = await findOrder(client, input.orderNo, lock);
  if (await hasOpenDispute(client, order.intent_id)) throw new RefundNotPossible('disputed');
  const tickets = await listTickets(client, order.id, input.ticketIds);
  const { owedCents, restCents, uninvoicedCents } = await getOpenCents(client, order);
  if (input.isPostage) {
    const postageCents = await getOpenPostageCents(client, order, uninvoicedCents);
    if (postageCents === 0) throw new RefundNotPossible('nothing');
    const paidCents = Math.max(0, postageCents - (uninvoicedCents - restCents));
    return { order, tickets, invoiceCents: postageCents, cents: paidCents, retriedCents: 0 };
  }
  const isWhole = input.ticketIds === null;
  const takesPostage =
    input.ticketIds !== null && (await areLastOfCancelled(client, order.id, input.ticketIds));
  const postageCents = takesPostage ? await getOpenPostageCents(client, order, uninvoicedCents) : 0;
  const worth = tickets.reduce((sum, ticket) => sum + ticket.price_cents, postageCents);
  const invoiceCents = isWhole ? uninvoicedCents : Math.min(worth, uninvoicedCents);
  // what a lost dispute has returned without an invoice pays for these tickets first
  const cents = Math.max(0, invoiceCents - (uninvoicedCents - restCents));
  const retriedCents = isWhole || tickets.length === 0 ? owedCents : 0;
  if (tickets.length === 0 && invoiceCents === 0 && retriedCents === 0) {
    throw new RefundNotPossible('nothing');
  }
  if (!isWhole && worth > uninvoicedCents) throw new RefundNotPossible('amount');
  const isRefundedWhole = invoiceCents === uninvoicedCents && retriedCents === owedCents;
  if (isWhole || order.amount_cents === 0 || !isRefundedWhole) {
    return { order, tickets, invoiceCents, cents, retriedCents };
  }
  // as in the dashboard: free tickets that came with paid ones do not stay valid without them
  const allTickets = await listTickets(client, order.id, null);
  return { order, tickets: allTickets, invoiceCents, cents, retriedCents };
}

/** Whether these are all valid tickets of an order, one of a cancelled concert: their postage goes back (office.md 6). */
async function areLastOfCancelled(
  client: Pick<PoolClient, 'query'>,
  orderId: number,
  ticketIds: number[],
): Promise<boolean> {
  const { rows } = await client.query<{ are: boolean | null }>(
    `select bool_and(id = any ($2)) and has_cancelled_concert(array_agg(product_id)) as are
     from ticket where order_id = $1 and voided_at is null`,
    [orderId, ticketIds],
  );
  return rows[0]?.are === true;
}

/** Whether the bank holds the money until it decides. An inquiry (`warning_…`) takes none, so it can be refunded. */
export async function hasOpenDispute(
  client: Pick<PoolClient, 'query'>,
  intentId: string,
): Promise<boolean> {
  const { rows } = await client.query(
    `select from dispute where intent_id = $1 and closed_at is null and status not like 'warning%'`,
    [intentId],
  );
  return rows.length > 0;
}

async function findOrder(
  client: Pick<PoolClient, 'query'>,
  orderNo: string,
  lock: string,
): Promise<OrderToRefund> {
  const { rows } = await client.query<OrderToRefund>(
    `select o.id, c.id as checkout_id, c.intent_id, c.amount_cents, c.delivery_cents
     from orders o join checkout c on c.id = o.checkout_id
     where o.order_no = $1 ${lock}`,
    [orderNo],
  );
  if (rows[0] === undefined) throw new RefundNotPossible('unknown');
  return rows[0];
}

async function listTickets(
  client: Pick<PoolClient, 'query'>,
  orderId: number,
  ticketIds: number[] | null,
): Promise<{ id: number; price_cents: number }[]> {
  const { rows } = await client.query<{ id: number; price_cents: number }>(
    `select id, price_cents from ticket
     where order_id = $1 and voided_at is null and ($2::bigint[] is null or id = any ($2))`,
    [orderId, ticketIds],
  );
  if (ticketIds !== null && rows.length !== ticketIds.length) {
    throw new RefundNotPossible('tickets');
  }
  return rows;
}

/**
 * The sum of failed refunds, the rest that is neither returned nor owed, and what no cancellation invoice covers yet:
 * more than the rest after a lost dispute. In cents.
 */
export async function getOpenCents(
  client: Pick<PoolClient, 'query'>,
  order: Pick<OrderToRefund, 'id' | 'checkout_id' | 'amount_cents'>,
): Promise<{ owedCents: number; restCents: number; uninvoicedCents: number }> {
  const { invoicedCents, refundedCents } = await sumCancellations(client, order);
  const openCents = Math.max(0, order.amount_cents - refundedCents);
  const owedCents = Math.min(openCents, Math.max(0, invoicedCents - refundedCents));
  const uninvoicedCents = Math.max(0, order.amount_cents - invoicedCents);
  return { owedCents, restCents: openCents - owedCents, uninvoicedCents };
}

/** The postage that no cancellation invoice covers yet, in cents: the rest beside the valid tickets. */
export async function getOpenPostageCents(
  client: Pick<PoolClient, 'query'>,
  order: Pick<OrderToRefund, 'id' | 'delivery_cents'>,
  uninvoicedCents: number,
): Promise<number> {
  const valid = await listTickets(client, order.id, null);
  const worth = valid.reduce((sum, ticket) => sum + ticket.price_cents, 0);
  return Math.max(0, Math.min(order.delivery_cents, uninvoicedCents - worth));
}

/** Returns the id of the refund; null when there is nothing to pay back. */
async function requestOfficeRefund(
  client: PoolClient,
  order: OrderToRefund,
  cents: number,
): Promise<number | null> {
  if (cents === 0 || isFree(order.intent_id)) return null;
  const { checkout_id: checkoutId, intent_id: intentId } = order;
  return await requestRefund(client, { checkoutId, intentId, cents, reason: 'office' });
}

/** A refund to be made; `checkoutId` is null for a payment that belongs to no checkout. */
export interface NewRefund {
  checkoutId: number | null;
  intentId: string;
  cents: number;
  reason: 'tickets_gone' | 'no_checkout' | 'mismatch' | 'office';
  /** Of a run: executed after everything else. */
  isOfRun?: boolean;
}

/**
 * Requests a refund: its row and its job commit with the caller's transaction. There is at most one automatic
 * refund per intent, however often the payment is settled; null when it has been requested before.
 */
export async function requestRefund(client: PoolClient, refund: NewRefund): Promise<number | null> {
  const { rows } = await client.query<{ id: number }>(
    `with requested as (
       insert into refund (checkout_id, intent_id, amount_cents, reason) values ($1, $2, $3, $4)
       on conflict (intent_id) where reason in ('tickets_gone', 'no_checkout', 'mismatch') do nothing
       returning id
     )
     select id, case when $5 then enqueue_run_refund(id) else enqueue_refund(id) end from requested`,
    [refund.checkoutId, refund.intentId, refund.cents, refund.reason, refund.isOfRun === true],
  );
  return rows[0]?.id ?? null;
}

/**
 * Records that this refund repeats the failed ones of a checkout, and what those had repeated. Those already dealt with
 * in another way stay as they are. The caller has locked the checkout.
 */
async function resolveFailedRefunds(
  client: PoolClient,
  checkoutId: number,
  repeatId: number,
): Promise<void> {
  await client.query(
    `with failed as (
       select id from refund where checkout_id = $1 and ${unresolvedRefundSql}
     )
     update refund set resolved_at = coalesce(resolved_at, now()), resolution = 'again', repeated_by = $2
     where checkout_id = $1 and (id in (select id from failed) or repeated_by in (select id from failed))`,
    [checkoutId, repeatId],
  );
}

const lostDisputeSql = `select from dispute where intent_id = $1 and status = 'lost'`;

/**
 * SQL for what the shop has promised to return of a payment ($1, its intent): what its cancellation invoices say, less
 * what its buyer has donated or may still choose to donate; without an order, the whole payment. Null for a wrong
 * payment, whose amount we do not store.
 */
const promisedSql = `coalesce(
  (select sum(i.amount_cents) - (select coalesce(sum(d.amount_cents), 0) from donation d where d.order_id = o.id)
     - (select coalesce(sum(a.owed_cents), 0) from run_item a where a.order_id = o.id and a.state = 'asked')
   from invoice i join orders o on o.id = i.order_id
   where i.series = 'cancellation' and o.checkout_id = (select id from checkout where intent_id = $1) group by o.id),
  (select c.amount_cents from refund r join checkout c on c.id = r.checkout_id
   where r.intent_id = $1 and r.reason = 'tickets_gone'))`;

const returnedSql =
  '(select coalesce(sum(amount_cents), 0) from returned_money where intent_id = $1)';

/**
 * The sum still owed of a failed refund, in cents: less than its amount where a part came back in another way. Of a
 * wrong payment it is the whole refund.
 */
export async function getOwedCents(
  client: Pool | PoolClient,
  refund: { intent_id: string; amount_cents: number },
): Promise<number> {
  const { rows } = await client.query<{ cents: number | null }>(
    `select (${promisedSql} - ${returnedSql})::integer as cents`,
    [refund.intent_id],
  );
  const cents = rows[0]?.cents ?? refund.amount_cents;
  return Math.max(0, Math.min(refund.amount_cents, cents));
}

/**
 * Records that the failed refunds of a payment are dealt with, once as much as promised was returned in another way: in
 * the provider's dashboard, by a lost dispute, or by hand for another of them. Of a wrong payment, what is known of it
 * counts: our own refunds and the failed ones of the dashboard. A dispute that is won on appeal opens again what the
 * lost one had settled.
 */
export async function resolveReturnedRefunds(
  client: Pool | PoolClient,
  intentId: string,
): Promise<void> {
  await client.query(
    `update refund set resolved_at = null, resolution = null
     where intent_id = $1 and resolution = 'dispute' and not exists (${lostDisputeSql})`,
    [intentId],
  );
  await client.query(
    `update refund set resolved_at = now(),
       resolution = case when exists (${lostDisputeSql}) then 'dispute' else 'dashboard' end
     where intent_id = $1 and ${unresolvedRefundSql}
       and ${returnedSql} >= coalesce(${promisedSql},
         (select sum(amount_cents) filter (where ${unresolvedRefundSql}
            or reason <> 'dashboard' and resolution is distinct from 'again')
          from refund where intent_id = $1))`,
    [intentId],
  );
}
