import { NOT_READY } from '#contract/codes.ts';
import type { ResponseOf } from '#contract/endpoints.ts';

export type Order = ResponseOf<'getOrderDetails'>['data'];

/** What has become ready between two answers: the invoice, and tickets by their ids. */
export function newlyReady(before: Order, after: Order): { invoice: boolean; tickets: number[] } {
  const pending = new Set(before.tickets.filter(isPending).map((ticket) => ticket.id));
  return {
    invoice: before.invoice_url === NOT_READY && after.invoice_url !== NOT_READY,
    tickets: after.tickets
      .filter((ticket) => !isPending(ticket) && pending.has(ticket.id))
      .map((ticket) => ticket.id),
  };
}

const isPending = (ticket: Order['tickets'][number]) => ticket.url === NOT_READY;
