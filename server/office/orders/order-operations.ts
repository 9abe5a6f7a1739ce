import { adminAndOffice, notEditor } from '#contract/office/staff.ts';
import type { OrderQueries } from '#contract/office/order-queries.ts';
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
import { changeOrderContact } from './change-order-contact.ts';
import { createMissingDocuments } from './create-missing-documents.ts';
import { recordOrdersExport } from './record-orders-export.ts';
import { markTicketsValid } from './mark-tickets-valid.ts';
import { markOrdersSent } from './mark-orders-sent.ts';
import { printTickets } from './print-tickets.ts';
import { refundTickets } from './refund-tickets.ts';
import { reissueTicket } from './reissue-ticket.ts';
import { resendOrderMails } from './resend-order-mails.ts';
import { saveOrderNote } from './save-order-note.ts';
import { retryRefund } from './failed-refunds/retry-refund.ts';
import { settleRefundByHand } from './failed-refunds/settle-refund-by-hand.ts';
import { defineRead, type OperationsOf } from '../../operations/define.ts';

/** The operations of orders, box-office list and post (office.md 7). */
export const orderOperations = {
  'order:refund': refundTickets,
  'order:retry-refund': retryRefund,
  'order:settle-by-hand': settleRefundByHand,
  'order:mark-valid': markTicketsValid,
  'order:resend': resendOrderMails,
  'order:documents': createMissingDocuments,
  'order:note': saveOrderNote,
  'order:contact': changeOrderContact,
  'order:reissue': reissueTicket,
  'order:print': printTickets,
  'order:sent': markOrdersSent,
  'order:export': recordOrdersExport,
  'order:list': defineRead(adminAndOffice, ({ deps }, input) => listOrders(deps.pool, input)),
  'order:exact': defineRead(adminAndOffice, ({ deps }, { q }) => findExactOrder(deps, q)),
  'order:refunds-without-order': defineRead(adminAndOffice, ({ deps }) =>
    listRefundsWithoutOrder(deps.pool),
  ),
  'order:failed-refund': defineRead(adminAndOffice, getFailedRefund),
  'order:concerts': defineRead(adminAndOffice, ({ deps, caller }) =>
    listConcertChoices(deps.pool, caller.language),
  ),
  'order:csv': defineRead(adminAndOffice, async ({ deps }, input) =>
    writeOrdersCsv(deps.pool, input),
  ),
  'order:page': defineRead(adminAndOffice, getOrder),
  'order:refund-preview': defineRead(adminAndOffice, previewRefund),
  'order:document': defineRead(adminAndOffice, getOrderDocument),
  'order:box-office': defineRead(notEditor, ({ deps, caller }, input) =>
    listBoxOffice(deps.pool, caller.language, input),
  ),
  'order:box-office-csv': defineRead(adminAndOffice, ({ deps }, input) =>
    writeBoxOfficeCsv(deps.pool, input),
  ),
  'order:dispatch': defineRead(adminAndOffice, ({ deps }, input) => listDispatch(deps.pool, input)),
  'order:tickets-pdf': defineRead(adminAndOffice, drawTicketsPdf),
} satisfies OperationsOf<OrderQueries>;
