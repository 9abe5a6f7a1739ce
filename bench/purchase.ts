import { randomUUID } from 'node:crypto';
import type { Times } from './measure.ts';
import type { ShopProcess } from './shop-process.ts';

/** A ticket type everybody wants. */
export interface HotTicket {
  productId: number;
  typeId: number;
}

/** The first ticket type that is sold, with this many tickets more. */
export async function createHotTicket(shop: ShopProcess, quantity: number): Promise<HotTicket> {
  const { rows } = await shop.pool.query<HotTicket>(
    `select p.id as "productId", t.id as "typeId" from product p
     join concert c on c.id = p.concert_id join ticket_type t on t.product_id = p.id
     where c.onsale and t.price_cents > 0 order by p.id limit 1`,
  );
  const ware = rows[0];
  if (ware === undefined) throw new Error('nothing is on sale');
  await shop.pool.query('update stock set quantity = sold + held + $2 where product_id = $1', [
    ware.productId,
    quantity,
  ]);
  return ware;
}

type Body = Record<string, unknown>;
type Delivery = 'boxoffice' | 'onlineticket';

/** Sends JSON and reads JSON; throws unless it is taken. */
export async function post(address: string, body: unknown, times?: Times): Promise<Body> {
  const send = async (): Promise<Body> => {
    const response = await fetch(address, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    const text = await response.text();
    if (!response.ok) throw new Error(`${address} answered ${response.status}: ${text}`);
    return text.startsWith('{') ? (JSON.parse(text) as Body) : {};
  };
  return times === undefined ? await send() : await times.of(send);
}

/** Who buys. */
export const guest = {
  first_name: 'Anna',
  last_name: 'Rast',
  street: 'Weg 1',
  zip: '80331',
  city: 'München',
  country_id: 55,
  email: 'anna@example.org',
};

/** A guest's complete purchase of one ticket; every call of the shop is timed. Returns the order's token. */
export async function purchase(
  shop: ShopProcess,
  ware: HotTicket,
  times: Times,
  deliveryMethod: Delivery = 'boxoffice',
): Promise<string> {
  const sessionId = randomUUID();
  const call = (path: string, body: Body): Promise<Body> => post(shop.url + path, body, times);
  await call('/cart', {
    sessionId,
    items: [{ productId: ware.productId, id: ware.typeId, quantity: 1 }],
  });
  await call('/delivery-details', {
    sessionId,
    ...guest,
  });
  await call(`/cart/delivery/${sessionId}`, { sessionId, deliveryMethod });
  const opened = await call(`/payment/initiate/${sessionId}`, {});
  const paymentIntent = String(opened['paymentIntent']);
  await post(`${shop.sandboxUrl}/sandbox/pay`, [paymentIntent]);
  const done = await call(`/payment/complete/${sessionId}`, { paymentIntent, master_data_id: 99 });
  return String((done['data'] as Body | undefined)?.['order_token']);
}

/** Begins so many pieces of work a second, each without waiting for those before, until told to stop. */
export function atRate(
  perSecond: number,
  work: () => Promise<void>,
): { stop: () => Promise<void> } {
  const open = new Set<Promise<void>>();
  const timer = setInterval(() => {
    const one = work().finally(() => open.delete(one));
    open.add(one);
  }, 1000 / perSecond);
  return {
    async stop() {
      clearInterval(timer);
      await Promise.all(open);
    },
  };
}

/** Someone who lays a ticket into the cart and goes away. */
export async function abandonCart(shop: ShopProcess, ware: HotTicket, times: Times): Promise<void> {
  const items = [{ productId: ware.productId, id: ware.typeId, quantity: 1 }];
  await post(`${shop.url}/cart`, { sessionId: randomUUID(), items }, times);
}

const SEEN = ['/de', '/en', '/de/concerts', '/concert', '/concert/1', '/countries', '/api/site'];

/** Someone who looks at a page or reads a call. */
export async function look(shop: ShopProcess, times: Times): Promise<void> {
  const path = SEEN[Math.floor(Math.random() * SEEN.length)] ?? '/de';
  await times.of(async () => {
    const response = await fetch(shop.url + path);
    await response.arrayBuffer();
    if (!response.ok) throw new Error(`${path} answered ${response.status}`);
  });
}
