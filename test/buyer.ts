import { randomUUID } from 'node:crypto';
import type { Sandbox } from '#packages/stripe-sandbox/start-sandbox.ts';
import { type ApiResponse, type Client, createClient } from './http-client.ts';

/** The fields of responses that a buyer reads. */
export interface ApiBody {
  msgCode?: number;
  message?: string;
  error_I18n?: string;
  errors?: Record<string, string[]>;
  token?: string;
  paymentIntent?: string;
  client_secret?: string | null;
  amount?: number;
  status?: string;
  user?: { id: number; access_token: string };
  data?: {
    items?: { product_id: number; items: { product_variation_id: number; quantity: number }[] }[];
    total_price?: number;
    delivery?: { total_price: number } | null;
    deliveryMethod?: string | null;
    expires_at?: string | null;
    final?: true;
    order_token?: string;
    order_no?: string;
    email?: string | null;
    tickets?: { id: number }[];
  } | null;
}

export type BuyerResponse = ApiResponse<ApiBody>;

/** The data of a concert that a buyer needs. */
export interface ConcertTickets {
  productId: number;
  /** Ids of the ticket types. */
  types: readonly number[];
}

export interface LineOptions {
  /** Index of the ticket type in `types`. */
  type?: number;
  quantity?: number;
}

/** Where a buyer buys; the sandbox is needed to pay. */
export interface BuyersShop {
  url: string;
  sandbox?: Pick<Sandbox, 'faults'>;
}

/** Delivery details of a buyer in Germany. */
export const deliveryDetails = {
  first_name: 'Clara',
  last_name: 'Wieck',
  street: 'Am Markt 1',
  zip: '04109',
  city: 'Leipzig',
  country_id: 55,
  email: 'clara@example.org',
};

/** Buys over the API: one method for each step of a purchase. Prefers German. */
export class Buyer {
  readonly shop: BuyersShop;
  readonly sessionId: string;
  bearer: string | undefined;
  /** The payment intent that `initiate` has opened. */
  intent = '';
  signal: AbortSignal | undefined;
  readonly #send: Client;

  constructor(
    shop: BuyersShop,
    sessionId: string = randomUUID(),
    send: Client = createClient(shop.url, 'de'),
  ) {
    this.shop = shop;
    this.sessionId = sessionId;
    this.#send = send;
  }

  /** A buyer with the same session in another tab, or in another process of the same shop. */
  tab(shop: BuyersShop = this.shop): Buyer {
    const tab = new Buyer(shop, this.sessionId);
    tab.bearer = this.bearer;
    return tab;
  }

  async call(
    method: 'GET' | 'POST',
    path: string,
    body?: object,
    headers: Record<string, string> = {},
  ): Promise<BuyerResponse> {
    const json = body === undefined ? {} : { json: body };
    const { bearer, signal } = this;
    const response = await this.#send(method, path, { headers, bearer, signal, ...json });
    return { ...response, body: response.body ?? {} };
  }

  line(concert: ConcertTickets, { type = 0, quantity = 1 }: LineOptions = {}) {
    return { productId: concert.productId, id: concert.types[type], quantity };
  }

  /** POST /cart with one line. */
  add(concert: ConcertTickets, options?: LineOptions): Promise<BuyerResponse> {
    return this.addLines([this.line(concert, options)]);
  }

  addLines(items: object[], headers?: Record<string, string>): Promise<BuyerResponse> {
    return this.call('POST', '/cart', { sessionId: this.sessionId, items }, headers);
  }

  /** POST /cart/update with one line. */
  set(concert: ConcertTickets, options: LineOptions): Promise<BuyerResponse> {
    return this.setLines([this.line(concert, options)]);
  }

  setLines(items: object[]): Promise<BuyerResponse> {
    return this.call('POST', '/cart/update', { sessionId: this.sessionId, items });
  }

  cart(): Promise<BuyerResponse> {
    return this.call('GET', `/cart/${this.sessionId}`);
  }

  extend(): Promise<BuyerResponse> {
    return this.call('POST', '/cart/extend', { sessionId: this.sessionId });
  }

  clear(): Promise<BuyerResponse> {
    return this.call('POST', '/cart/clear', { sessionId: this.sessionId });
  }

  /** Saves delivery details; `changes` replace the usual ones. */
  details(changes: Record<string, unknown> = {}): Promise<BuyerResponse> {
    const body = { ...deliveryDetails, sessionId: this.sessionId, ...changes };
    return this.call('POST', '/delivery-details', body);
  }

  delivery(deliveryMethod: string): Promise<BuyerResponse> {
    const body = { sessionId: this.sessionId, deliveryMethod };
    return this.call('POST', `/cart/delivery/${this.sessionId}`, body);
  }

  async initiate(): Promise<BuyerResponse> {
    const response = await this.call('POST', `/payment/initiate/${this.sessionId}`);
    if (response.status === 200) this.intent = response.body.paymentIntent ?? '';
    return response;
  }

  /** Takes all steps up to initiate; throws if one of them fails. */
  async checkOut(
    concert: ConcertTickets,
    options?: LineOptions,
    delivery = 'onlineticket',
    details: Record<string, unknown> = {},
  ): Promise<BuyerResponse> {
    await accepted(this.add(concert, options));
    await accepted(this.details(details));
    await accepted(this.delivery(delivery));
    return await accepted(this.initiate());
  }

  /** Pays as the provider's card fields do. */
  pay(card?: string, intent: string = this.intent): void {
    if (this.shop.sandbox === undefined) throw new Error('there is no sandbox to pay in');
    this.shop.sandbox.faults.pay(intent, card);
  }

  complete(paymentIntent: string = this.intent): Promise<BuyerResponse> {
    return this.call('POST', `/payment/complete/${this.sessionId}`, {
      paymentIntent,
      master_data_id: 99,
    });
  }

  order(token: string): Promise<BuyerResponse> {
    return this.call('GET', `/api/order/details?token=${token}`);
  }
}

/** The response, which must be a 2xx; throws otherwise. */
export async function accepted<Body>(call: Promise<ApiResponse<Body>>): Promise<ApiResponse<Body>> {
  const response = await call;
  if (response.status >= 300) throw new Error(`status ${response.status}: ${response.text}`);
  return response;
}
