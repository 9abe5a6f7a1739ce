import { z } from 'zod';
import { accountEndpoints } from './account-endpoints.ts';
import * as cart from './cart.ts';
import { doorEndpoints } from './door/calls.ts';
import * as programme from './programme.ts';
import * as orders from './orders.ts';
import type { Endpoint, EndpointName } from './paths.ts';
import { entityId } from './fields.ts';
import type { ProblemCode } from './problems.ts';

// The contract: every call with its request and response (product.md 7, api.md).
// The server mounts it, the OpenAPI document is generated from it, the browser imports its types.

const idParams = z.object({ id: entityId() });
/** Changing the cart first cancels an open payment (api.md, Cart), where the provider may fail. */
const cartCallProblems = [
  'invalid',
  'cart_changed_too_late',
  'provider_failed',
  'too_many',
] as const;
/** Limits on the cart as the change would leave it (api.md, Cart). */
const cartLimits = ['order_limit', 'type_limit', 'quota_exceeded', 'only_with'] as const;
/** A payment that became no order (api.md, Payment and order). */
const refunds = ['payment_refunded', 'payment_mismatch'] as const;
/** Settling a payment that a browser reports. */
const settlingProblems = [
  'invalid',
  'payment_not_paid',
  'payment_processing',
  'payment_not_yours',
  ...refunds,
  'provider_failed',
  'too_many',
] as const;
/** Opening a payment, in card fields or on the provider's page. */
const openingProblems = [
  'invalid',
  'not_on_sale',
  'cart_expired',
  'details_incomplete',
  'delivery_missing',
  ...cartLimits,
  'cart_changed_too_late',
  'payment_changed',
  'provider_failed',
  'provider_busy',
  'too_many',
] as const;

/** Every endpoint with its schemas and the problems it responds with (api.md). */
export const endpoints = {
  getFestival: {
    summary: 'Name and dates of the festival',
    response: programme.FestivalResponse,
    problems: [],
  },
  getSite: {
    summary: "The association's data every page needs",
    response: programme.SiteResponse,
    problems: [],
  },
  getPage: {
    summary: 'Texts of a page',
    params: z.object({ page: z.enum(programme.pageNames) }),
    response: programme.PageResponse,
    problems: ['not_found'],
  },

  listConcerts: {
    summary: 'All concerts by date',
    response: programme.ConcertsResponse,
    problems: [],
  },
  getConcert: {
    summary: 'One concert',
    params: idParams,
    response: programme.ConcertResponse,
    problems: ['not_found'],
  },
  listCountries: { summary: 'Every country', response: programme.CountriesResponse, problems: [] },

  addToCart: {
    summary: 'Add tickets and hold them',
    body: cart.AddToCartBody,
    response: cart.CartResponse,
    problems: [...cartCallProblems, 'too_few_tickets', ...cartLimits, 'network_limit'],
  },
  getCart: {
    summary: 'The cart of a session',
    params: cart.SessionParams,
    response: cart.CartLoadedResponse,
    problems: ['invalid'],
  },
  updateCart: {
    summary: 'Set quantities of lines; 0 removes',
    body: cart.UpdateCartBody,
    response: cart.CartResponse,
    problems: [
      ...cartCallProblems,
      'too_few_tickets',
      'cart_not_possible',
      ...cartLimits,
      'network_limit',
    ],
  },
  extendCart: {
    summary: 'Restart the hold, up to three times its length after the first ticket',
    body: cart.SessionBody,
    response: cart.CartResponse,
    problems: ['invalid', 'cart_not_extendable', 'cart_expired', 'too_many'],
  },
  clearCart: {
    summary: 'Empty the cart and free its tickets',
    body: cart.SessionBody,
    response: cart.CartDataResponse,
    problems: cartCallProblems,
  },
  chooseDelivery: {
    summary: 'Choose the way of delivery',
    params: cart.SessionParams,
    body: cart.ChooseDeliveryBody,
    response: cart.CartDataResponse,
    bearer: 'optional',
    problems: cartCallProblems,
  },

  saveDeliveryDetails: {
    summary: "Save the buyer's details; with a password also create the account",
    body: orders.SaveDeliveryDetailsBody,
    response: orders.SavedDeliveryDetailsResponse,
    bearer: 'optional',
    problems: [...cartCallProblems, 'email_taken', 'unauthorized'],
  },
  getDeliveryDetails: {
    summary: 'Saved details of the bearer, else of the cart the cookie names',
    response: orders.DeliveryDetailsResponse,
    bearer: 'optional',
    problems: ['unauthorized'],
  },

  initiatePayment: {
    summary: 'Freeze the cart into a checkout and open a payment',
    params: cart.SessionParams,
    body: orders.InitiateBody,
    response: orders.InitiateResponse,
    bearer: 'optional',
    problems: openingProblems,
  },
  completePayment: {
    summary: "Ask the provider for the payment's state and settle it",
    params: cart.SessionParams,
    body: orders.CompleteBody,
    response: orders.CompleteResponse,
    problems: [...settlingProblems, 'free_order_expired'],
  },

  getOrderDetails: {
    summary: 'An order by its token',
    query: orders.OrderQuery,
    response: orders.OrderResponse,
    problems: ['order_token_invalid', 'order_not_found'],
  },
  listOrders: {
    summary: "The customer's own orders, newest first",
    response: orders.OrdersResponse,
    bearer: 'required',
    problems: ['unauthorized', 'session_expired'],
  },
  getTicketKey: {
    summary: 'The key that checks ticket codes',
    response: orders.TicketKeyResponse,
    problems: [],
  },

  ...accountEndpoints,
  ...doorEndpoints,
} as const satisfies Record<EndpointName, Endpoint>;

