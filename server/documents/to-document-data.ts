import { berlinTime } from '#contract/berlin-time.ts';
import { GERMANY_ID } from '#contract/constants.ts';
import type { Language } from '#contract/language.ts';
import { hashOf } from '#packages/plates/math.ts';
import type { PlateConcert } from '#packages/plates/plate.ts';
import { withForeground } from '../drawing/pictures/plan-pictures.ts';
import { deliveryOf } from '../programme/delivery.ts';
import { coloursOf } from '../programme/look.ts';
import type { FestivalContent } from '../programme/programme-format.ts';
import type {
  CancellationData,
  ConfirmationData,
  InvoiceData,
  Seller,
  SoldConcert,
  TaxTreatment,
  TicketData,
  VoidTicketData,
} from './pdf/document-data.ts';
import type { TicketSigner } from '../orders/ticket-code.ts';
import type { Pool } from 'pg';
import {
  orderContact,
  findWholeOrder,
  type OrderConcertRow,
  type OrderInvoiceRow,
  type OrderLineRow,
  type WholeOrder,
  type OrderTicketRow,
  type OrderContactRow,
} from './find-whole-order.ts';
import type { PostalOrder } from './pdf/draw-postal-orders.ts';

/** Data that documents need besides the order. */
export interface Issuer {
  festival: FestivalContent;
  /** For invoices that are drawn now. */
  tax: TaxTreatment;
  signer: TicketSigner;
}

/** The data of an order's invoice. */
export function toInvoiceData(
  order: WholeOrder,
  invoice: OrderInvoiceRow,
  issuer: Issuer,
): InvoiceData {
  return {
    ...toSale(order, issuer),
    kind: 'invoice',
    number: invoiceNumber(invoice),
    issuedAt: invoice.issued_at,
  };
}

/** The data of an order's confirmation. */
export function toConfirmationData(order: WholeOrder, issuer: Issuer): ConfirmationData {
  return {
    ...toSale(order, issuer),
    kind: 'confirmation',
    email: order.details.email,
    isComplimentary: order.is_complimentary,
    terms: order.terms,
    termsVersion: order.terms_version,
  };
}

/** A cancellation invoice and its number. */
export interface CancellationRow {
  id: number;
  year: number;
  number: number;
  amount_cents: number;
  issued_at: Date;
  /** The tickets voided with it. */
  ticket_ids: number[];
  /** Whether money goes back with it: not after a lost dispute. */
  has_refund: boolean;
  /** Whether the buyer chooses what becomes of the money. */
  is_chosen: boolean;
  /** The sum of the order's earlier cancellation invoices. */
  earlier_cents: number;
}

/** The data of a cancellation invoice; the tickets voided with it are its lines. */
export function toCancellationData(
  order: WholeOrder,
  issuer: Issuer,
  cancellation: CancellationRow,
): CancellationData {
  const { invoice } = order;
  if (invoice === null) throw new Error(`order ${order.id} has no invoice that could be cancelled`);
  const cents = Math.abs(cancellation.amount_cents);
  const voided = order.tickets.filter(({ id }) => cancellation.ticket_ids.includes(id));
  const ticketCents = voided.reduce((total, ticket) => total + ticket.price_cents, 0);
  const sale = toSale(order, issuer);
  const concerts = toSold(order, groupTickets(voided));
  return {
    ...sale,
    kind: 'cancellation',
    number: formatInvoiceNumber('cancellation', cancellation.year, cancellation.number),
    issuedAt: cancellation.issued_at.toISOString(),
    cancels: { number: invoiceNumber(invoice), issuedAt: invoice.issued_at },
    concerts: concerts.length === 0 ? sale.concerts : concerts,
    deliveryCents: ticketCents + sale.deliveryCents === cents ? sale.deliveryCents : 0,
    refundedCents: cents,
    earlierCents: cancellation.earlier_cents,
    isReturnedByBank: cents > 0 && !cancellation.has_refund && !cancellation.is_chosen,
    isRefundedToCard: cents > 0 && cancellation.has_refund,
  };
}

