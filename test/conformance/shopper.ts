import { expect } from 'vitest';
import type { Sandbox } from '#sandbox/start-sandbox.ts';
import {
  type Answered,
  at,
  type CallOptions,
  type Client,
  listAt,
  newEmail,
  newSession,
  textAt,
} from '../http-client.ts';

/** What a buyer reads of a concert on sale. */
export interface ConcertOnSale {
  id: number;
  available: number;
  productId: number;
  limit: number;
  /** Product variations with their prices in EUR. */
  tickets: { id: number; price: number }[];
}

/** The concerts on sale by date that have tickets left; at least three. */
export async function findConcerts(
  call: Client,
): Promise<[ConcertOnSale, ConcertOnSale, ConcertOnSale, ...ConcertOnSale[]]> {
  const { body } = await call('GET', '/concert');
  const found = listAt(body, 'data').flatMap((concert) =>
    at(concert, 'onsale') === true && Number(at(concert, 'available_quantity')) > 20
      ? [toConcert(concert)]
      : [],
  );
  const [first, second, third, ...rest] = found;
  if (first === undefined || second === undefined || third === undefined) {
    throw new Error('fewer than three concerts are on sale');
  }
  return [first, second, third, ...rest];
}

function toConcert(concert: unknown): ConcertOnSale {
  return {
    id: Number(at(concert, 'id')),
    available: Number(at(concert, 'available_quantity')),
    productId: Number(at(concert, 'product.id')),
    limit: Number(at(concert, 'product.quantity')),
    tickets: listAt(concert, 'product.tickets').map((ticket) => ({
      id: Number(at(ticket, 'product_variation_id')),
      price: Number(at(ticket, 'price')),
    })),
  };
}

/** How many are left, as the concert says now. */
export async function available(call: Client, concert: ConcertOnSale): Promise<number> {
  return Number(at((await call('GET', `/concert/${concert.id}`)).body, 'data.available_quantity'));
}

/** A line for `items`. */
export function cartLine(concert: ConcertOnSale, quantity = 1, type = 0) {
  return { productId: concert.productId, id: concert.tickets[type]?.id ?? 0, quantity };
}

export const PASSWORD = 'Forellenquintett 4x';

export const details = (changes: Record<string, unknown> = {}): Record<string, unknown> => ({
  first_name: 'Clara',
  last_name: 'Wieck',
  street: 'Am Markt 1',
  zip: '04109',
  city: 'Leipzig',
  country_id: 55,
  email: newEmail(),
  ...changes,
});

/** Someone's visit: a session id, maybe signed in. */
export interface Visit {
  sessionId: string;
  bearer?: string | undefined;
}

/** Adds a line to the visit's cart; it must work. */
export async function add(call: Client, visit: Visit, concert: ConcertOnSale, quantity = 1) {
  const json = { sessionId: visit.sessionId, items: [cartLine(concert, quantity)] };
  return succeeded(await call('POST', '/cart', { json }));
}

/** A cart with details and a way of delivery, ready to pay. */
export async function fillCart(
  call: Client,
  concert: ConcertOnSale,
  options: { quantity?: number; method?: string; bearer?: string; email?: string | null } = {},
): Promise<Visit> {
  const { quantity = 1, method = 'onlineticket', bearer, email = newEmail() } = options;
  const visit = { sessionId: newSession(), bearer };
  await add(call, visit, concert, quantity);
  const json = details({ sessionId: visit.sessionId, email });
  succeeded(await call('POST', '/delivery-details', { json, bearer }));
  succeeded(await deliver(call, visit, method));
  return visit;
}

export function deliver(call: Client, visit: Visit, deliveryMethod: string): Promise<Answered> {
  const { sessionId, bearer } = visit;
  const json = { sessionId, deliveryMethod };
  return call('POST', `/cart/delivery/${sessionId}`, { json, bearer });
}

export function initiate(call: Client, visit: Visit, options: CallOptions = {}): Promise<Answered> {
  const { sessionId, bearer } = visit;
  return call('POST', `/payment/initiate/${sessionId}`, { bearer, ...options });
}

export function complete(
  call: Client,
  visit: Visit,
  paymentIntent: string,
  bearer?: string,
): Promise<Answered> {
  const form = { paymentIntent, master_data_id: '99' };
  return call('POST', `/payment/complete/${visit.sessionId}`, { form, bearer });
}

/** Buys, from the empty cart to the order's token. */
export async function buy(
  call: Client,
  sandbox: Sandbox,
  concert: ConcertOnSale,
  options: Parameters<typeof fillCart>[2] = {},
): Promise<{ visit: Visit; intent: string; token: string }> {
  const visit = await fillCart(call, concert, options);
  const initiated = succeeded(await initiate(call, visit));
  const intent = textAt(initiated.body, 'paymentIntent');
  sandbox.faults.pay(intent);
  const completed = succeeded(await complete(call, visit, intent));
  return { visit, intent, token: textAt(completed.body, 'data.order_token') };
}

export interface Customer {
  id: number;
  email: string;
  token: string;
}

/** A new customer. */
export async function register(call: Client, email = newEmail()): Promise<Customer> {
  const json = registration(email);
  const { body } = succeeded(await call('POST', '/register', { json }));
  return { id: Number(at(body, 'user.id')), email, token: textAt(body, 'user.access_token') };
}

export const registration = (email: string, changes: Record<string, unknown> = {}) => ({
  first_name: 'Robert',
  last_name: 'Schumann',
  email_address: email,
  password: PASSWORD,
  password_confirmation: PASSWORD,
  ...changes,
});

/** The answer, which must be a 2xx. */
export function succeeded(answer: Answered): Answered {
  expect(answer.status, answer.text).toBeLessThan(300);
  return answer;
}
