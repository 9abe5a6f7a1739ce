import type { OrderQueries } from '#contract/office/order-queries.ts';
import type { QueryTable } from '../query.ts';
import { drawTicketsPdf } from './draw-tickets-pdf.ts';
import { findExactOrder } from './find-exact-order.ts';
import { getFailedRefund, listRefundsWithoutOrder } from './failed-refunds/failed-refunds.ts';
import { getOrder } from './get-order.ts';
import { getOrderDocument } from './get-order-document.ts';
import { listBoxOffice, writeBoxOfficeCsv } from './list-box-office.ts';
import { listDispatch } from './list-dispatch.ts';
import { listConcertChoices, listOrders } from './list-orders.ts';
import { previewRefund } from './preview-refund.ts';
import { writeOrdersCsv } from './write-orders-csv.ts';

/** Data for the screens of orders, box-office list and post (office.md 7). */
export const orderQueries: QueryTable<OrderQueries> = {
  'order:list': ({ deps }, input) => listOrders(deps.pool, input),
  'order:exact': ({ deps }, { q }) => findExactOrder(deps, q),
  'order:refunds-without-order': ({ deps }) => listRefundsWithoutOrder(deps.pool),
  'order:failed-refund': getFailedRefund,
  'order:concerts': ({ deps, language }) => listConcertChoices(deps.pool, language),
  'order:csv': async ({ deps }, input) => writeOrdersCsv(deps.pool, input),
  'order:page': getOrder,
  'order:refund-preview': previewRefund,
  'order:document': getOrderDocument,
  'order:box-office': ({ deps, language }, input) => listBoxOffice(deps.pool, language, input),
  'order:box-office-csv': ({ deps }, input) => writeBoxOfficeCsv(deps.pool, input),
  'order:dispatch': ({ deps }, input) => listDispatch(deps.pool, input),
  'order:tickets-pdf': drawTicketsPdf,
};
