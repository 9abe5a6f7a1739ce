// What the documents say, as plain data: made by make-documents, drawn on another thread.
import type { Language } from '#contract/language.ts';
import type { PlateConcert } from '../../drawing/plates/plate.ts';

/** How the association's sales are taxed; the setting TAX_TREATMENT. */
export type TaxTreatment = 'exempt' | 'reduced' | 'small-business';

/** The association, as festival.yaml has it. */
export interface Seller {
  festival: string;
  /** Wordmark. */
  shortName: string;
  /** In the document's language. */
  tagline: string;
  name: string;
  street: string;
  postalCode: string;
  city: string;
  taxOffice: string;
  taxId: string;
  registerCourt: string;
  registerNumber: string;
  representatives: string[];
  email: string;
  phone: string;
  website: string;
}

export interface Buyer {
  firstName: string;
  lastName: string;
  street: string;
  zip: string;
  city: string;
  /** In the document's language; null for Germany. */
  country: string | null;
}

/** What was bought for one concert. */
export interface SoldConcert {
  title: string;
  venue: string;
  /** ISO moment. It is also the date of supply (§ 14 UStG). */
  startsAt: string;
  lines: SoldLine[];
}

export interface SoldLine {
  name: string;
  quantity: number;
  /** Of one ticket. */
  priceCents: number;
}

export type DeliveryMethod = 'boxoffice' | 'onlineticket' | 'postal';

interface SaleData {
  language: Language;
  seller: Seller;
  buyer: Buyer;
  orderNo: string;
  /** ISO moment. */
  orderedAt: string;
  concerts: SoldConcert[];
  deliveryMethod: DeliveryMethod;
  deliveryCents: number;
  totalCents: number;
  tax: TaxTreatment;
  /** The tax treatment in a sentence, in the document's language. */
  taxNote: string;
}

export interface InvoiceData extends SaleData {
  kind: 'invoice';
  /** '2025-000123' */
  number: string;
  /** ISO moment. */
  issuedAt: string;
}

export interface CancellationData extends SaleData {
  kind: 'cancellation';
  /** 'S-2025-000007' */
  number: string;
  issuedAt: string;
  /** Number and date of the invoice it takes back. */
  cancels: { number: string; issuedAt: string };
  /** What is given back, positive. Less than the lines' sum: a part, then the lines are not listed. */
  refundedCents: number;
}

export interface TicketData {
  kind: 'ticket';
  language: Language;
  seller: Pick<Seller, 'festival' | 'shortName' | 'name' | 'email' | 'website'>;
  concert: {
    title: string;
    subtitle: string;
    startsAt: string;
    venue: string;
    street: string;
    postalCode: string;
    city: string;
  };
  ticketType: string;
  /** Who may use a reduced ticket, and what proof is asked for. */
  ticketNote: string | null;
  priceCents: number;
  orderNo: string;
  holder: string;
  /** This is the nth ticket of the order's. */
  position: number;
  count: number;
  /** Signed; see ticket-code.ts. */
  code: string;
  plate: PlateConcert;
  orderedAt: string;
}

export interface ConfirmationData extends SaleData {
  kind: 'confirmation';
  email: string | null;
  /** As accepted; null if the text has been replaced since. */
  terms: { title: string; version: string; sections: TermsSection[] } | null;
  termsVersion: string;
}

export interface TermsSection {
  heading: string;
  paragraphs: string[];
}

export type DocumentData = InvoiceData | CancellationData | TicketData | ConfirmationData;
