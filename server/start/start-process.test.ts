import { expect, test } from 'vitest';
import { Buyer, accepted } from '#test/buyer.ts';
import { createConcert } from '#test/shop/create-concert.ts';
import { openDemoShop } from '#test/open-demo-shop.ts';

// Nothing may depend on a fast path of server/perf (decision 26). Journeys in a browser: server/perf/README.md.
const shop = await openDemoShop({ RATE_LIMIT: 'off' }, 'test/plain-shop-program.ts');

test('without fast paths, a ticket can be bought', async () => {
  const concert = await createConcert(shop.pool, { quantity: 10 });
  const buyer = new Buyer(shop);
  await buyer.checkOut(concert, { quantity: 2 });
  buyer.pay();
  const { body } = await accepted(buyer.complete());
  const order = await accepted(buyer.order(body.data?.order_token ?? ''));
  expect(order.body.data?.tickets).toHaveLength(2);
});

test.each(['/', '/en', '/concerts/all', '/en/contact', '/ticketshop/cart'])(
  'without fast paths, the page %s is shown and can be revalidated',
  async (path) => {
    const first = await fetch(`${shop.url}${path}`);
    expect([first.status, await first.text()]).toEqual([200, expect.stringContaining('</html>')]);
    const headers = { 'if-none-match': first.headers.get('etag') ?? 'no ETag' };
    const again = await fetch(`${shop.url}${path}`, { headers });
    expect(again.status).toBe(304);
  },
);

test('without fast paths, connections that arrive at once are all served', async () => {
  const requests = Array.from({ length: 100 }, () => fetch(`${shop.url}/concert`));
  const statuses = (await Promise.all(requests)).map(({ status }) => status);
  expect(new Set(statuses)).toEqual(new Set([200]));
});