/** The data of one ticket; throws when its concert does not belong to the order. */
export function toTicketData(
  order: WholeOrder,
  issuer: Issuer,
  ticket: OrderTicketRow,
): TicketData {
  const inLanguage = pick(order.contact.language);
  const concert = order.concerts.find(({ id }) => id === ticket.concert_id);
  if (concert === undefined)
    throw new Error(`the concert of ticket ${ticket.id} does not belong to its order`);
  const { venue } = concert;
  return {
    kind: 'ticket',
    language: order.contact.language,
    seller: toSeller(issuer.festival, order.contact.language),
    concert: {
      title: inLanguage(concert.title_de, concert.title_en),
      subtitle: inLanguage(concert.subtitle_de, concert.subtitle_en),
      startsAt: concert.starts_at,
      venue: inLanguage(venue.name_de, venue.name_en),
      street: venue.street,
      postalCode: venue.postal_code,
      city: venue.city,
    },
    ticketType: inLanguage(ticket.name_de, ticket.name_en),
    ticketNote: inLanguage(ticket.note_de, ticket.note_en),
    priceCents: ticket.price_cents,
    orderNo: order.order_no,
    holder: order.contact.name,
    position: ticket.position,
    count: order.tickets.length,
    code: issuer.signer.sign({
      ticketId: ticket.id,
      concertId: ticket.concert_id,
      ticketTypeId: ticket.ticket_type_id,
    }),
    plate:
      issuer.festival.look?.plates === 'none'
        ? null
        : toPlate(withForeground(concert, issuer.festival.look)),
    ground: coloursOf(issuer.festival.look).sky,
    orderedAt: order.created_at.toISOString(),
  };
}

/** Taxed as the invoice states it, whatever the setting is now (office.md 14). */
function toSale(order: WholeOrder, { festival, tax: setting }: Issuer) {
  const { language, details } = order;
  const tax = order.tax_treatment ?? setting;
  return {
    language,
    seller: toSeller(festival, language),
    buyer: {
      firstName: details.first_name,
      lastName: details.last_name,
      street: details.street,
      zip: details.zip,
      city: details.city,
      country:
        details.country_id === GERMANY_ID
          ? null
          : pick(language)(details.country_de, details.country_en),
    },
    orderNo: order.order_no,
    orderedAt: order.created_at.toISOString(),
    concerts: toSold(order, order.lines),
    deliveryMethod: order.delivery_method,
    postalNote: festival.delivery?.note?.[language] ?? null,
    deliveryCents: order.delivery_cents,
    totalCents: order.amount_cents,
    tax,
    taxNote: festival.taxNotes[tax][language],
  };
}

/** The association as documents in this language name it. */
export function toSeller(festival: FestivalContent, language: Language): Seller {
  const { representatives, ...association } = festival.association;
  return {
    ...association,
    festival: festival.name,
    shortName: festival.shortName,
    logo: festival.look?.logo,
    tagline: festival.tagline[language],
    representatives: representatives.map(({ name }) => name),
  };
}

type SoldLineRow = Pick<
  OrderLineRow,
  'concert_id' | 'quantity' | 'price_cents' | 'name_de' | 'name_en'
>;

function toSold(order: WholeOrder, lines: SoldLineRow[]): SoldConcert[] {
  const inLanguage = pick(order.language);
  return (order.sold_concerts ?? order.concerts)
    .map((concert) => ({
      title: inLanguage(concert.title_de, concert.title_en),
      venue: inLanguage(concert.venue.name_de, concert.venue.name_en),
      startsAt: concert.starts_at,
      lines: lines
        .filter((sold) => sold.concert_id === concert.id)
        .map((sold) => ({
          name: inLanguage(sold.name_de, sold.name_en),
          quantity: sold.quantity,
          priceCents: sold.price_cents,
        })),
    }))
    .filter((concert) => concert.lines.length > 0);
}

function groupTickets(tickets: OrderTicketRow[]): SoldLineRow[] {
  const groups = new Map<string, SoldLineRow>();
  for (const ticket of tickets) {
    const key = `${ticket.ticket_type_id} ${ticket.price_cents}`;
    const quantity = (groups.get(key)?.quantity ?? 0) + 1;
    groups.set(key, { ...ticket, quantity });
  }
  return [...groups.values()];
}

/** Has the same seed as the concert's pictures on the site, so that the plate is the same. */
function toPlate(concert: OrderConcertRow): PlateConcert {
  return {
    id: hashOf(concert.slug),
    time: berlinTime(new Date(concert.starts_at)),
    venue: concert.venue.slug,
    isLongNight: concert.is_long_night,
    key: concert.light_key,
    pieces: concert.pieces.map(({ born, movements }) => ({ composerBorn: born, movements })),
  };
}

function invoiceNumber({ year, number }: OrderInvoiceRow): string {
  return formatInvoiceNumber('invoice', year, number);
}

function pick(language: Language): <T>(german: T, english: T) => T {
  return (german, english) => (language === 'de' ? german : english);
}

