import type { PoolClient } from 'pg';
import type { Language } from '#contract/language.ts';
import { DAY_MS } from '#contract/berlin-time.ts';
import { cancelOrder, sumCancellations } from '../orders/cancel-order.ts';
import { emailSql, languageSql, ordersSql } from '../orders/order-contact-sql.ts';
import { isFree } from '../payment/provider/intents.ts';
import {
  getOpenCents,
  getOpenPostageCents,
  hasOpenDispute,
  requestRefund,
  refundOrder,
} from '../payment/refund.ts';
import { queueMail, type QueuedMail } from '../platform/mail/queue-mail.ts';
import type { RunItemRow, SteppedItem, StepContext } from '../runs/run-kind.ts';

/** What a buyer may choose: to keep the tickets of a moved concert, the money back, or to donate a part or all. */
export type ChoiceAnswer = 'keep' | 'refund' | 'part' | 'all';

/** The choice of a buyer who may donate what they are owed, or return tickets of a moved concert (office.md 6). */
export interface ChoiceFacts {
  /** ISO 8601: whoever has not answered then has the money back, or keeps the tickets. */
  endsAt?: string;
  answer?: ChoiceAnswer;
  /** Of what is owed. */
  donatedCents?: number;
  /** ISO 8601. */
  answeredAt?: string;
  isReminded?: boolean;
}

/** An order of a cancelled or moved concert. */
export interface BuyerOrder {
  id: number;
  order_no: string;
  checkout_id: number;
  intent_id: string;
  amount_cents: number;
  delivery_cents: number;
  email: string | null;
  language: Language;
}

/** A choice can be changed for so long before it is carried out. */
export const CARRY_OUT_MINUTES = 60;

/** A buyer who may donate is reminded this long before their choice ends. */
const REMINDER_DAYS = 3;

/**
 * Takes the next step of an order of a cancelled concert: its tickets become void with one cancellation invoice, and
 * its buyer gets the money back, at once or after a choice. A disputed payment is left alone.
 */
