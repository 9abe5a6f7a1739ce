import type { OfficePdf } from '#contract/office/order-queries.ts';
import { drawOnDemand } from '../../documents/draw-on-demand.ts';
import { listPostalOrders } from '../../documents/list-postal-orders.ts';
import { createTicketSigner } from '../../orders/ticket-code.ts';
import type { Context } from '../../operations/define.ts';
import { listBoxOfficeOrders, listPostedOrders } from './print-tickets.ts';
import { Problem } from '../../platform/problem.ts';

/**
 * One PDF: per order an address page and its valid tickets, of postal orders or of a concert for its box office
 * (office.md 7.6, 7.7). Leaves out what has become void since `order:print` checked it; 404 when nothing is left.
 */
export async function drawTicketsPdf(
  { deps }: Context,
  { orders, concert }: { orders: string[]; concert: number | null },
): Promise<OfficePdf> {
  const printed =
    concert === null
      ? await listPostedOrders(deps.pool, orders)
      : await listBoxOfficeOrders(deps.pool, concert);
  const issuer = {
    festival: deps.festival.content(),
    tax: deps.env.taxTreatment,
    signer: createTicketSigner(deps.tokens),
  };
  const found = await listPostalOrders(deps.pool, issuer, {
    orderIds: printed.map(({ id }) => id),
    concertId: concert,
  });
  const [first, ...others] = found;
  if (first === undefined) throw new Problem('not_found');
  return {
    bytes: await drawOnDemand({ kind: 'postal-orders', orders: [first, ...others] }),
    filename: concert === null ? 'tickets-post.pdf' : `tickets-${concert}.pdf`,
  };
}
