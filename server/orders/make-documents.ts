import type { Pool, PoolClient } from 'pg';
import { queueMail } from '../platform/mail/queue-mail.ts';
import { transact } from '../platform/transact.ts';
import { findOrderFacts, type OrderFacts } from './find-order-facts.ts';
import type { DocumentData } from './pdf/document-data.ts';
import type { DocumentPress } from './pdf/document-press.ts';
import {
  type CancellationRow,
  type Issuer,
  toCancellationData,
  toConfirmationData,
  toInvoiceData,
  toTicketData,
} from './to-document-data.ts';

/** What making documents works with. */
export interface DocumentTools {
  pool: Pool;
  press: DocumentPress;
  issuer: () => Issuer;
}

/** A document to be made. */
interface Draft {
  data: DocumentData;
  ticketId: number | null;
  invoiceId: number | null;
}

/** Documents stored at a time: what a killed process loses, and has in memory. */
const batchSize = 20;

/**
 * Makes what an order still lacks: invoice, confirmation, one PDF per valid ticket (online tickets only).
 * With the last of them the confirmation mail is queued. Doing it again changes nothing.
 */
export async function makeDocuments(tools: DocumentTools, orderId: number): Promise<void> {
  const order = await findOrderFacts(tools.pool, orderId);
  if (order === null) throw new Error(`there is no order ${orderId} with an invoice`);
  const drafts = draftsOf(order, tools.issuer());
  do {
    const batch = drafts.splice(0, batchSize);
    const drawn = await Promise.all(batch.map(({ data }) => tools.press.run(data)));
    await transact(tools.pool, async (client) => {
      // sent one behind the other, without waiting for each answer
      const stored = batch.map((draft, i) =>
        store(client, order.id, draft, drawn[i] as Uint8Array),
      );
      if (drafts.length === 0) stored.push(queueConfirmation(client, order));
      await Promise.all(stored);
    });
  } while (drafts.length > 0);
}

function draftsOf(order: OrderFacts, issuer: Issuer): Draft[] {
  const drafts: Draft[] = [];
  if (!order.made.includes('invoice')) {
    const data = toInvoiceData(order, issuer);
    drafts.push({ data, ticketId: null, invoiceId: order.invoice.id });
  }
  if (!order.made.includes('confirmation')) {
    drafts.push({ data: toConfirmationData(order, issuer), ticketId: null, invoiceId: null });
  }
  if (order.delivery_method !== 'onlineticket') return drafts;
  const missing = order.tickets.filter(
    (ticket) => !ticket.has_document && ticket.voided_at === null,
  );
  return [
    ...drafts,
    ...missing.map((ticket) => ({
      data: toTicketData(order, issuer, ticket),
      ticketId: ticket.id,
      invoiceId: null,
    })),
  ];
}

/** Another process may have been faster; then its document stays. */
async function store(
  client: PoolClient,
  orderId: number,
  { data, ticketId, invoiceId }: Draft,
  bytes: Uint8Array,
): Promise<void> {
  await client.query({
    name: 'store_document',
    text: `insert into document (order_id, kind, ticket_id, invoice_id, bytes) values ($1, $2, $3, $4, $5)
     on conflict do nothing`,
    values: [
      orderId,
      data.kind,
      ticketId,
      invoiceId,
      Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength),
    ],
  });
}

async function queueConfirmation(client: PoolClient, order: OrderFacts): Promise<void> {
  if (order.details.email === null) return;
  await queueMail(client, {
    kind: 'order-confirmation',
    recipient: order.details.email,
    language: order.language,
    facts: { orderId: order.id },
    eventKey: `order-${order.id}`,
    // an order is finished before the next one is begun
    isUrgent: true,
  });
}

type CancellationOfOrder = CancellationRow & { order_id: number };

/** Makes the PDF of a cancellation invoice and queues its mail. Doing it again changes nothing. */
export async function makeCancellation(tools: DocumentTools, invoiceId: number): Promise<void> {
  const { rows } = await tools.pool.query<CancellationOfOrder>(
    `select i.id, i.order_id, i.year, i.number, i.amount_cents, i.issued_at,
       array(select t.id from ticket t
             where t.order_id = i.order_id and t.voided_at = i.issued_at) as ticket_ids
     from invoice i where i.id = $1 and i.series = 'cancellation'`,
    [invoiceId],
  );
  const row = rows[0];
  const order = row === undefined ? null : await findOrderFacts(tools.pool, row.order_id);
  if (row === undefined || order === null) throw new Error(`there is no cancellation ${invoiceId}`);
  const data = toCancellationData(order, tools.issuer(), row);
  const bytes = await tools.press.run(data);
  await transact(tools.pool, async (client) => {
    await store(client, order.id, { data, ticketId: null, invoiceId }, bytes);
    if (order.details.email === null) return;
    await queueMail(client, {
      kind: 'order-cancelled',
      recipient: order.details.email,
      language: order.language,
      facts: { orderId: order.id, invoiceId },
      eventKey: `cancelled-${invoiceId}`,
    });
  });
}