interface VoidTicketRow {
  order_no: string;
  created_at: Date;
  contact: OrderContactRow;
  title_de: string;
  title_en: string;
  starts_at: Date;
  is_replaced: boolean;
}

/** Whether a valid ticket has taken the place of ticket `t`: not if that one was cancelled, too. */
const hasValidSuccessor = `exists (
  with recursive later as (
    select n.id, n.voided_at from ticket n where n.replaces_id = t.id
    union all
    select n.id, n.voided_at from later join ticket n on n.replaces_id = later.id
  )
  select from later where voided_at is null)`;

/**
 * Reads the data of a void ticket's PDF, in the language of the tickets; throws when there is no ticket with this id.
 */
export async function getVoidTicketData(
  pool: Pool,
  festival: FestivalContent,
  ticketId: number,
): Promise<VoidTicketData> {
  const { rows } = await pool.query<VoidTicketRow>(
    `select o.order_no, o.created_at, ${orderContact} as contact, coalesce(s.concert->>'title_de', k.title_de) as title_de,
       coalesce(s.concert->>'title_en', k.title_en) as title_en,
       coalesce((s.concert->>'starts_at')::timestamptz, k.starts_at) as starts_at,
       ${hasValidSuccessor} as is_replaced
     from ticket t
     join orders o on o.id = t.order_id
     join checkout c on c.id = o.checkout_id
     left join order_contact x on x.order_id = o.id
     join product p on p.id = t.product_id
     join concert k on k.id = p.concert_id
     left join lateral (select each as concert from jsonb_array_elements(o.sold_concerts) each
       where (each->>'id')::int = k.id) s on true
     where t.id = $1`,
    [ticketId],
  );
  const row = rows[0];
  if (row === undefined) throw new Error(`there is no ticket ${ticketId}`);
  const { language, name } = row.contact;
  return {
    language,
    seller: toSeller(festival, language),
    concert: {
      title: language === 'de' ? row.title_de : row.title_en,
      startsAt: row.starts_at.toISOString(),
    },
    orderNo: row.order_no,
    // dashes stand for an erased name
    holder: /\p{L}/u.test(name) ? name : null,
    isReplaced: row.is_replaced,
    orderedAt: row.created_at.toISOString(),
  };
}

/**
 * Lists these orders as they are printed: those without a valid ticket are left out. `concertId`: only the tickets of
 * this concert.
 */
export async function listPostalOrders(
  pool: Pool,
  issuer: Issuer,
  { orderIds, concertId }: { orderIds: number[]; concertId: number | null },
): Promise<PostalOrder[]> {
  const found: PostalOrder[] = [];
  for (const id of orderIds) {
    const order = await findWholeOrder(pool, id);
    if (order === null) continue;
    const printed = toPostalOrder(order, issuer, concertId);
    if (printed.tickets.length > 0) found.push(printed);
  }
  return found;
}

/** An order with its valid tickets, for all its concerts or one. */
function toPostalOrder(
  order: WholeOrder,
  issuer: Issuer,
  concertId: number | null = null,
): PostalOrder {
  const tickets = order.tickets
    .filter((ticket) => ticket.voided_at === null)
    .filter((ticket) => concertId === null || ticket.concert_id === concertId)
    .map((ticket) => toTicketData(order, issuer, ticket));
  // its language is that of the tickets
  const cover = { ...order, language: order.contact.language };
  const data = toConfirmationData(cover, issuer);
  const { post } = order.contact;
  if (post === null) return { cover: data, tickets };
  const { firstName, lastName } = data.buyer;
  const name =
    post.name === null ? { firstName, lastName } : { firstName: post.name, lastName: '' };
  // the office types no country: it is the buyer's if we post there, otherwise Germany
  const { countryIds } = deliveryOf(issuer.festival.delivery);
  const isAbroad =
    countryIds.includes(order.details.country_id) || post.street === order.details.street;
  const country = isAbroad ? data.buyer.country : null;
  return { cover: { ...data, buyer: { ...post, ...name, country } }, tickets };
}

/** Invoices and cancellation invoices are numbered separately. */
export type InvoiceSeries = 'invoice' | 'cancellation';

/** '2025-000123', or 'S-2025-000007' for a cancellation invoice (product.md 12). */
export function formatInvoiceNumber(series: InvoiceSeries, year: number, number: number): string {
  return `${series === 'cancellation' ? 'S-' : ''}${year}-${String(number).padStart(6, '0')}`;
}
