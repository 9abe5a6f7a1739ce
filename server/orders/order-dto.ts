import type { z } from 'zod';
import { toBerlinIso } from '#contract/berlin-time.ts';
import { NOT_READY } from '#contract/codes.ts';
import type { Language } from '#contract/language.ts';
import { toEuro } from '#contract/money.ts';
import type { Order } from '#contract/orders.ts';
import { toCartEntries } from '../cart/cart-dto.ts';
import type { Pictures } from '../programme/concert-dto.ts';
import type { SignedTokens } from '../platform/security/signed-tokens.ts';
import type { OrderRow } from './order-queries.ts';

/** Dependencies of converting an order. */
export interface OrderDtoDeps {
  tokens: SignedTokens;
  pictures: Pictures;
  /** Document urls are absolute (api.md, Payment and order). */
  publicUrl: () => string;
}

/** An order as order details and the customer's list return it. */
export function toOrderDto(
  row: OrderRow,
  language: Language,
  deps: OrderDtoDeps,
): z.infer<typeof Order> {
  const url = (documentId: number | null): string =>
    documentId === null ? NOT_READY : documentUrl(deps, documentId, row.link_generation);
  const tickets = row.tickets.map((ticket) => ({
    id: ticket.id,
    url: url(ticket.document_id),
    concert_id: ticket.concert_id,
    name: language === 'de' ? ticket.name_de : ticket.name_en,
  }));
  const invoiceUrl = url(row.invoice_document_id);
  const { details } = row;
  return {
    order_no: row.order_no,
    email: details.email,
    delivery_method: row.delivery_method,
    delivery_details: {
      master_data_id: details.master_data_id,
      first_name: details.first_name,
      last_name: details.last_name,
      email: details.email,
      address: {
        street: details.street,
        zip: details.zip,
        city: details.city,
        country: {
          id: details.country_id,
          name_de: details.country_de,
          name_en: details.country_en,
        },
      },
    },
    items: toCartEntries(row.lines, deps.pictures),
    delivery: { total_price: toEuro(row.delivery_cents) },
    total_price: toEuro(row.amount_cents),
    created_at: toBerlinIso(row.created_at),
    cancelled_at: toBerlinIso(row.cancelled_at),
    cancelled_tickets: row.cancelled_tickets,
    invoice_url: invoiceUrl,
    confirmation_url: url(row.confirmation_document_id),
    tickets,
    all_urls_ready: invoiceUrl !== NOT_READY && tickets.every((ticket) => ticket.url !== NOT_READY),
  };
}

/** The download URL of a document, with a token of its own. */
function documentUrl(
  deps: Pick<OrderDtoDeps, 'tokens' | 'publicUrl'>,
  documentId: number,
  generation: number,
): string {
  const token = deps.tokens.sign('document', documentId, generation);
  return `${deps.publicUrl()}/documents/${token}.pdf`;
}
