import type { PoolClient } from 'pg';
import type { Language } from '#contract/language.ts';
import { recipientSql } from './order-contact-sql.ts';
import { queueMail } from '../platform/mail/queue-mail.ts';

/**
 * SQL for a refund that failed and whose money is still owed: neither refunded again nor paid outside the shop. The
 * index `refund_failed` has the same condition.
 */
export const unresolvedRefundSql = 'failed_at is not null and resolved_at is null';

/** The tickets of an order to void, and the refund that goes with them. */
export interface CancelOrderInput {
  orderId: number;
  /** Tickets to void; null for all that are still valid. */
  ticketIds: number[] | null;
  /** The refund and its amount in cents, which is the amount of the cancellation invoice. */
  refundId: number | null;
  cents: number;
  /** The step of a cancelled concert's run that voids them: its mail says why. */
  item?: { id: number; mailsPerMinute: number };
}

/**
 * Voids tickets of an order, puts their places back on sale, and writes a cancellation invoice with a consecutive
 * number of its own (product.md 12); a job makes its PDF and mail. Nothing to void and 0 cents: no
 * invoice; nor for complimentary tickets, which have none that it could cancel: their mail says it alone. Locks stock, sales of the day and invoice counter, in this order. Runs in the caller's transaction, which
 * has locked the order. Returns the ids of the voided tickets.
 */
export async function cancelOrder(client: PoolClient, input: CancelOrderInput): Promise<number[]> {
  // first, as a sale does: voiding locks the sales of the day
  await client.query(
    `select from stock where product_id in (select product_id from ticket where order_id = $1)
     order by product_id for update`,
    [input.orderId],
  );
  const voided = await client.query<SoldTicket & { id: number }>(
    `update ticket set voided_at = now()
     where order_id = $1 and voided_at is null and ($2::bigint[] is null or id = any ($2))
     returning id, product_id, ticket_type_id`,
    [input.orderId, input.ticketIds],
  );
  await returnToStock(client, voided.rows);
  await client.query(
    `update orders set cancelled_at = coalesce(cancelled_at, now())
     where id = $1 and not exists (select from ticket where order_id = $1 and voided_at is null)`,
    [input.orderId],
  );
  if (voided.rows.length > 0 || input.cents > 0) {
    const isInvoiced = await drawCancellationNumber(client, input);
    if (!isInvoiced) await queueTakenBackMail(client, input, voided.rows);
  }
  return voided.rows.map((ticket) => ticket.id);
}

interface SoldTicket {
  product_id: number;
  ticket_type_id: number;
}

async function returnToStock(client: PoolClient, tickets: SoldTicket[]): Promise<void> {
  const products = tickets.map((ticket) => ticket.product_id);
  if (products.length === 0) return;
  await client.query(
    `with quotas as (
       update ticket_quota q set sold = q.sold - back.quantity
       from (select type_id, count(*)::integer as quantity
             from unnest($2::integer[]) as type_id group by type_id) back
       where q.ticket_type_id = back.type_id
     )
     update stock s set sold = s.sold - back.quantity
     from (select product_id, count(*)::integer as quantity
           from unnest($1::integer[]) as product_id group by product_id) back
     where s.product_id = back.product_id`,
    [products, tickets.map((ticket) => ticket.ticket_type_id)],
  );
}

/**
 * The sum of an order's cancellation invoices and of what was returned, in cents: refunds, failed ones only when paid
 * by hand, and lost disputes; also what its buyer has donated, or may still choose to donate (office.md 6).
 */
export async function sumCancellations(
  client: Pick<PoolClient, 'query'>,
  order: { id: number; checkout_id: number },
): Promise<{ invoicedCents: number; refundedCents: number }> {
  const { rows } = await client.query<{ invoiced: number; refunded: number }>(
    `select (select coalesce(sum(amount_cents), 0)::integer from invoice
             where order_id = $1 and series = 'cancellation') as invoiced,
       (select coalesce(sum(amount_cents), 0)::integer from returned_money
        where intent_id = (select intent_id from checkout where id = $2))
       + (select coalesce(sum(amount_cents), 0)::integer from donation where order_id = $1)
       + (select coalesce(sum(owed_cents), 0)::integer from run_item where order_id = $1 and state = 'asked')
         as refunded`,
    [order.id, order.checkout_id],
  );
  return { invoicedCents: rows[0]?.invoiced ?? 0, refundedCents: rows[0]?.refunded ?? 0 };
}

/**
 * Runs last, because the counter stays locked until the commit, so that numbers have no gaps. Returns whether there is
 * an invoice to cancel.
 */
async function drawCancellationNumber(
  client: PoolClient,
  input: CancelOrderInput,
): Promise<boolean> {
  const { rowCount } = await client.query(
    `with drawn as (
       insert into invoice_counter (series, year, last)
       select 'cancellation', extract(year from now() at time zone 'Europe/Berlin')::integer, 1
       where exists (select from invoice where order_id = $1 and series = 'invoice')
       on conflict (series, year) do update set last = invoice_counter.last + 1
       returning year, last
     ), written as (
       insert into invoice (order_id, series, year, number, amount_cents, refund_id)
       select $1, 'cancellation', year, last, $3, $2 from drawn returning id
     )
     select enqueue_cancellation(id) from written`,
    [input.orderId, input.refundId, input.cents],
  );
  return rowCount !== 0;
}

/**
 * Notifies the holder of complimentary tickets that some are taken back, or that their concert is cancelled; nobody
 * without an e-mail address.
 */
async function queueTakenBackMail(
  client: PoolClient,
  { orderId, item }: CancelOrderInput,
  voided: { id: number }[],
): Promise<void> {
  const { rows } = await client.query<{ email: string | null; language: Language }>(recipientSql, [
    orderId,
  ]);
  const [contact] = rows;
  if (contact === undefined || contact.email === null) return;
  await queueMail(client, {
    kind: item === undefined ? 'order-cancelled' : 'concert-cancelled',
    recipient: contact.email,
    language: contact.language,
    facts: { orderId, tickets: voided.length, ...(item && { itemId: item.id }) },
    ...(item && { perMinute: item.mailsPerMinute }),
    eventKey: `taken-back-${orderId}-${voided[0]?.id ?? 0}`,
  });
}
