import { accepted, Buyer, type ConcertTickets } from '#test/buyer.ts';
import { type Client, createClient } from '#test/http-client.ts';
import type { Durations } from './measure.ts';
import type { BenchShop } from './start-bench-shop.ts';

/** The tickets of a concert that is on sale, with `quantity` more of them. */
export async function addTicketsForSale(
  shop: BenchShop,
  quantity: number,
): Promise<ConcertTickets> {
  const { rows } = await shop.pool.query<ConcertTickets>(
    `select p.id as "productId", array[t.id] as types from product p
     join concert c on c.id = p.concert_id join ticket_type t on t.product_id = p.id
     where c.onsale and t.price_cents > 0 order by p.id limit 1`,
  );
  const ticket = rows[0];
  if (ticket === undefined) throw new Error('nothing is on sale');
  await shop.pool.query('update stock set quantity = sold + held + $2 where product_id = $1', [
    ticket.productId,
    quantity,
  ]);
  return ticket;
}

/** A client that records how long each call takes. */
export function createTimedClient(shop: BenchShop, durations: Durations): Client {
  const client = createClient(shop.url);
  return (...call) => durations.measure(() => client(...call));
}

/** Buys one ticket as a guest and records the duration of each call; returns the order's token. */
export async function purchase(
  shop: BenchShop,
  ticket: ConcertTickets,
  durations: Durations,
  deliveryMethod: 'boxoffice' | 'onlineticket' = 'boxoffice',
): Promise<string> {
  const buyer = new Buyer(shop, undefined, createTimedClient(shop, durations));
  await buyer.checkOut(ticket, {}, deliveryMethod);
  await payInSandbox(shop, buyer.intent);
  const { body } = await accepted(buyer.complete());
  return body.data?.order_token ?? '';
}

/** Pays an intent in the sandbox, which runs in another process (packages/stripe-sandbox/README.md). */
export async function payInSandbox(
  { sandboxUrl }: Pick<BenchShop, 'sandboxUrl'>,
  intent: string,
  send: Client = createClient(sandboxUrl),
): Promise<void> {
  await accepted(send('POST', '/sandbox/pay', { json: [intent] }));
}

/** Adds a ticket to a cart and leaves. */
export async function abandonCart(
  shop: BenchShop,
  ticket: ConcertTickets,
  durations: Durations,
): Promise<void> {
  await accepted(new Buyer(shop, undefined, createTimedClient(shop, durations)).add(ticket));
}

const PATHS = ['/de', '/en', '/de/concerts', '/concert', '/concert/1', '/countries', '/api/site'];

/** Reads a page or a call of the API, chosen at random. */
export async function readAny(shop: BenchShop, durations: Durations): Promise<void> {
  const path = PATHS[Math.floor(Math.random() * PATHS.length)] ?? '/de';
  await durations.measure(async () => {
    const response = await fetch(shop.url + path);
    await response.arrayBuffer();
    if (!response.ok) throw new Error(`${path} responded with ${response.status}`);
  });
}
