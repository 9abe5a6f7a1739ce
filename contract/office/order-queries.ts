// Data for the screens of orders, box-office list and post (office.md 7). Moments are ISO 8601, money is cents.
import { deliveryMethods, type DeliveryMethod } from '../codes.ts';
import type { Language } from '../language.ts';
import type { CsvOptions, ListPage, Paging } from './lists.ts';

/** The states of an order, in the sequence of office.md 7.1: the first that applies. */
export const orderStates = [
  'disputed',
  'refund-failed',
  'cancelled',
  'dispute-lost',
  'partly-cancelled',
  'free',
  'paid',
] as const;
export type OrderState = (typeof orderStates)[number];

/** Where an order comes from (office.md 7.1). */
export const orderOrigins = ['shop', 'complimentary'] as const;

/** The values of the filters with few of them. */
export const orderFilterChoices = {
  state: [...orderStates, 'documents-missing', 'tickets-undecided'],
  delivery: deliveryMethods,
  origin: orderOrigins,
} as const;

/** Filters of the list as the address has them; '' or undefined: all. */
export interface OrderFilters {
  q?: string | undefined;
  /** Id of a concert. */
  concert?: string | undefined;
  /** An order's state, `documents-missing` or `tickets-undecided`. */
  state?: string | undefined;
  delivery?: string | undefined;
  origin?: string | undefined;
  /** Days in Berlin, both included. */
  from?: string | undefined;
  to?: string | undefined;
}

/** A row of the list of orders. */
export interface OrderListDto {
  id: number;
  orderNo: string;
  createdAt: string;
  name: string;
  email: string | null;
  /** Valid tickets. */
  tickets: number;
  amountCents: number;
  state: OrderState;
}

/** A failed refund of a payment that has no order. */
export interface RefundWithoutOrder {
  id: number;
  intentId: string;
  amountCents: number;
  /** Berlin time, ISO 8601. */
  failedAt: string;
}

/** A refund that failed, for the page that records how it was settled. */
export interface FailedRefund extends RefundWithoutOrder {
  /** Null: its payment has no order. */
  orderNo: string | null;
  /** The provider's reason in the reader's language. */
  failure: string | null;
  /** Whether nobody has dealt with it yet. */
  isOpen: boolean;
}

/** A concert to choose. */
export interface ConcertChoice {
  id: number;
  title: string;
  startsAt: string;
}

/** A ticket of an order. */
export interface OrderTicket {
  id: number;
  concert: string;
  type: string;
  priceCents: number;
  state: 'valid' | 'void' | 'replaced';
}

/** A refund of an order. */
export interface OrderRefund {
  id: number;
  amountCents: number;
  state: 'requested' | 'done' | 'failed' | 'again' | 'by-hand' | 'dashboard' | 'dispute';
  requestedAt: string;
  failure: string | null;
  /** When, how and with which remark it was settled by hand; null if it was not. */
  settled: { day: string; how: string } | null;
}

/** A document that exists, or an invoice whose document is missing. */
export interface OrderDocument {
  /** Null: not made yet, and missing if that is late. */
  id: number | null;
  isLate: boolean;
  name: string;
  createdAt: string | null;
  /** Whether it is the PDF of a void ticket, which is served as a page that says so. */
  voidState: Exclude<OrderTicket['state'], 'valid'> | null;
}

/** A note of staff. */
export interface OrderNote {
  id: number;
  author: string;
  text: string;
  createdAt: string;
  /** Whether the reader may remove it. */
  isRevocable: boolean;
}

/** Something that happened to an order. */
export interface OrderEvent {
  at: string;
  /** Key of the texts of the timeline, or the name of a command. */
  what: string;
  /** A file name, subject, amount or reason. */
  detail: string;
  /** A person of the staff; '' for the shop. */
  actor: string;
}

/** An order with everything that its page shows. */
export interface OrderPage {
  id: number;
  orderNo: string;
  createdAt: string;
  state: OrderState;
  deliveryMethod: DeliveryMethod;
  deliveryCents: number;
  amountCents: number;
  refundableCents: number;
  /** Failed refunds that nobody has dealt with. */
  owedCents: number;
  intentId: string;
  /** The bank has taken the money back; the provider refuses a refund. */
  hasLostDispute: boolean;
  /** Money went back without the office, and nobody has decided about the tickets yet. */
  needsTicketDecision: boolean;
  /** As the provider gives it. */
  card: { brand: string; last4: string } | null;
  contact: { name: string; email: string | null; language: Language; doorNote: string | null };
  /** The text on the invoice. */
  buyer: { name: string; street: string; city: string; country: string; email: string | null };
  postSince: string | null;
  postedAt: string | null;
  tickets: OrderTicket[];
  refunds: OrderRefund[];
  documents: OrderDocument[];
  notes: OrderNote[];
  timeline: OrderEvent[];
}

/** Length of the reason of a refund in characters. */
export const MAX_REASON_LENGTH = 500;

/** The effect of a refund. */
export interface RefundPreview {
  /** Why it is not possible; null if it is. */
  problem: string | null;
  cents: number;
  /** The part of `cents` attempted before, with an existing cancellation invoice. */
  retriedCents: number;
  /** The part of `cents` that was paid for postage, as the cancellation invoice names it. */
  postageCents: number;
  tickets: OrderTicket[];
  isWhole: boolean;
}

/** A row of the box-office list. */
export interface BoxOfficeEntryDto {
  orderNo: string;
  name: string;
  delivery: DeliveryMethod;
  doorNote: string | null;
  /** Valid tickets by type, in the sequence of `types`. */
  tickets: number[];
}

/** The box-office list of a concert. */
export interface BoxOfficeList {
  concert: ConcertChoice;
  types: string[];
  rows: BoxOfficeEntryDto[];
  /** Tickets in these rows, by type. */
  totals: number[];
  madeAt: string;
}

/** An order that waits for dispatch by post. */
export interface DispatchOrderDto {
  id: number;
  orderNo: string;
  createdAt: string;
  name: string;
  city: string;
  tickets: number;
  /** Whole hours of waiting. */
  hours: number;
}

/** A stored PDF. */
export interface OfficePdf {
  bytes: Uint8Array<ArrayBuffer>;
  filename: string;
}

/** The queries of this feature. */
export type OrderQueries = {
  'order:list': {
    input: OrderFilters & Paging;
    output: ListPage<OrderListDto>;
  };
  /** The order that a number, payment or ticket code names exactly. */
  'order:exact': { input: { q: string }; output: string | null };
  'order:refunds-without-order': { input: object; output: RefundWithoutOrder[] };
  'order:failed-refund': { input: { id: number }; output: FailedRefund };
  'order:concerts': { input: object; output: ConcertChoice[] };
  'order:csv': { input: OrderFilters & CsvOptions; output: AsyncIterable<string> };
  'order:page': { input: { orderNo: string }; output: OrderPage };
  'order:refund-preview': {
    input: { orderNo: string; tickets: number[] | null };
    output: RefundPreview;
  };
  'order:document': { input: { orderNo: string; id: number }; output: OfficePdf };
  'order:box-office': { input: { id: number; q?: string }; output: BoxOfficeList };
  'order:box-office-csv': {
    input: { id: number; q?: string } & CsvOptions;
    output: AsyncIterable<string>;
  };
  'order:dispatch': { input: Paging; output: ListPage<DispatchOrderDto> };
  /** Address pages and tickets to print; for a concert, its box-office tickets. */
  'order:tickets-pdf': { input: { orders: string[]; concert: number | null }; output: OfficePdf };
};