export async function refundBuyer(context: StepContext, item: RunItemRow): Promise<SteppedItem> {
  const { client, run, env } = context;
  const order = await getBuyerOrder(client, item.order_id ?? 0, 'for no key update of c, o');
  const facts: ChoiceFacts = item.facts;
  // a job that comes twice finds nothing to do
  if (item.state !== 'waiting' && item.state !== 'asked')
    return { state: item.state, nextAt: null };
  if (item.invoice_id !== null) return await carryOut(context, item, order);
  if (await hasOpenDispute(client, order.intent_id)) return { state: 'disputed', nextAt: null };
  const owed = await findOwed(client, order, run.concert_id);
  if (owed === null) return { state: 'nothing', nextAt: null };
  const { owedCents } = owed;
  const mayDonate = run.facts['offersDonation'] === true && order.email !== null;
  if (owedCents === 0 || !mayDonate) return await returnTickets(context, item, order, owed);
  const invoiceId = await voidTickets(context, item, order, { ...owed, refundId: null });
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

/** An order with what its payment cost. */
export async function getBuyerOrder(
  client: Pick<PoolClient, 'query'>,
  orderId: number,
  lock: '' | 'for no key update of c, o' = '',
): Promise<BuyerOrder> {
  const { rows } = await client.query<BuyerOrder>(
    `select o.id, o.order_no, c.id as checkout_id, c.intent_id, c.amount_cents, c.delivery_cents,
       ${emailSql} as email, ${languageSql} as language
     from ${ordersSql}
     where o.id = $1 ${lock}`,
    [orderId],
  );
  const [order] = rows;
  if (order === undefined) throw new Error(`there is no order ${orderId}`);
  return order;
}

/** The valid tickets of a concert in an order, and what their buyer is owed for them, in cents. */
export interface Owed {
  ticketIds: number[];
  /** Of the cancellation invoice: with postage, if they are the order's last ones. */
  invoiceCents: number;
  /** Less where a lost dispute has returned money. */
  owedCents: number;
}

/** What a buyer is owed for the valid tickets of a concert; null when there are none. */
export async function findOwed(
  client: Pick<PoolClient, 'query'>,
  order: BuyerOrder,
  concertId: number | null,
): Promise<Owed | null> {
  const { rows } = await client.query<{ id: number; price_cents: number; is_of_concert: boolean }>(
    `select t.id, t.price_cents, p.concert_id = $2 as is_of_concert
     from ticket t join product p on p.id = t.product_id where t.order_id = $1 and t.voided_at is null`,
    [order.id, concertId],
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
  return { ticketIds: tickets.map(({ id }) => id), invoiceCents, owedCents };
}

/** Voids tickets with one cancellation invoice, and pays out at once what is owed, as the buyer has chosen. */
export async function returnTickets(
  context: StepContext,
  item: RunItemRow,
  order: BuyerOrder,
  owed: Owed,
): Promise<SteppedItem> {
  const { owedCents } = owed;
  const { donatedCents, ...paid } = await payOut(context, item, order, owedCents);
  // the PDF of an invoice with a refund says that its whole amount goes back
  const refundId = donatedCents === 0 ? paid.refundId : null;
  const invoiceId = await voidTickets(context, item, order, { ...owed, refundId });
  await thankDonor(context, item, order, donatedCents);
  return { ...paid, nextAt: null, invoiceId, owedCents };
}

/** Voids tickets with one cancellation invoice, whose id it returns; null for complimentary tickets. */
async function voidTickets(
  { client, run, env }: StepContext,
  { id }: RunItemRow,
  { id: orderId }: BuyerOrder,
  { ticketIds, invoiceCents: cents, refundId }: Owed & { refundId: number | null },
): Promise<number | null> {
  const item = run.kind === 'concert-cancelled' ? { id, mailsPerMinute: env.mailsPerMinute } : null;
  await cancelOrder(client, { orderId, ticketIds, refundId, cents, ...(item && { item }) });
  const { rows } = await client.query<{ id: number }>(
    `select id from invoice where order_id = $1 and series = 'cancellation' order by id desc limit 1`,
    [orderId],
  );
  return rows[0]?.id ?? null;
}

const requestOfRun = (client: PoolClient, order: BuyerOrder, cents: number) =>
  requestRefund(client, {
    checkoutId: order.checkout_id,
    intentId: order.intent_id,
    cents,
    reason: 'office',
    isOfRun: true,
  });

/** Reminds a buyer who has not chosen, or carries out the choice; without one, all the money goes back. */
async function carryOut(
  context: StepContext,
  item: RunItemRow,
  order: BuyerOrder,
): Promise<SteppedItem> {
  const { client } = context;
  const facts: ChoiceFacts = item.facts;
  const ends = Date.parse(facts.endsAt ?? '');
  if (facts.answer === undefined && facts.isReminded !== true && Date.now() < ends) {
    const mail = { kind: 'choice-reminder', facts: { orderId: order.id, itemId: item.id } };
    await queueToBuyer(context, order, { ...mail, eventKey: `choice-reminder-${item.id}` });
    return { state: 'asked', nextAt: new Date(ends), facts: { ...facts, isReminded: true } };
  }
  if (await hasOpenDispute(client, order.intent_id)) return { state: 'disputed', nextAt: null };
  const { invoicedCents, refundedCents } = await sumCancellations(client, order);
  // the sum of what is returned includes what this buyer may still choose to donate
  const askedCents = item.state === 'asked' ? item.owed_cents : 0;
  const openCents = Math.min(order.amount_cents, invoicedCents) - (refundedCents - askedCents);
  const owedCents = Math.max(0, Math.min(item.owed_cents, openCents));
  const { donatedCents, ...paid } = await payOut(context, item, order, owedCents);
  await thankDonor(context, item, order, donatedCents);
  return { ...paid, nextAt: null, owedCents };
}

/** Requests the refund of what a buyer is owed, and writes down what they donate of it. */
async function payOut(
  { client, run }: StepContext,
  { facts }: RunItemRow,
  order: BuyerOrder,
  owedCents: number,
): Promise<{ state: string; refundId: number | null; donatedCents: number }> {
  const { answer, donatedCents: part = 0 }: ChoiceFacts = facts;
  const donated = answer === 'all' ? owedCents : answer === 'part' ? part : 0;
  const donatedCents = Math.min(donated, owedCents);
  const cents = owedCents - donatedCents;
  const refundId = cents > 0 ? await requestOfRun(client, order, cents) : null;
  if (donatedCents > 0) {
    await client.query(
      'insert into donation (order_id, run_id, amount_cents) values ($1, $2, $3)',
      [order.id, run.id, donatedCents],
    );
  }
  const state =
    owedCents === 0
      ? 'nothing'
      : cents === 0
        ? 'donated'
        : donatedCents === 0
          ? 'refunded'
          : 'shared';
  return { state, refundId, donatedCents };
}

async function thankDonor(
  context: StepContext,
  { id }: RunItemRow,
  order: BuyerOrder,
  cents: number,
): Promise<void> {
  if (cents === 0) return;
  const mail = { kind: 'donation-thanks', facts: { orderId: order.id, cents } };
  await queueToBuyer(context, order, { ...mail, eventKey: `donation-${id}` });
}

/** Queues a mail at the pace of runs, which it locks; none for an order without e-mail address. */
export async function queueToBuyer(
  { client, env }: StepContext,
  { email, language }: Pick<BuyerOrder, 'email' | 'language'>,
  mail: Pick<QueuedMail, 'kind' | 'facts' | 'eventKey'>,
): Promise<void> {
  if (email === null) return;
  await queueMail(client, { ...mail, recipient: email, language, perMinute: env.mailsPerMinute });
}

/** Requests the refund of an item again that has failed, without another invoice or mail. */
export async function retryRefund(client: PoolClient, item: RunItemRow): Promise<void> {
  const { order_no: orderNo, intent_id: intentId } = await getBuyerOrder(
    client,
    item.order_id ?? 0,
    'for no key update of c, o',
  );
  if (await hasOpenDispute(client, intentId)) return;
  await refundOrder(client, { orderNo, ticketIds: [] });
}
