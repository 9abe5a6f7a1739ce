import type { Pool, PoolClient } from 'pg';
import { type QueuedMail, queueMail } from '../platform/mail/queue-mail.ts';
import { inTransaction } from '../platform/database/transaction.ts';
import type { DocumentData } from './pdf/document-data.ts';
import { drawDocument } from './pdf/draw-document.ts';

/** A document to be made. */
export interface DocumentDraft {
  data: DocumentData;
  ticketId: number | null;
  invoiceId: number | null;
}

/** What an order still lacks, and the mail to be queued with the last of it. */
export interface OrderDrafts {
  orderId: number;
  drafts: DocumentDraft[];
  /** Null for an order without an address. */
  mail: QueuedMail | null;
}

/** Documents stored at a time: what a killed process loses, and has in memory. */
const BATCH_SIZE = 20;

/**
 * Draws the documents and stores them; with the last of them the mail is queued. Doing it again changes
 * nothing. Some 10 to 100 ms of work for each document: on a thread of its own (document-threads.ts).
 */
export async function storeDocuments(
  pool: Pool,
  { orderId, drafts, mail }: OrderDrafts,
): Promise<void> {
  const left = [...drafts];
  do {
    const batch = left.splice(0, BATCH_SIZE);
    const drawn: Uint8Array[] = [];
    for (const { data } of batch) drawn.push(await drawDocument(data));
    await inTransaction(pool, async (client) => {
      // sent one behind the other, without waiting for each answer
      const stored = batch.map((draft, i) => store(client, orderId, draft, drawn[i] as Uint8Array));
      if (left.length === 0 && mail !== null) stored.push(queueMail(client, mail));
      await Promise.all(stored);
    });
  } while (left.length > 0);
}

/** Another process may have been faster; then its document stays. */
async function store(
  client: PoolClient,
  orderId: number,
  { data, ticketId, invoiceId }: DocumentDraft,
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
