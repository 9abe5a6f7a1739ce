import type { Pool } from 'pg';
import { DAY_MS, toBerlinIso } from '#contract/berlin-time.ts';
import { Problem } from '../platform/problem.ts';
import type { SignedTokens } from '../platform/security/signed-tokens.ts';
import type { FrozenDetails } from '../checkout/freeze-cart.ts';
import type { DeliveryMethod } from '#contract/codes.ts';
import type { Language } from '#contract/language.ts';
import { documentTexts } from '#messages/documents.ts';
import { toCartEntries, type CartLineRow } from '../cart/find-cart.ts';
import type { Pictures } from '../programme/concert.ts';
import { newestDocumentSql } from './order-filter-sql.ts';

/** An order's link is valid at least this long after its last concert (api.md, Payment and order). */
const MIN_LINK_DAYS_AFTER_CONCERT = 30;

/**
 * Finds the order of a token; its link is valid for at least `linkDays` days. 400 6191 for an unknown, damaged or
 * expired token, and for one of an earlier generation; 400 6192 when the token is valid but there is no order, because
 * the payment failed or was refunded.
 */
export async function getOrderByToken(
  pool: Pool,
  tokens: SignedTokens,
  token: string,
  linkDays: number,
): Promise<OrderRow> {
  const read = tokens.read('order', token);
  if (read === null) throw new Problem('order_token_invalid');
  const { rows } = await pool.query<OrderRow>({
    name: 'find_order_of_checkout',
    text: `${selectOrders} where o.checkout_id = $1`,
    values: [read.id],
  });
  if (rows[0] === undefined) throw new Problem('order_not_found');
  if (read.generation !== rows[0].link_generation) throw new Problem('order_token_invalid');
  if (hasLinkExpired(rows[0], linkDays)) throw new Problem('order_token_invalid');
  return rows[0];
}

/**
 * Whether the link of an order had expired when it was read: it is valid for `linkDays` days, and at least for 30 days
 * after the last concert (api.md, Payment and order).
 */
export function hasLinkExpired(
  order: Pick<OrderRow, 'created_at' | 'last_concert_at' | 'read_at'>,
  linkDays: number,
): boolean {
  const endMs = Math.max(
    order.created_at.getTime() + linkDays * DAY_MS,
    order.last_concert_at.getTime() + MIN_LINK_DAYS_AFTER_CONCERT * DAY_MS,
  );
  return order.read_at.getTime() > endMs;
}

/** A customer's own orders, newest first. */
export async function listOrdersOfAccount(pool: Pool, accountId: number): Promise<OrderRow[]> {
  const { rows } = await pool.query<OrderRow>({
    name: 'find_orders_of_account',
    text: `${selectOrders} where o.account_id = $1 order by o.id desc`,
    values: [accountId],
  });
  return rows;
}

/** An order with everything its page shows. */
export interface OrderRow {
  id: number;
  checkout_id: number;
  order_no: string;
  created_at: Date;
  /** Links to the order and its documents that carry another generation have ended. */
  link_generation: number;
  cancelled_at: Date | null;
  delivery_method: DeliveryMethod;
  delivery_cents: number;
  amount_cents: number;
  details: FrozenDetails;
  /** Start of the last concert; decides how long the order's link is valid. */
  last_concert_at: Date;
  /** By the database's clock. */
  read_at: Date;
  lines: CartLineRow[];
  tickets: {
    id: number;
    concert_id: number;
    name_de: string;
    name_en: string;
    document_id: number | null;
  }[];
  /** Void tickets, reissued ones excepted, of any delivery method. */
  cancelled_tickets: number;
  /** False for complimentary tickets. */
  has_invoice: boolean;
  invoice_document_id: number | null;
  confirmation_document_id: number | null;
}

/** SQL: the names of a ticket type for a JSON object, o is orders: a complimentary ticket has no other. */
export const ticketTypeNamesSql = (type: string): string => {
  const name = (language: Language) =>
    `'name_${language}', case when o.origin = 'complimentary' then '${documentTexts.complimentary[language]}'
      else ${type}.name_${language} end`;
  return `${name('de')}, ${name('en')}`;
};

