import type { Pool } from 'pg';
import type { QueuedMail } from '../platform/mail/queue-mail.ts';
import type { DocumentThreads } from './document-threads.ts';
import { findWholeOrder, type OrderTicketRow, type WholeOrder } from './find-whole-order.ts';
import type { DocumentDraft } from './store-documents.ts';
import {
  type CancellationRow,
  type Issuer,
  toCancellationData,
  toConfirmationData,
  toInvoiceData,
  toTicketData,
} from './to-document-data.ts';

/** The dependencies of creating documents. */
export interface DocumentDeps {
  pool: Pool;
  threads: DocumentThreads;
  issuer: () => Issuer;
}

/**
 * Creates the documents an order still lacks: invoice, confirmation, one PDF per valid ticket (online tickets only).
 * The last document of a new order also queues the confirmation mail. Repeatable.
 */
export async function createDocuments(deps: DocumentDeps, orderId: number): Promise<void> {
  const order = await findWholeOrder(deps.pool, orderId);
  if (order === null) throw new Error(`there is no order ${orderId} with an invoice`);
  await deps.threads.store({
    orderId: order.id,
    soldConcerts: order.concerts,
    drafts: createDrafts(order, deps.issuer()),
    mails: [
      ...(isConfirmationDue(order) ? toBuyerMails(order, toConfirmationMail(order)) : []),
      ...listMissingTickets(order)
        .filter(({ replaces_id: replacesId }) => replacesId !== null)
        .flatMap(({ id }) =>
          toBuyerMails(order, {
            kind: 'ticket-reissued',
            facts: { orderId: order.id, ticketId: id },
            eventKey: `reissued-${id}`,
          }),
        ),
    ],
  });
}

function createDrafts(order: WholeOrder, issuer: Issuer): DocumentDraft[] {
  const drafts: DocumentDraft[] = [];
  if (!order.existing_kinds.includes('invoice')) {
    const data = toInvoiceData(order, issuer);
    drafts.push({ data, ticketId: null, invoiceId: order.invoice.id });
  }
  if (!order.existing_kinds.includes('confirmation')) {
    drafts.push({ data: toConfirmationData(order, issuer), ticketId: null, invoiceId: null });
  }
  return [
    ...drafts,
    ...listMissingTickets(order).map((ticket) => ({
      data: toTicketData(order, issuer, ticket),
      ticketId: ticket.id,
      invoiceId: null,
    })),
  ];
}

/** Valid tickets whose PDF does not exist yet; only online tickets have one. */
function listMissingTickets(order: WholeOrder): OrderTicketRow[] {
  if (order.delivery_method !== 'onlineticket') return [];
  return order.tickets.filter((ticket) => !ticket.has_document && ticket.voided_at === null);
}

/**
 * Whether the confirmation mail was not queued yet: the last document of a new order queues it. The mail itself does
 * not tell, because an erasure deletes it.
 */
const isConfirmationDue = (order: WholeOrder): boolean =>
  !order.existing_kinds.includes('confirmation') ||
  listMissingTickets(order).some(({ replaces_id: replacesId }) => replacesId === null);

const toConfirmationMail = ({ id }: WholeOrder): Omit<QueuedMail, 'recipient' | 'language'> => ({
  kind: 'order-confirmation',
  facts: { orderId: id },
  eventKey: `order-${id}`,
  // an order is finished before the next one starts
  isUrgent: true,
});

/** The mail addressed to the buyer; none for an order without e-mail address. */
function toBuyerMails(
  order: WholeOrder,
  mail: Omit<QueuedMail, 'recipient' | 'language'>,
): QueuedMail[] {
  const { email: recipient, language } = order.contact;
  return recipient === null ? [] : [{ ...mail, recipient, language }];
}

type CancellationOfOrder = CancellationRow & { order_id: number };

/** Creates the PDF of a cancellation invoice and queues its mail. Repeatable. */
export async function createCancellation(deps: DocumentDeps, invoiceId: number): Promise<void> {
  const { rows } = await deps.pool.query<CancellationOfOrder>(
    `select i.id, i.order_id, i.year, i.number, i.amount_cents, i.issued_at,
       array(select t.id from ticket t
             where t.order_id = i.order_id and t.voided_at = i.issued_at) as ticket_ids,
       i.refund_id is not null as has_refund,
       (select coalesce(sum(e.amount_cents), 0)::integer from invoice e
        where e.order_id = i.order_id and e.series = 'cancellation' and e.id < i.id) as earlier_cents
     from invoice i where i.id = $1 and i.series = 'cancellation'`,
    [invoiceId],
  );
  const row = rows[0];
  const order = row === undefined ? null : await findWholeOrder(deps.pool, row.order_id);
  if (row === undefined || order === null) throw new Error(`there is no cancellation ${invoiceId}`);
  const data = toCancellationData(order, deps.issuer(), row);
  await deps.threads.store({
    orderId: order.id,
    drafts: [{ data, ticketId: null, invoiceId }],
    mails: toBuyerMails(order, {
      kind: 'order-cancelled',
      facts: { orderId: order.id, invoiceId },
      eventKey: `cancelled-${invoiceId}`,
    }),
  });
}
