import { unresolvedRefundSql } from '../orders/cancel-order.ts';
import { z } from 'zod';
import { formTexts } from '#messages/office/forms.ts';
import { commandProblemTexts } from '#messages/office/command-problems.ts';
import type { LocalizedText } from '#contract/language.ts';
import { adminAndOffice } from '#contract/office/staff.ts';
import {
  RefundNotPossible,
  refundOrder,
  planRefund,
  getOwedCents,
  hasOpenDispute,
  requestRefund,
  recordTicketDecision,
  resolveReturnedRefunds,
} from './refund.ts';
import { list, text, rowId, day, optionalText } from '../operations/entries.ts';
import { lockOrder, orderThing, getOrderIds, paymentThing } from '../orders/order-ids.ts';
import { defineChange, type Context } from '../operations/define.ts';
import { conflict, Problem, invalidField } from '../platform/problem.ts';
import { actorOf } from '../operations/caller.ts';
import { listOrderTickets, describeProviderCode, type OrderTicket } from '../orders/list-orders.ts';
import type { Pool, PoolClient } from 'pg';
import { toBerlinIso, berlinDate } from '#contract/berlin-time.ts';
import { orderPageTexts } from '#messages/office/order-page.ts';
import { undecidedTicketsSql } from '../orders/order-filter-sql.ts';
import { MAX_REASON_LENGTH } from '#contract/office/forms.ts';

/** A failed refund of a payment that has no order. */
export interface RefundWithoutOrder {
  id: number;
  intentId: string;
  amountCents: number;
  /** Berlin time, ISO 8601. */
  failedAt: string;
}

/** A refund that failed, for the page that records how it was settled. */
export interface FailedRefund extends RefundWithoutOrder {
  /** Null: its payment has no order. */
  orderNo: string | null;
  /** The sum still owed of it, in cents: less, where a part came back in another way. */
  owedCents: number;
  /** The provider's reason in the reader's language. */
  failure: string | null;
  /** Whether nobody has dealt with it yet. */
  isOpen: boolean;
}

/** The effect of a refund. */
export interface RefundPreview {
  /** Why it is not possible; null if it is. */
  problem: string | null;
  cents: number;
  /** The part of `cents` attempted before, with an existing cancellation invoice. */
  retriedCents: number;
  /** The part of `cents` that was paid for postage, as the cancellation invoice names it. */
  postageCents: number;
  tickets: OrderTicket[];
  isWhole: boolean;
}

const texts: Record<Exclude<RefundNotPossible['reason'], 'unknown'>, LocalizedText> = {
  nothing: commandProblemTexts.nothingToRefund,
  tickets: commandProblemTexts.ticketsNotRefundable,
  amount: commandProblemTexts.refundTooHigh,
  disputed: commandProblemTexts.refundDisputed,
};

/**
 * Refunds tickets of an order, the whole order, or what a failed refund still owes (office.md 7.3): places on sale
 * again, one cancellation invoice, the refund's job and the mail. 409 when there is nothing to refund, and when the
 * sums are no longer those that were confirmed.
 */
export const refundTickets = defineChange({
  may: adminAndOffice,
  confirms: true,
  input: z.object({
    orderNo: z.string().toUpperCase(),
    /** Ids of tickets. */
    ticket: list(),
    /** The whole order with postage. */
    whole: z.string().default(''),
    /** Only repeats what has failed. */
    retry: z.string().default(''),
    /** The sums of the page that was confirmed, in cents; '' without one, as on the command line. */
    confirmedCents: z.string().default(''),
    confirmedRetriedCents: z.string().default(''),
    reason: text(MAX_REASON_LENGTH),
  }),
  async run({ client, deps, caller }, { orderNo, ticket, whole, retry, reason, ...confirmed }) {
    const order = await lockOrder(client, orderNo);
    const ids = ticket.map(Number);
    if (retry === '' && whole === '' && ids.length === 0)
      throw invalidField('ticket', formTexts.missing);
    if (ids.some((id) => !Number.isSafeInteger(id)))
      throw invalidField('ticket', formTexts.missing);
    const ticketIds = retry !== '' ? [] : whole !== '' ? null : [...new Set(ids)];
    try {
      const done = await refundOrder(client, { orderNo, ticketIds });
      const { ticketIds: tickets, cents, retriedCents } = done;
      // decided under the lock of the order; the rollback takes everything back
      if (
        differs(confirmed.confirmedCents, cents + retriedCents) ||
        differs(confirmed.confirmedRetriedCents, retriedCents)
      ) {
        throw conflict(commandProblemTexts.refundChanged);
      }
      // the text itself may be about a person (office.md 11)
      const after = { reason: 'angegeben / given', cents, retriedCents, tickets };
      const author = actorOf(caller);
      await client.query(
        `insert into order_note (order_id, staff_id, author_name, text, command)
         values ($1, $2, $3, $4, 'order:refund')`,
        [order.id, author.id, author.name, reason],
      );
      return {
        output: { orderNo, cents, retriedCents, tickets },
        audit: { thing: orderThing(order), after },
        after: deps.stockChanged,
      };
    } catch (error) {
      throw error instanceof RefundNotPossible ? toRefundProblem(error, retry !== '') : error;
    }
  },
});

