import type { Pool } from 'pg';
import { expect, onTestFinished } from 'vitest';
import type { Sandbox } from '#packages/stripe-sandbox/start-sandbox.ts';
import {
  type ApiResponse,
  at,
  type CallOptions,
  type Client,
  listAt,
  newSession,
  textAt,
} from '../http-client.ts';
import { Buyer, type BuyerResponse, deliveryDetails } from '../buyer.ts';
import type { Customer } from '../customers.ts';
import { newEmail, registration } from '../registration.ts';

/** The fields of a concert on sale that a buyer reads. */
export interface ConcertOnSale {
  id: number;
  available: number;
  productId: number;
  limit: number;
  /** Product variations with their prices in EUR. */
  tickets: { id: number; price: number }[];
}

/** The concerts on sale that have more than 20 tickets left, by date; at least three. */
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

/** How many tickets of a concert are left now. */
export async function available(call: Client, concert: ConcertOnSale): Promise<number> {
  return Number(at((await call('GET', `/concert/${concert.id}`)).body, 'data.available_quantity'));
}

/** Leaves only this many tickets of a concert during a test, so that one cart can hold them all. */
export async function leaveOnly(
  { pool, call }: { pool: Pool; call: Client },
  concert: ConcertOnSale,
  count: number,
): Promise<void> {
  const { rows } = await pool.query<{ quantity: number }>(
    'select quantity from stock where product_id = $1',
    [concert.productId],
  );
  const set = (quantity: string) =>
    pool.query(`update stock set quantity = ${quantity} where product_id = $1`, [
      concert.productId,
    ]);
  onTestFinished(async () => void (await set(String(rows[0]?.quantity))));
  await set(`sold + held + ${count}`);
  // the shop notices changes in the database within a second
  await expect.poll(() => available(call, concert), { timeout: 2_000 }).toBe(count);
}

/** A line for `items`. */
export function cartLine(concert: ConcertOnSale, quantity = 1, type = 0) {
  return { productId: concert.productId, id: concert.tickets[type]?.id ?? 0, quantity };
}

/** Delivery details with a new email address. */
export const details = (changes: Record<string, unknown> = {}): Record<string, unknown> => ({
  ...deliveryDetails,
  email: newEmail(),
  ...changes,
});

/** A visit of the site: a session id, with an account's token if logged in. */
export interface Visit {
  sessionId: string;
  bearer?: string | undefined;
}

function buyerOf(call: Client, { sessionId, bearer }: Visit): Buyer {
  const buyer = new Buyer({ url: '' }, sessionId, call);
  buyer.bearer = bearer;
  return buyer;
}

/** Adds a line to the visit's cart; throws on failure. */
export async function add(
  call: Client,
  { sessionId }: Visit,
  concert: ConcertOnSale,
  quantity = 1,
): Promise<BuyerResponse> {
  return succeeded(await buyerOf(call, { sessionId }).addLines([cartLine(concert, quantity)]));
}

/** A cart with delivery details and method, ready to pay. */
export async function fillCart(
  call: Client,
  concert: ConcertOnSale,
  options: { quantity?: number; method?: string; bearer?: string; email?: string | null } = {},
): Promise<Visit> {
  const { quantity = 1, method = 'onlineticket', bearer, email = newEmail() } = options;
  const visit = { sessionId: newSession(), bearer };
  await add(call, visit, concert, quantity);
  succeeded(await buyerOf(call, visit).details({ email }));
  succeeded(await deliver(call, visit, method));
  return visit;
}

/** Chooses a delivery method. */
export function deliver(call: Client, visit: Visit, method: string): Promise<BuyerResponse> {
  return buyerOf(call, visit).delivery(method);
}

/** `POST /payment/initiate/{sessionId}`. */
export function initiate(
  call: Client,
  visit: Visit,
  options: CallOptions = {},
): Promise<ApiResponse> {
  const { sessionId, bearer } = visit;
  return call('POST', `/payment/initiate/${sessionId}`, { bearer, ...options });
}

/** `POST /payment/complete/{sessionId}`, as a form. */
export function complete(
  call: Client,
  visit: Visit,
  paymentIntent: string,
  bearer?: string,
): Promise<ApiResponse> {
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

/** A new customer. */
export async function register(call: Client, email = newEmail()): Promise<Omit<Customer, 'user'>> {
  const json = registration({
    first_name: 'Robert',
    last_name: 'Schumann',
    email_address: email,
  });
  const { body } = succeeded(await call('POST', '/register', { json }));
  return { id: Number(at(body, 'user.id')), email, token: textAt(body, 'user.access_token') };
}

/** The response, which must be a 2xx. */
export function succeeded<Body>(response: ApiResponse<Body>): ApiResponse<Body> {
  expect(response.status, response.text).toBeLessThan(300);
  return response;
}
