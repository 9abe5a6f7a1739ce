import type { DeliveryMethod } from '#contract/codes.ts';
import type { Language } from '#contract/language.ts';
import type { OwnLogo } from '../../drawing/pdf/draw-mark.ts';
import type { PlateConcert } from '#packages/plates/plate.ts';

// The content of the documents as plain data: created by document-jobs.ts, drawn on another thread.

/** How the association's sales are taxed; the setting TAX_TREATMENT. */
export type TaxTreatment = 'exempt' | 'reduced' | 'small-business';

/** The association, from festival.yaml. */
export interface Seller {
  festival: string;
  /** The wordmark. */
  shortName: string;
  logo?: OwnLogo | undefined;
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

/** The tickets of one concert in an order. */
export interface SoldConcert {
  title: string;
  venue: string;
  /** ISO 8601. Also the date of supply (§ 14 UStG). */
  startsAt: string;
  lines: SoldLine[];
}

interface SoldLine {
  name: string;
  quantity: number;
  /** Price of one ticket. */
  priceCents: number;
}

interface SaleData {
  language: Language;
  seller: Seller;
  buyer: Buyer;
  orderNo: string;
  /** ISO 8601. */
  orderedAt: string;
  concerts: SoldConcert[];
  deliveryMethod: DeliveryMethod;
  /** How tickets are posted; null: in the usual words. */
  postalNote: string | null;
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
  /** ISO 8601. */
  issuedAt: string;
}

export interface CancellationData extends SaleData {
  kind: 'cancellation';
  /** 'S-2025-000007' */
  number: string;
  issuedAt: string;
  /** Number and date of the cancelled invoice. */
  cancels: { number: string; issuedAt: string };
  /** The refunded amount, positive. If it is less than the total of the lines, the lines are not listed. */
  refundedCents: number;
  /** The sum of the earlier cancellation invoices of the same sale. */
  earlierCents: number;
  /** Whether a lost dispute has returned the amount, so that nothing goes to the card. */
  isReturnedByBank: boolean;
  /** Neither: the buyer chooses what becomes of it. */
  isRefundedToCard: boolean;
}

/** The association's details on a ticket. */
export type TicketSeller = Pick<
  Seller,
  'festival' | 'shortName' | 'logo' | 'name' | 'email' | 'website'
>;

export interface TicketData {
  kind: 'ticket';
  language: Language;
  seller: TicketSeller;
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
  /** Conditions of a reduced ticket, and the proof required. */
  ticketNote: string | null;
  priceCents: number;
  orderNo: string;
  holder: string;
  /** The ticket's number within the order, from 1. */
  position: number;
  count: number;
  /** The signed code (ticket-code.ts). */
  code: string;
  /** Null: the festival has no drawings. */
  plate: PlateConcert | null;
  /** Behind the day where there is none, '#RRGGBB'. */
  ground: string;
  orderedAt: string;
}

/** A ticket that is no longer valid; drawn when it is requested, never stored. */
export interface VoidTicketData {
  language: Language;
  seller: TicketSeller;
  concert: { title: string; startsAt: string };
  orderNo: string;
  /** Null once the name has been erased. */
  holder: string | null;
  /** Whether a valid ticket has taken its place. */
  isReplaced: boolean;
  orderedAt: string;
}

export interface ConfirmationData extends SaleData {
  kind: 'confirmation';
  email: string | null;
  /** Complimentary tickets have no prices. */
  isComplimentary: boolean;
  /** The accepted terms; null if that version was never loaded. */
  terms: { title: string; version: string; sections: TermsSection[] } | null;
  termsVersion: string;
}

interface TermsSection {
  heading: string;
  paragraphs: string[];
}

export type DocumentData = InvoiceData | CancellationData | TicketData | ConfirmationData;
