import type { Pool, PoolClient } from 'pg';
import { queueMail, type QueuedMail } from '../platform/mail/queue-mail.ts';
import { inTransaction } from '../platform/database/database.ts';
import type { OrderConcertRow } from './find-whole-order.ts';
import type { DocumentData } from './pdf/document-data.ts';
import type { EmailAttachment } from '../platform/mail/email.ts';
import type { Message, MailTransport } from '../platform/mail/mail-transport.ts';
import { drawConfirmation } from './pdf/draw-confirmation.ts';
import { drawCancellation, drawInvoice } from './pdf/draw-invoice.ts';
import { drawTicket } from './pdf/draw-ticket.ts';

/** A document to be drawn. */
export interface DocumentDraft {
  data: DocumentData;
  ticketId: number | null;
  /** Of a ticket: how often its concert was moved. */
  moves?: number;
  invoiceId: number | null;
}

/** The documents an order still lacks, and the mails to queue with the last one. */
export interface OrderDrafts {
  orderId: number;
  /** The concerts as the first documents state them; kept once. */
  soldConcerts?: OrderConcertRow[];
  drafts: DocumentDraft[];
  /** None for an order without e-mail address. */
  mails: QueuedMail[];
}

/** Documents stored at a time: limits the memory used, and the work lost with a killed process. */
const BATCH_SIZE = 20;

/**
 * Draws the documents and stores them; the last batch also queues the mails. Repeatable. Takes 10 to 100 ms of
 * processor time per document, so it runs on a thread (document-threads.ts).
 */
export async function storeDocuments(
  pool: Pool,
  { orderId, soldConcerts, drafts, mails }: OrderDrafts,
): Promise<void> {
  const remaining = [...drafts];
  do {
    const batch = remaining.splice(0, BATCH_SIZE);
    const drawn: Uint8Array[] = [];
    for (const { data } of batch) drawn.push(await drawDocument(data));
    await inTransaction(pool, async (client) => {
      // pipelined: the statements do not wait for each other's results
      const stored = batch.map((draft, i) => store(client, orderId, draft, drawn[i] as Uint8Array));
      if (
        soldConcerts !== undefined &&
        batch.some(({ data }) => data.kind === 'invoice' || data.kind === 'confirmation')
      )
        stored.push(storeSold(client, orderId, soldConcerts));
      if (remaining.length === 0) stored.push(...mails.map((mail) => queueMail(client, mail)));
      await Promise.all(stored);
    });
  } while (remaining.length > 0);
}

/** Stores what the invoice states, for later documents about the same sale. */
async function storeSold(
  client: PoolClient,
  orderId: number,
  concerts: OrderConcertRow[],
): Promise<void> {
  await client.query({
    name: 'store_sold_concerts',
    text: 'update orders set sold_concerts = coalesce(sold_concerts, $2) where id = $1',
    values: [orderId, JSON.stringify(concerts)],
  });
}

/** Stores a document, unless another process has stored it already. */
async function store(
  client: PoolClient,
  orderId: number,
  { data, ticketId, invoiceId, moves = 0 }: DocumentDraft,
  bytes: Uint8Array,
): Promise<void> {
  await client.query({
    name: 'store_document',
    text: `insert into document (order_id, kind, ticket_id, invoice_id, tax_treatment, bytes, moves)
     values ($1, $2, $3, $4, $5, $6, $7)
     on conflict do nothing`,
    values: [
      orderId,
      data.kind,
      ticketId,
      invoiceId,
      'tax' in data ? data.tax : null,
      Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength),
      moves,
    ],
  });
}

/** A mail and the documents to attach. */
export interface EmailWithDocuments {
  message: Message;
  attachments: EmailAttachment[];
  mailId: number;
}

/**
 * Reads the documents and sends the mail with them. Takes about 5 ms of processor time, so it runs on a thread
 * (document-threads.ts). Throws DeliveryError as the transport does, any other error when a document is missing.
 */
export async function sendWithDocuments(
  pool: Pool,
  transport: MailTransport,
  { message, attachments, mailId }: EmailWithDocuments,
): Promise<void> {
  const { rows } = await pool.query<{ id: number; bytes: Buffer }>({
    name: 'read_documents',
    text: 'select id, bytes from document where id = any($1::bigint[])',
    values: [attachments.flatMap(({ documentId }) => documentId ?? [])],
  });
  const bytesOf = new Map(rows.map(({ id, bytes }) => [id, bytes]));
  const withContent = attachments.map((attachment) => {
    const { documentId, ...named } = attachment;
    if (documentId === undefined) return named;
    const content = bytesOf.get(documentId);
    if (content === undefined) throw new Error(`there is no document ${documentId}`);
    return { ...named, content };
  });
  await transport.send({ ...message, attachments: withContent }, mailId);
}

/** Draws any document. The same data gives the same bytes. Takes 10 to 100 ms: call it on a thread. */
export function drawDocument(data: DocumentData): Promise<Uint8Array> {
  switch (data.kind) {
    case 'invoice':
      return drawInvoice(data);
    case 'cancellation':
      return drawCancellation(data);
    case 'ticket':
      return drawTicket(data);
    case 'confirmation':
      return drawConfirmation(data);
  }
}
