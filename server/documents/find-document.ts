import type { Pool } from 'pg';
import type { Language } from '#contract/language.ts';
import type { EmailAttachment } from '../platform/mail/email.ts';
import { newestDocumentSql } from '../orders/order-filter-sql.ts';
import type { OrderRow } from '../orders/order-queries.ts';
import type { FestivalContent } from '../programme/programme-format.ts';
import { drawOnDemand } from './draw-on-demand.ts';
import { formatInvoiceNumber, getVoidTicketData, type InvoiceSeries } from './to-document-data.ts';

/** A stored PDF and its file name, and what decides whether it is still served. */
export interface FoundDocument {
  kind: NamedDocument['kind'];
  bytes: Uint8Array<ArrayBuffer>;
  filename: string;
  order: Pick<OrderRow, 'created_at' | 'last_concert_at' | 'read_at' | 'link_generation'> & {
    account_id: number | null;
  };
  /** The ticket of the PDF if it is void; otherwise null. */
  voidTicketId: number | null;
}

/** A stored PDF without its bytes. */
export interface ListedDocument {
  id: number;
  kind: NamedDocument['kind'];
  /** Size of the PDF in bytes. */
  size: number;
  filename: string;
}

type DocumentRow = NamedDocument & { id: number; language: Language };
type ListedRow = DocumentRow & { size: number };

/**
 * SQL for a ticket's number within its order, from 1, as its PDF prints it: a reissued ticket has that of the first
 * one. 0 without a ticket.
 */
export const ticketPosition = (orderId: string, ticketId: string): string => `(
  with recursive former as (
    select f.id, f.replaces_id from ticket f where f.id = ${ticketId}
    union all
    select f.id, f.replaces_id from former join ticket f on f.id = former.replaces_id
  )
  select count(*)::integer from ticket t
  where t.order_id = ${orderId} and t.replaces_id is null and t.id <= (select min(id) from former))`;

const selectDocuments = (more: string): string => `
  select d.id, d.kind, ${more}, c.language, o.order_no, i.series, i.year, i.number,
    ${ticketPosition('d.order_id', 'd.ticket_id')} as position
  from document d
  join orders o on o.id = d.order_id
  join checkout c on c.id = o.checkout_id
  left join invoice i on i.id = d.invoice_id`;

type ServedRow = DocumentRow &
  FoundDocument['order'] & { bytes: Buffer; void_ticket_id: number | null };

const servedColumns = `d.bytes, o.account_id, o.created_at, o.link_generation, clock_timestamp() as read_at,
    (select max(k.starts_at) from checkout_line l join product p on p.id = l.product_id
       join concert k on k.id = p.concert_id where l.checkout_id = c.id) as last_concert_at,
    (select t.id from ticket t where t.id = d.ticket_id and t.voided_at is not null)
      as void_ticket_id`;

const listDocuments = selectDocuments('octet_length(d.bytes) as size');

/** The document with this id, or the newest PDF of the same ticket; null when there is none. */
export async function findDocument(pool: Pool, id: number): Promise<FoundDocument | null> {
  const { rows } = await pool.query<ServedRow>(
    `${selectDocuments(servedColumns)} where d.id = coalesce((
       select n.id from document n where n.ticket_id = (select ticket_id from document where id = $1)
       order by n.moves desc limit 1), $1)`,
    [id],
  );
  const row = rows[0];
  if (row === undefined) return null;
  return {
    kind: row.kind,
    bytes: new Uint8Array(row.bytes),
    filename: formatFilename(row, row.language),
    order: row,
    voidTicketId: row.void_ticket_id,
  };
}

/** The documents attached to an order's confirmation: invoice, valid tickets, confirmation with terms. */
export async function listDocumentsOfOrder(pool: Pool, orderId: number): Promise<ListedDocument[]> {
  const { rows } = await pool.query<ListedRow>({
    name: 'find_order_documents',
    text: `${listDocuments} left join ticket v on v.id = d.ticket_id
     where d.order_id = $1 and d.kind <> 'cancellation' and v.voided_at is null and ${newestDocumentSql}
     order by array_position(array['ticket', 'invoice', 'confirmation'], d.kind), d.id`,
    values: [orderId],
  });
  return rows.map(toListed);
}

