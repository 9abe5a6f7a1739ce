import { z } from 'zod';
import { MAX_REASON_LENGTH } from '#contract/office/order-queries.ts';
import { formTexts } from '#messages/office/forms.ts';
import { commandProblemTexts } from '#messages/office/command-problems.ts';
import type { LocalizedText } from '#contract/language.ts';
import { adminAndOffice } from '#contract/office/staff.ts';
import { RefundNotPossible, refundOrder } from '../../payment/refund.ts';
import { list, text } from '../../operations/entries.ts';
import { lockOrder, orderThing } from './get-order-ids.ts';
import { defineChange } from '../../operations/define.ts';
import { conflict, Problem, invalidField } from '../../platform/problem.ts';
import { actorOf } from '../../operations/caller.ts';

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