export type Endpoints = typeof endpoints;

type PartOf<E, Key extends string> = E extends Record<Key, infer Schema> ? Schema : never;
type OutputOf<Schema> = [Schema] extends [never]
  ? undefined
  : Schema extends z.ZodType
    ? z.output<Schema>
    : never;

/** The input of a handler, validated. */
export interface Parsed<Name extends EndpointName> {
  params: OutputOf<PartOf<Endpoints[Name], 'params'>>;
  query: OutputOf<PartOf<Endpoints[Name], 'query'>>;
  body: OutputOf<PartOf<Endpoints[Name], 'body'>>;
}

/** The body of the response. */
export type ResponseOf<Name extends EndpointName> = OutputOf<PartOf<Endpoints[Name], 'response'>>;

// Endpoints without schemas: files, the payment provider's events, operations (api.md). The OpenAPI document lists
// them as well.

/** An endpoint whose response has no schema in the contract. */
export interface OtherEndpoint {
  name: string;
  method: 'GET' | 'POST';
  path: string;
  summary: string;
  /** Content type of success. */
  type: string;
  problems: readonly ProblemCode[];
}

/** All of them, for the documentation (api.md). */
export const otherEndpoints: readonly OtherEndpoint[] = [
  {
    name: 'getFestivalCalendar',
    method: 'GET',
    path: '/concert/calendar.ics',
    summary: 'The calendar of the festival',
    type: 'text/calendar',
    problems: [],
  },
  {
    name: 'getConcertCalendar',
    method: 'GET',
    path: '/concert/:id/calendar.ics',
    summary: 'The calendar of one concert',
    type: 'text/calendar',
    problems: ['not_found'],
  },
  {
    name: 'getDocument',
    method: 'GET',
    path: '/documents/:name',
    summary: "An order's document; its address comes with the order and carries its own token",
    type: 'application/pdf',
    problems: ['not_found', 'document_expired'],
  },
  {
    name: 'receivePaymentEvent',
    method: 'POST',
    path: '/payment/webhook',
    summary: "The payment provider's signed events",
    type: 'application/json',
    problems: ['bad_signature', 'too_large', 'foreign_origin', 'provider_failed'],
  },
  {
    name: 'getHealth',
    method: 'GET',
    path: '/healthz',
    summary: 'Whether the process is running',
    type: 'application/json',
    problems: [],
  },
  {
    name: 'getReadiness',
    method: 'GET',
    path: '/readyz',
    summary: 'Whether the database and the job queue respond',
    type: 'application/json',
    problems: [],
  },
  {
    name: 'getMetrics',
    method: 'GET',
    path: '/metrics',
    summary: 'For Prometheus: with METRICS_TOKEN as bearer token, or from this machine',
    type: 'text/plain',
    problems: ['forbidden'],
  },
  {
    name: 'getOpenApi',
    method: 'GET',
    path: '/api/openapi.json',
    summary: 'This document',
    type: 'application/json',
    problems: [],
  },
  {
    name: 'getApiDocs',
    method: 'GET',
    path: '/api/docs',
    summary: 'This document as a web page',
    type: 'text/html',
    problems: [],
  },
];