/** The PDF of a cancellation invoice; null until it is created. */
export async function findCancellationDocument(
  pool: Pool,
  invoiceId: number,
): Promise<ListedDocument | null> {
  const { rows } = await pool.query<ListedRow>(
    `${listDocuments} where d.invoice_id = $1 and d.kind = 'cancellation'`,
    [invoiceId],
  );
  return rows[0] === undefined ? null : toListed(rows[0]);
}

/** The PDF of a ticket; null until it is created. */
export async function findTicketDocument(
  pool: Pool,
  ticketId: number,
): Promise<ListedDocument | null> {
  const { rows } = await pool.query<ListedRow>(
    `${listDocuments} where d.ticket_id = $1 and ${newestDocumentSql}`,
    [ticketId],
  );
  return rows[0] === undefined ? null : toListed(rows[0]);
}

/** The PDFs of an order's valid tickets for a concert. */
export async function listTicketDocuments(
  pool: Pool,
  { orderIds, concertId }: { orderIds: readonly number[]; concertId: number },
): Promise<ListedDocument[]> {
  const { rows } = await pool.query<ListedRow>(
    `${listDocuments} join ticket t on t.id = d.ticket_id join product p on p.id = t.product_id
     where d.order_id = any ($1) and p.concert_id = $2 and t.voided_at is null and ${newestDocumentSql} order by d.id`,
    [orderIds, concertId],
  );
  return rows.map(toListed);
}

function toListed(row: ListedRow): ListedDocument {
  const { id, kind, size, language } = row;
  return { id, kind, size, filename: formatFilename(row, language) };
}

/** A document as the attachment of an email. */
export function toAttachment({ id, filename }: ListedDocument): EmailAttachment {
  return { filename, contentType: 'application/pdf', documentId: id };
}

/** The fields that a document's file name is made from. */
export interface NamedDocument {
  kind: 'invoice' | 'ticket' | 'confirmation' | 'cancellation';
  order_no: string;
  series: InvoiceSeries | null;
  year: number | null;
  number: number | null;
  /** A ticket's number within its order, from 1. */
  position: number;
}

/** The file name of a document, in ASCII: 'Rechnung-2025-000123.pdf', 'Karte-K7MA-2XRF-1.pdf'. */
export function formatFilename(document: NamedDocument, language: Language): string {
  const { kind, series, year, number } = document;
  const isGerman = language === 'de';
  if (kind === 'ticket') {
    return `${isGerman ? 'Karte' : 'Ticket'}-${document.order_no}-${document.position}.pdf`;
  }
  if (kind === 'confirmation') {
    return `${isGerman ? 'Bestellung' : 'Order'}-${document.order_no}.pdf`;
  }
  const name = { invoice: ['Rechnung', 'Invoice'], cancellation: ['Storno', 'Cancellation'] }[kind];
  const [word] = isGerman ? name : name.toReversed();
  const ending =
    series === null || year === null || number === null
      ? document.order_no
      : formatInvoiceNumber(series, year, number);
  return `${word}-${ending}.pdf`;
}

/**
 * The bytes that a document is served as. The PDF of a void ticket says that it is void; it is drawn when it is
 * requested, which is rare: the stored PDF still looks valid, and cannot be changed.
 */
export async function getServedBytes(
  pool: Pool,
  festival: () => FestivalContent,
  { bytes, voidTicketId }: Pick<FoundDocument, 'bytes' | 'voidTicketId'>,
): Promise<Uint8Array<ArrayBuffer>> {
  if (voidTicketId === null) return bytes;
  const ticket = await getVoidTicketData(pool, festival(), voidTicketId);
  return await drawOnDemand({ kind: 'void-ticket', ticket });
}
