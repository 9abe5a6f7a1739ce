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

/** The commands of orders, box-office list and post (office.md 7). */
export const orderCommands = {
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
};
