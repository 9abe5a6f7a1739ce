// The contract: every call with its request and response (product.md 7, api.md).
// The server mounts it, the OpenAPI document is generated from it, the browser imports its types.
import { z } from 'zod';
import { accountEndpoints } from './account-endpoints.ts';
import * as cart from './cart.ts';
import * as concerts from './concerts.ts';
import * as deliveryDetails from './delivery-details.ts';
import type { Endpoint } from './endpoint.ts';
import * as festival from './festival.ts';
import { entityId } from './fields.ts';
import * as orders from './orders.ts';
import type { EndpointName } from './paths.ts';
import * as payment from './payment.ts';

export type { Endpoint };

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
    response: festival.FestivalResponse,
    problems: [],
  },
  getSite: {
    summary: "The association's data every page needs",
    response: festival.SiteResponse,
    problems: [],
  },
  getPage: {
    summary: 'Texts of a page',
    params: z.object({ page: z.enum(festival.pageNames) }),
    response: festival.PageResponse,
    problems: ['not_found'],
  },

  listConcerts: {
    summary: 'All concerts by date',
    response: concerts.ConcertsResponse,
    problems: [],
  },
  getConcert: {
    summary: 'One concert',
    params: idParams,
    response: concerts.ConcertResponse,
    problems: ['not_found'],
  },
  listCountries: { summary: 'Every country', response: concerts.CountriesResponse, problems: [] },

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
    body: deliveryDetails.SaveDeliveryDetailsBody,
    response: deliveryDetails.SavedDeliveryDetailsResponse,
    bearer: 'optional',
    problems: [...cartCallProblems, 'email_taken', 'unauthorized'],
  },
  getDeliveryDetails: {
    summary: 'Saved details of the bearer, else of the cart the cookie names',
    response: deliveryDetails.DeliveryDetailsResponse,
    bearer: 'optional',
    problems: ['unauthorized'],
  },

  initiatePayment: {
    summary: 'Freeze the cart into a checkout and open a payment',
    params: cart.SessionParams,
    body: payment.InitiateBody,
    response: payment.InitiateResponse,
    bearer: 'optional',
    problems: openingProblems,
  },
  completePayment: {
    summary: "Ask the provider for the payment's state and settle it",
    params: cart.SessionParams,
    body: payment.CompleteBody,
    response: payment.CompleteResponse,
    problems: [...settlingProblems, 'free_order_expired'],
  },
  resumePayment: {
    summary: 'Finish what the session has begun to pay',
    params: cart.SessionParams,
    response: payment.ResumeResponse,
    problems: ['invalid', 'too_many'],
    inProcess: true,
  },
  openHostedPage: {
    summary: "Freeze the cart into a checkout and open the provider's page",
    params: cart.SessionParams,
    response: payment.HostedPageResponse,
    bearer: 'optional',
    problems: [...openingProblems, 'payment_processing', ...refunds],
    inProcess: true,
  },
  completeHostedPage: {
    summary: "Settle what was paid on the provider's page",
    params: cart.SessionParams,
    body: payment.CompleteHostedPageBody,
    response: payment.CompleteResponse,
    problems: settlingProblems,
    inProcess: true,
  },
  settleReturn: {
    summary: 'Settle the payment of a browser without its cart, which learns the outcome alone',
    body: payment.SettleReturnBody,
    status: 204,
    problems: settlingProblems,
    inProcess: true,
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
} as const satisfies Record<EndpointName, Endpoint>;

export type Endpoints = typeof endpoints;

type PartOf<E, Key extends string> = E extends Record<Key, infer Schema> ? Schema : never;
type OutputOf<Schema> = [Schema] extends [never]
  ? undefined
  : Schema extends z.ZodType
    ? z.output<Schema>
    : never;
type InputOf<Schema> = [Schema] extends [never]
  ? undefined
  : Schema extends z.ZodType
    ? z.input<Schema>
    : never;

/** The input of a handler, validated. */
export interface Parsed<Name extends EndpointName> {
  params: OutputOf<PartOf<Endpoints[Name], 'params'>>;
  query: OutputOf<PartOf<Endpoints[Name], 'query'>>;
  body: OutputOf<PartOf<Endpoints[Name], 'body'>>;
}

/** The body that a client sends. */
export interface Sent<Name extends EndpointName> {
  params: InputOf<PartOf<Endpoints[Name], 'params'>>;
  query: InputOf<PartOf<Endpoints[Name], 'query'>>;
  body: InputOf<PartOf<Endpoints[Name], 'body'>>;
}

/** The body of the response. */
export type ResponseOf<Name extends EndpointName> = OutputOf<PartOf<Endpoints[Name], 'response'>>;
