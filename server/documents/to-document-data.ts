import { berlinClock } from '#contract/berlin-time.ts';
import { GERMANY_ID } from '#contract/constants.ts';
import type { Language } from '#contract/language.ts';
import { hashOf } from '../drawing/plates/random.ts';
import type { PlateConcert } from '../drawing/plates/plate.ts';
import type { FestivalContent } from '../programme/programme-format.ts';
import { formatInvoiceNumber } from './format-filename.ts';
import type {
  OrderConcertRow,
  OrderLineRow,
  WholeOrder,
  OrderTicketRow,
} from './find-whole-order.ts';
import type {
  CancellationData,
  ConfirmationData,
  InvoiceData,
  Seller,
  SoldConcert,
  TaxTreatment,
  TicketData,
} from './pdf/document-data.ts';
import type { TicketSigner } from '../orders/ticket-code.ts';

/** What documents are made from besides the order. */
export interface Issuer {
  festival: FestivalContent;
  tax: TaxTreatment;
  signer: TicketSigner;
}

export function toInvoiceData(order: WholeOrder, issuer: Issuer): InvoiceData {
  return {
    ...toSale(order, issuer),
    kind: 'invoice',
    number: invoiceNumber(order),
    issuedAt: order.invoice.issued_at,
  };
}

export function toConfirmationData(order: WholeOrder, issuer: Issuer): ConfirmationData {
  const { terms } = issuer.festival.legal;
  return {
    ...toSale(order, issuer),
    kind: 'confirmation',
    email: order.details.email,
    // the version accepted, or none: a newer text was never agreed
    terms: terms.version === order.terms_version ? terms : null,
    termsVersion: order.terms_version,
  };
}

/** A cancellation invoice as it was numbered. */
export interface CancellationRow {
  id: number;
  year: number;
  number: number;
  amount_cents: number;
  issued_at: Date;
  /** Those voided together with it. */
  ticket_ids: number[];
}

/** The tickets voided with it are its lines, if they account for the sum; else it is a part. */
export function toCancellationData(
  order: WholeOrder,
  issuer: Issuer,
  cancellation: CancellationRow,
): CancellationData {
  const cents = Math.abs(cancellation.amount_cents);
  const voided = order.tickets.filter(({ id }) => cancellation.ticket_ids.includes(id));
  const sum = voided.reduce((total, ticket) => total + ticket.price_cents, 0);
  const sale = toSale(order, issuer);
  const concerts = toSold(order, groupTickets(voided));
  return {
    ...sale,
    kind: 'cancellation',
    number: formatInvoiceNumber('cancellation', cancellation.year, cancellation.number),
    issuedAt: cancellation.issued_at.toISOString(),
    cancels: { number: invoiceNumber(order), issuedAt: order.invoice.issued_at },
    concerts: concerts.length === 0 ? sale.concerts : concerts,
    deliveryCents: sum + sale.deliveryCents === cents ? sale.deliveryCents : 0,
    refundedCents: cents,
  };
}

export function toTicketData(
  order: WholeOrder,
  issuer: Issuer,
  ticket: OrderTicketRow,
): TicketData {
  const own = pick(order.language);
  const concert = order.concerts.find(({ id }) => id === ticket.concert_id);
  if (concert === undefined) throw new Error(`ticket ${ticket.id} is of no concert of its order`);
  const { venue } = concert;
  return {
    kind: 'ticket',
    language: order.language,
    seller: toSeller(issuer.festival, order.language),
    concert: {
      title: own(concert.title_de, concert.title_en),
      subtitle: own(concert.subtitle_de, concert.subtitle_en),
      startsAt: concert.starts_at,
      venue: own(venue.name_de, venue.name_en),
      street: venue.street,
      postalCode: venue.postal_code,
      city: venue.city,
    },
    ticketType: own(ticket.name_de, ticket.name_en),
    ticketNote: own(ticket.note_de, ticket.note_en),
    priceCents: ticket.price_cents,
    orderNo: order.order_no,
    holder: `${order.details.first_name} ${order.details.last_name}`,
    position: ticket.position,
    count: order.tickets.length,
    code: issuer.signer.sign({
      ticketId: ticket.id,
      concertId: ticket.concert_id,
      ticketTypeId: ticket.ticket_type_id,
    }),
    plate: toPlate(concert),
    orderedAt: order.created_at.toISOString(),
  };
}

function toSale(order: WholeOrder, { festival, tax }: Issuer) {
  const { language, details } = order;
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
    deliveryCents: order.delivery_cents,
    totalCents: order.amount_cents,
    tax,
    taxNote: festival.taxNotes[tax][language],
  };
}

function toSeller(festival: FestivalContent, language: Language): Seller {
  const { representatives, ...association } = festival.association;
  return {
    ...association,
    festival: festival.name,
    shortName: festival.shortName,
    tagline: festival.tagline[language],
    representatives: representatives.map(({ name }) => name),
  };
}

type SoldLineRow = Pick<
  OrderLineRow,
  'concert_id' | 'quantity' | 'price_cents' | 'name_de' | 'name_en'
>;

function toSold(order: WholeOrder, lines: SoldLineRow[]): SoldConcert[] {
  const own = pick(order.language);
  return order.concerts
    .map((concert) => ({
      title: own(concert.title_de, concert.title_en),
      venue: own(concert.venue.name_de, concert.venue.name_en),
      startsAt: concert.starts_at,
      lines: lines
        .filter((sold) => sold.concert_id === concert.id)
        .map((sold) => ({
          name: own(sold.name_de, sold.name_en),
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

/** Seeded like the concert's pictures on the site, so that it is the same plate. */
function toPlate(concert: OrderConcertRow): PlateConcert {
  return {
    id: hashOf(concert.slug),
    time: berlinClock(new Date(concert.starts_at)),
    venue: concert.venue.slug,
    longNight: concert.is_long_night,
    key: concert.light_key,
    pieces: concert.pieces.map(({ born, movements }) => ({ composerBorn: born, movements })),
  };
}

function invoiceNumber({ invoice }: WholeOrder): string {
  return formatInvoiceNumber('invoice', invoice.year, invoice.number);
}

function pick(language: Language): <T>(german: T, english: T) => T {
  return (german, english) => (language === 'de' ? german : english);
}
