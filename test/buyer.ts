import { randomUUID } from 'node:crypto';
import type { MadeConcert } from './shop/make-concert.ts';
import type { TestShop } from './shop/start-test-shop.ts';

/** The fields of our answers that a buyer reads. */
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
  user?: { access_token: string };
  data?: {
    items?: { product_id: number; items: { product_variation_id: number; quantity: number }[] }[];
    total_price?: number;
    delivery?: { total_price: number } | null;
    deliveryMethod?: string | null;
    expires_at?: string | null;
    order_token?: string;
    order_no?: string;
    email?: string | null;
    tickets?: { id: number }[];
  } | null;
}

export interface Answered {
  status: number;
  headers: Headers;
  body: ApiBody;
}

export interface Wish {
  /** Which of the concert's ticket types. */
  type?: number;
  quantity?: number;
}

const DETAILS = {
  first_name: 'Clara',
  last_name: 'Wieck',
  street: 'Am Markt 1',
  zip: '04109',
  city: 'Leipzig',
  country_id: 55,
  email: 'clara@example.org',
};

/** Someone who buys over HTTP, as a browser does. */
export class Buyer {
  readonly shop: Pick<TestShop, 'url' | 'sandbox'>;
  readonly sessionId: string;
  bearer: string | undefined;
  /** The intent of the last initiate. */
  intent = '';
  signal: AbortSignal | undefined;

  constructor(shop: Pick<TestShop, 'url' | 'sandbox'>, sessionId: string = randomUUID()) {
    this.shop = shop;
    this.sessionId = sessionId;
  }

  /** The same session in another tab, or at another process of the same shop. */
  tab(shop: Pick<TestShop, 'url' | 'sandbox'> = this.shop): Buyer {
    const tab = new Buyer(shop, this.sessionId);
    tab.bearer = this.bearer;
    return tab;
  }

  async call(
    method: 'GET' | 'POST',
    path: string,
    body?: object,
    headers: Record<string, string> = {},
  ): Promise<Answered> {
    const sent = new Headers({ 'accept-language': 'de', ...headers });
    if (this.bearer !== undefined) sent.set('authorization', `Bearer ${this.bearer}`);
    if (body !== undefined) sent.set('content-type', 'application/json');
    const content = body === undefined ? {} : { body: JSON.stringify(body) };
    const init = { method, headers: sent, signal: this.signal ?? null, ...content };
    const response = await fetch(`${this.shop.url}${path}`, init);
    const text = await response.text();
    return {
      status: response.status,
      headers: response.headers,
      body: text.startsWith('{') ? (JSON.parse(text) as ApiBody) : {},
    };
  }

  line(concert: MadeConcert, { type = 0, quantity = 1 }: Wish = {}) {
    return { productId: concert.productId, id: concert.types[type], quantity };
  }

  /** POST /cart with one line. */
  add(concert: MadeConcert, wish?: Wish): Promise<Answered> {
    return this.addLines([this.line(concert, wish)]);
  }

  addLines(items: object[], headers?: Record<string, string>): Promise<Answered> {
    return this.call('POST', '/cart', { sessionId: this.sessionId, items }, headers);
  }

  /** POST /cart/update with one line. */
  set(concert: MadeConcert, wish: Wish): Promise<Answered> {
    return this.setLines([this.line(concert, wish)]);
  }

  setLines(items: object[]): Promise<Answered> {
    return this.call('POST', '/cart/update', { sessionId: this.sessionId, items });
  }

  cart(): Promise<Answered> {
    return this.call('GET', `/cart/${this.sessionId}`);
  }

  extend(): Promise<Answered> {
    return this.call('POST', '/cart/extend', { sessionId: this.sessionId });
  }

  clear(): Promise<Answered> {
    return this.call('POST', '/cart/clear', { sessionId: this.sessionId });
  }

  /** Saves delivery details; what is named replaces the usual ones. */
  details(changes: Record<string, unknown> = {}): Promise<Answered> {
    const body = { ...DETAILS, sessionId: this.sessionId, ...changes };
    return this.call('POST', '/delivery-details', body);
  }

  delivery(deliveryMethod: string): Promise<Answered> {
    const body = { sessionId: this.sessionId, deliveryMethod };
    return this.call('POST', `/cart/delivery/${this.sessionId}`, body);
  }

  async initiate(): Promise<Answered> {
    const answer = await this.call('POST', `/payment/initiate/${this.sessionId}`);
    if (answer.status === 200) this.intent = answer.body.paymentIntent ?? '';
    return answer;
  }

  /** Add, details, delivery, initiate; throws when one of them is refused. */
  async checkOut(concert: MadeConcert, wish?: Wish, delivery = 'onlineticket'): Promise<Answered> {
    await accepted(this.add(concert, wish));
    await accepted(this.details());
    await accepted(this.delivery(delivery));
    return await accepted(this.initiate());
  }

  /** Pays in the provider's own fields. */
  pay(card?: string, intent: string = this.intent): void {
    this.shop.sandbox.faults.pay(intent, card);
  }

  complete(paymentIntent: string = this.intent): Promise<Answered> {
    return this.call('POST', `/payment/complete/${this.sessionId}`, {
      paymentIntent,
      master_data_id: 99,
    });
  }

  order(token: string): Promise<Answered> {
    return this.call('GET', `/api/order/details?token=${token}`);
  }
}

/** The answer, which must be a 2xx. */
export async function accepted(call: Promise<Answered>): Promise<Answered> {
  const answer = await call;
  if (answer.status >= 300) {
    throw new Error(`refused with ${answer.status}: ${JSON.stringify(answer.body)}`);
  }
  return answer;
}