/** Whether a sum is another than the confirmed one, if there is one. */
function differs(confirmed: string, cents: number): boolean {
  return confirmed !== '' && Number(confirmed) !== cents;
}

/**
 * Why a refund is not possible, as the office shows it: 409, or 404 for an unknown order. `isRetry`: only what failed
 * was to be refunded again.
 */
export function toRefundProblem({ reason }: RefundNotPossible, isRetry: boolean): Problem {
  if (reason === 'unknown') return new Problem('not_found');
  return conflict(
    isRetry && reason !== 'disputed' ? commandProblemTexts.refundNotOpen : texts[reason],
  );
}

/** The effect of a refund, or why it is not possible (office.md 7.3). Throws 404 for an unknown order. */
export async function previewRefund(
  { deps: { pool }, caller: { language } }: Context,
  { orderNo, tickets }: { orderNo: string; tickets: number[] | null },
): Promise<RefundPreview> {
  const { id } = await getOrderIds(pool, orderNo);
  try {
    const plan = await planRefund(pool, { orderNo, ticketIds: tickets });
    const ids = plan.tickets.map((ticket) => ticket.id);
    const ticketCents = plan.tickets.reduce((total, ticket) => total + ticket.price_cents, 0);
    const { delivery_cents: deliveryCents } = plan.order;
    const all = await listOrderTickets(pool, id, language);
    return {
      problem: null,
      cents: plan.cents + plan.retriedCents,
      retriedCents: plan.retriedCents,
      postageCents: ticketCents + deliveryCents === plan.invoiceCents ? deliveryCents : 0,
      tickets: all.filter((ticket) => ids.includes(ticket.id)),
      isWhole: tickets === null,
    };
  } catch (error) {
    if (!(error instanceof RefundNotPossible)) throw error;
    const problem =
      toRefundProblem(error, tickets?.length === 0).extras.message?.[language] ?? null;
    const nothing = { cents: 0, retriedCents: 0, postageCents: 0, tickets: [] };
    return { problem, ...nothing, isWhole: tickets === null };
  }
}

/**
 * Failed refunds of payments that have no order, the oldest first: no order's page shows them, but the buyers wait for
 * their money (office.md 4.4). They are few.
 */
export async function listRefundsWithoutOrder(pool: Pool): Promise<RefundWithoutOrder[]> {
  const { rows } = await pool.query<{
    id: number;
    intent_id: string;
    amount_cents: number;
    failed_at: Date;
  }>(
    `select id, intent_id, amount_cents, failed_at from refund r
     where ${unresolvedRefundSql}
       and not exists (select from orders o where o.checkout_id = r.checkout_id)
     order by id limit 50`,
  );
  return rows.map((row) => ({
    id: row.id,
    intentId: row.intent_id,
    amountCents: row.amount_cents,
    failedAt: toBerlinIso(row.failed_at),
  }));
}

interface FailedRefundRow {
  id: number;
  order_no: string | null;
  intent_id: string;
  amount_cents: number;
  failed_at: Date;
  failure: string | null;
  is_open: boolean;
}

/** A refund that failed, with or without an order, dealt with or not. Throws 404 for any other. */
export async function getFailedRefund(
  { deps, caller: { language } }: Context,
  { id }: { id: number },
): Promise<FailedRefund> {
  const { rows } = await deps.pool.query<FailedRefundRow>(
    `select r.id, o.order_no, r.intent_id, r.amount_cents, r.failed_at, r.failure, r.resolved_at is null as is_open
     from refund r left join orders o on o.checkout_id = r.checkout_id
     where r.id = $1 and r.failed_at is not null`,
    [id],
  );
  const [row] = rows;
  if (row === undefined) throw new Problem('not_found');
  return {
    id: row.id,
    orderNo: row.order_no,
    intentId: row.intent_id,
    amountCents: row.amount_cents,
    owedCents: await getOwedCents(deps.pool, row),
    failedAt: toBerlinIso(row.failed_at),
    failure: row.failure === null ? null : describeProviderCode(row.failure, language),
    isOpen: row.is_open,
  };
}

