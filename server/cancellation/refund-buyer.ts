import type { PoolClient } from 'pg';
import type { Language } from '#contract/language.ts';
import { DAY_MS } from '#contract/berlin-time.ts';
import { cancelOrder, sumCancellations } from '../orders/cancel-order.ts';
import { isFree } from '../payment/provider/intents.ts';
import {
  getOpenCents,
  getOpenPostageCents,
  hasOpenDispute,
  requestRefund,
  refundOrder,
} from '../payment/refund.ts';
import { queueMail } from '../platform/mail/queue-mail.ts';
import type { RunItemRow, RunRow, SteppedItem, StepContext } from '../runs/run-kind.ts';

/** The choice of a buyer who may donate what they are owed (running.md 4). */
export interface ChoiceFacts {
  /** ISO 8601: whoever has not answered then has the money back. */
  endsAt?: string;
  answer?: 'refund' | 'part' | 'all';
  /** Of what is owed. */
  donatedCents?: number;
  /** ISO 8601. */
  answeredAt?: string;
  isReminded?: boolean;
}

/** An order of a cancelled concert, locked. */
interface LockedOrder {
  id: number;
  order_no: string;
  checkout_id: number;
  intent_id: string;
  amount_cents: number;
  delivery_cents: number;
  email: string | null;
  language: Language;
}

/** A buyer who may donate is reminded this long before their choice ends. */
const REMINDER_DAYS = 3;

/**
 * Takes the next step of an order of a cancelled concert: its tickets become void with one cancellation invoice, and
 * its buyer gets the money back, at once or after a choice. A disputed payment is left alone.
 */
export async function refundBuyer(context: StepContext, item: RunItemRow): Promise<SteppedItem> {
  const { client, run, env } = context;
  const order = await lockOrder(client, item.order_id ?? 0);
  const facts: ChoiceFacts = item.facts;
  // a job that comes twice finds nothing to do
  if (item.state !== 'waiting' && item.state !== 'asked')
    return { state: item.state, nextAt: null };
  if (item.invoice_id !== null) return await carryOut(context, item, order);
  if (await hasOpenDispute(client, order.intent_id)) return { state: 'disputed', nextAt: null };
  const cancelled = await voidTickets(client, run, order);
  if (cancelled === null) return { state: 'nothing', nextAt: null };
  const { invoiceId, owedCents, refundId } = cancelled;
  if (owedCents === 0) return { state: 'nothing', nextAt: null, invoiceId };
  if (refundId !== null) return { state: 'refunded', nextAt: null, invoiceId, refundId, owedCents };
  const ends = Date.now() + env.choiceDays * DAY_MS;
  const reminds = ends - REMINDER_DAYS * DAY_MS;
  const hasReminder = reminds > Date.now();
  return {
    state: 'asked',
    nextAt: new Date(hasReminder ? reminds : ends),
    invoiceId,
    owedCents,
    facts: { ...facts, endsAt: new Date(ends).toISOString(), isReminded: !hasReminder },
  };
}

async function lockOrder(client: PoolClient, orderId: number): Promise<LockedOrder> {
  const { rows } = await client.query<LockedOrder>(
    `select o.id, o.order_no, c.id as checkout_id, c.intent_id, c.amount_cents, c.delivery_cents,
       case when x.order_id is null then c.details->>'email' else x.email end as email,
       coalesce(x.language, c.language) as language
     from orders o join checkout c on c.id = o.checkout_id left join order_contact x on x.order_id = o.id
     where o.id = $1 for no key update of c, o`,
    [orderId],
  );
  const [order] = rows;
  if (order === undefined) throw new Error(`there is no order ${orderId}`);
  return order;
}

/**
 * Voids the valid tickets of the run's concert in this order, with one cancellation invoice, postage included with the
 * order's last ticket, and requests the refund unless the buyer is to choose. Null when there are none.
 */