/** Selects `OrderRow`s. Append a `where` on o (orders) or c (checkout). */
const selectOrders = `
  select o.id, o.checkout_id, o.order_no, o.created_at, o.link_generation, o.cancelled_at, c.delivery_method,
    c.delivery_cents, c.amount_cents, c.details, l.last_concert_at, l.lines,
    clock_timestamp() as read_at,
    coalesce(t.tickets, '[]') as tickets,
    (select count(*)::integer from ticket v where v.order_id = o.id and v.voided_at is not null
       and not exists (select from ticket r where r.replaces_id = v.id)) as cancelled_tickets,
    exists (select from invoice i where i.order_id = o.id and i.series = 'invoice') as has_invoice,
    (select d.id from document d where d.order_id = o.id and d.kind = 'invoice') as invoice_document_id,
    (select d.id from document d where d.order_id = o.id and d.kind = 'confirmation')
      as confirmation_document_id
  from orders o
  join checkout c on c.id = o.checkout_id
  cross join lateral (
    select max(k.starts_at) as last_concert_at, jsonb_agg(jsonb_build_object(
      'ticket_type_id', l.ticket_type_id, 'product_id', l.product_id, 'concert_id', k.id,
      'quantity', l.quantity, 'price_cents', l.price_cents, 'product_quantity', s.quantity,
      ${ticketTypeNamesSql('tt')}, 'title_de', k.title_de, 'title_en', k.title_en,
      'starts_at', k.starts_at) order by k.starts_at, k.id, tt.position) as lines
    from checkout_line l
    join ticket_type tt on tt.id = l.ticket_type_id
    join product p on p.id = l.product_id
    join concert k on k.id = p.concert_id
    join stock s on s.product_id = l.product_id
    where l.checkout_id = c.id
  ) l
  cross join lateral (
    select jsonb_agg(jsonb_build_object('id', t.id, 'concert_id', p.concert_id,
      ${ticketTypeNamesSql('tt')}, 'document_id', d.id) order by t.id) as tickets
    from ticket t
    join ticket_type tt on tt.id = t.ticket_type_id
    join product p on p.id = t.product_id
    left join document d on d.ticket_id = t.id and ${newestDocumentSql}
    where t.order_id = o.id and t.voided_at is null and c.delivery_method = 'onlineticket'
  ) t`;

/** Dependencies of converting an order. */
interface OrderDeps {
  tokens: SignedTokens;
  pictures: Pictures;
  /** Document urls are absolute (api.md, Payment and order). */
  publicUrl: () => string;
}

/** An order as its buyer gets it; the URL of a document is null until the document is made. */
export function toOrder(row: OrderRow, language: Language, deps: OrderDeps) {
  const url = (documentId: number | null): string | null =>
    documentId === null ? null : documentUrl(deps, documentId, row.link_generation);
  const tickets = row.tickets.map((ticket) => ({
    id: ticket.id,
    url: url(ticket.document_id),
    concertId: ticket.concert_id,
    name: language === 'de' ? ticket.name_de : ticket.name_en,
  }));
  const invoiceUrl = url(row.invoice_document_id);
  return {
    orderNo: row.order_no,
    email: row.details.email,
    deliveryMethod: row.delivery_method,
    /** As the checkout has stored them. */
    details: row.details,
    items: toCartEntries(row.lines, deps.pictures),
    deliveryCents: row.delivery_cents,
    totalCents: row.amount_cents,
    createdAt: toBerlinIso(row.created_at),
    cancelledAt: toBerlinIso(row.cancelled_at),
    cancelledTickets: row.cancelled_tickets,
    hasInvoice: row.has_invoice,
    invoiceUrl,
    confirmationUrl: url(row.confirmation_document_id),
    tickets,
    isReady:
      (invoiceUrl !== null || !row.has_invoice) && tickets.every((ticket) => ticket.url !== null),
  };
}

/** The download URL of a document, with a token of its own. */
function documentUrl(
  deps: Pick<OrderDeps, 'tokens' | 'publicUrl'>,
  documentId: number,
  generation: number,
): string {
  const token = deps.tokens.sign('document', documentId, generation);
  return `${deps.publicUrl()}/documents/${token}.pdf`;
}
