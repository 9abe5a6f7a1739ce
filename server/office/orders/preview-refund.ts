import type { RefundPreview } from '#contract/office/order-queries.ts';
import { planRefund, RefundNotPossible } from '../../payment/refund.ts';
import type { Context } from '../../operations/define.ts';
import { getOrderIds } from './get-order-ids.ts';
import { listOrderTickets } from './list-order-tickets.ts';
import { toRefundProblem } from './refund-tickets.ts';

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