/**
 * Requests once more the failed refund of a payment that has no order; `order:refund` does it for orders (office.md
 * 7.3). 409 when it is dealt with already.
 */
export const retryRefund = defineChange({
  may: adminAndOffice,
  confirms: true,
  input: z.object({ refund: rowId() }),
  async run({ client }, { refund }) {
    const { checkoutId, intentId, cents } = await lockOpenRefund(client, refund, null);
    await client.query(
      `update refund set resolved_at = now(), resolution = 'again' where id = $1`,
      [refund],
    );
    await requestRefund(client, { checkoutId, intentId, cents, reason: 'office' });
    return {
      output: { cents },
      audit: { thing: paymentThing(intentId), after: { refund, cents } },
    };
  },
});

/**
 * Locks a failed refund of an order's checkout, or of a payment without an order, and returns what is still owed of it.
 * 409 when it is dealt with already, and while its payment is disputed: a lost dispute would return the money, too.
 */
async function lockOpenRefund(
  client: PoolClient,
  id: number,
  orderCheckoutId: number | null,
): Promise<{ checkoutId: number | null; intentId: string; cents: number }> {
  const { rows } = await client.query<{
    checkout_id: number | null;
    intent_id: string;
    amount_cents: number;
  }>(
    `select checkout_id, intent_id, amount_cents from refund r
     where id = $1 and ${unresolvedRefundSql}
       and case when $2::bigint is not null then checkout_id = $2
         else not exists (select from orders where checkout_id = r.checkout_id) end
     for update`,
    [id, orderCheckoutId],
  );
  const [row] = rows;
  if (row === undefined) throw conflict(commandProblemTexts.refundNotOpen);
  const { checkout_id: checkoutId, intent_id: intentId } = row;
  if (await hasOpenDispute(client, intentId)) throw conflict(commandProblemTexts.refundDisputed);
  return { checkoutId, intentId, cents: await getOwedCents(client, row) };
}

/**
 * Records that what a failed refund still owes was paid by hand, such as by bank transfer (office.md 7.3). Without
 * `orderNo`: the refund of a payment that has no order. 409 while the payment is disputed.
 */
export const settleRefundByHand = defineChange({
  may: adminAndOffice,
  confirms: true,
  input: z.object({
    orderNo: z.string().toUpperCase().optional(),
    refund: rowId(),
    day: day(),
    way: text(200),
    remark: optionalText(500),
  }),
  async run({ client }, input) {
    const order = input.orderNo === undefined ? null : await lockOrder(client, input.orderNo);
    if (input.day > berlinDate(new Date())) throw invalidField('day', orderPageTexts.futureDay);
    const { refund, day: paidOn, way, remark } = input;
    const { intentId, cents } = await lockOpenRefund(client, refund, order?.checkout_id ?? null);
    await client.query(
      `update refund set resolved_at = now(), resolution = 'by hand', resolved_cents = $2, resolved_on = $3,
         resolved_way = $4, resolved_note = $5
       where id = $1`,
      [refund, cents, paidOn, way, remark],
    );
    await resolveReturnedRefunds(client, intentId);
    // the refund stores method and remark: they may name people
    return {
      output: { orderNo: order?.order_no ?? null, cents },
      audit: {
        thing: order === null ? paymentThing(intentId) : orderThing(order),
        after: { refund, cents, day: paidOn },
      },
    };
  },
});

/**
 * Records that tickets stay valid whose money went back without the office, by a lost dispute or in the provider's
 * dashboard (office.md 7.3). The task of the page Today ends
 * with it. 409 when nothing is to be decided.
 */
export const markTicketsValid = defineChange({
  may: adminAndOffice,
  input: z.object({ orderNo: z.string().toUpperCase() }),
  async run({ client }, { orderNo }) {
    const order = await lockOrder(client, orderNo);
    const { rowCount } = await client.query(
      `select from orders o where o.id = $1 and ${undecidedTicketsSql}`,
      [order.id],
    );
    if (rowCount === 0) throw conflict(commandProblemTexts.nothingToDecide);
    await recordTicketDecision(client, order.id);
    return { output: { orderNo: order.order_no }, audit: { thing: orderThing(order) } };
  },
});