async function voidTickets(client: PoolClient, run: RunRow, order: LockedOrder) {
  const { rows } = await client.query<{ id: number; price_cents: number; is_of_concert: boolean }>(
    `select t.id, t.price_cents, p.concert_id = $2 as is_of_concert
     from ticket t join product p on p.id = t.product_id where t.order_id = $1 and t.voided_at is null`,
    [order.id, run.concert_id],
  );
  const tickets = rows.filter((ticket) => ticket.is_of_concert);
  if (tickets.length === 0) return null;
  const { restCents, uninvoicedCents } = await getOpenCents(client, order);
  const isLast = tickets.length === rows.length;
  const postageCents = isLast ? await getOpenPostageCents(client, order, uninvoicedCents) : 0;
  const worth = tickets.reduce((sum, ticket) => sum + ticket.price_cents, postageCents);
  const invoiceCents = Math.min(worth, uninvoicedCents);
  // what a lost dispute has returned without an invoice pays for these tickets first
  const openCents = Math.max(0, invoiceCents - (uninvoicedCents - restCents));
  const owedCents = isFree(order.intent_id) ? 0 : openCents;
  const mayDonate = run.facts['offersDonation'] === true && order.email !== null;
  const refundId =
    owedCents > 0 && !mayDonate ? await requestOfRun(client, order, owedCents) : null;
  const ticketIds = tickets.map((ticket) => ticket.id);
  await cancelOrder(client, { orderId: order.id, ticketIds, refundId, cents: invoiceCents });
  const invoices = await client.query<{ id: number }>(
    `select id from invoice where order_id = $1 and series = 'cancellation' order by id desc limit 1`,
    [order.id],
  );
  return { owedCents, refundId, invoiceId: invoices.rows[0]?.id ?? null };
}

const requestOfRun = (client: PoolClient, order: LockedOrder, cents: number) =>
  requestRefund(client, {
    checkoutId: order.checkout_id,
    intentId: order.intent_id,
    cents,
    reason: 'office',
    isOfRun: true,
  });

/** Reminds a buyer who has not chosen, or carries out the choice; without one, all the money goes back. */
async function carryOut(
  { client, run, env }: StepContext,
  item: RunItemRow,
  order: LockedOrder,
): Promise<SteppedItem> {
  const facts: ChoiceFacts = item.facts;
  const mail = {
    recipient: order.email ?? '',
    language: order.language,
    perMinute: env.mailsPerMinute,
  };
  const ends = Date.parse(facts.endsAt ?? '');
  if (facts.answer === undefined && facts.isReminded !== true && Date.now() < ends) {
    if (order.email !== null) {
      const eventKey = `choice-reminder-${item.id}`;
      await queueMail(client, {
        ...mail,
        kind: 'choice-reminder',
        facts: { orderId: order.id, itemId: item.id },
        eventKey,
      });
    }
    return { state: 'asked', nextAt: new Date(ends), facts: { ...facts, isReminded: true } };
  }
  if (await hasOpenDispute(client, order.intent_id)) return { state: 'disputed', nextAt: null };
  const { invoicedCents, refundedCents } = await sumCancellations(client, order);
  // the sum of what is returned includes what this buyer may still choose to donate
  const askedCents = item.state === 'asked' ? item.owed_cents : 0;
  const openCents = Math.min(order.amount_cents, invoicedCents) - (refundedCents - askedCents);
  const owedCents = Math.max(0, Math.min(item.owed_cents, openCents));
  const donated =
    facts.answer === 'all' ? owedCents : facts.answer === 'part' ? (facts.donatedCents ?? 0) : 0;
  const donatedCents = Math.min(donated, owedCents);
  const cents = owedCents - donatedCents;
  const refundId = cents > 0 ? await requestOfRun(client, order, cents) : null;
  if (donatedCents > 0) {
    await client.query(
      'insert into donation (order_id, run_id, amount_cents) values ($1, $2, $3)',
      [order.id, run.id, donatedCents],
    );
    if (order.email !== null) {
      const thanks = { kind: 'donation-thanks', facts: { orderId: order.id, cents: donatedCents } };
      await queueMail(client, { ...mail, ...thanks, eventKey: `donation-${item.id}` });
    }
  }
  const state =
    owedCents === 0
      ? 'nothing'
      : cents === 0
        ? 'donated'
        : donatedCents === 0
          ? 'refunded'
          : 'shared';
  return { state, nextAt: null, refundId, owedCents };
}

/** Requests the refund of an item again that has failed, without another invoice or mail. */
export async function retryRefund(client: PoolClient, item: RunItemRow): Promise<void> {
  const { order_no: orderNo, intent_id: intentId } = await lockOrder(client, item.order_id ?? 0);
  if (await hasOpenDispute(client, intentId)) return;
  await refundOrder(client, { orderNo, ticketIds: [] });
}
