// Behind a CDN: pages cross it once and are revalidated after that, files are not, and nobody gets another visitor's
// response.
import { expect, test } from 'vitest';
import { accepted, Buyer } from '../buyer.ts';
import { createClient, textAt } from '../http-client.ts';
import { openDemoShop } from '../open-demo-shop.ts';
import { registration } from '../registration.ts';
import { createSharedCache } from './shared-cache.ts';

const shop = await openDemoShop();
const get = createSharedCache(shop.url);
const german = { 'accept-language': 'de', accept: 'text/html' };
const english = { 'accept-language': 'en', accept: 'text/html' };
const pages = ['/', '/concerts/all', '/concerts/7', '/contact', '/impressum'];
const programme = ['/concert', '/concert/7', '/api/festival'];

test.each([...pages, ...programme])(
  '%s crosses the cache once, then it is revalidated',
  async (path) => {
    const [one, two] = [await get(path, german), await get(path, german)];
    expect([one.status, one.source, two.source]).toEqual([200, 'origin', 'revalidated']);
    expect(two.text).toBe(one.text);
  },
);

test('another language is another page, and again crosses once', async () => {
  const first = await get('/concerts/all', english);
  expect(first.source).toBe('origin');
  expect(first.text).toContain('lang="en"');
  expect((await get('/concerts/all', english)).source).toBe('revalidated');
  expect((await get('/concerts/all', german)).text).toContain('lang="de"');
});

test('files of a page are never revalidated', async () => {
  const { text } = await get('/', german);
  const files = [...new Set(text.match(/\/assets\/[\w.-]+\.(?:js|css|woff2|svg)/g))];
  expect(files.length).toBeGreaterThan(3);
  for (const file of files) {
    expect((await get(file)).status).toBe(200);
    expect([file, (await get(file)).source]).toEqual([file, 'stored']);
  }
});

test('a sale is visible in the next response', async () => {
  const { rows } = await shop.pool.query<{ id: number; types: number[] }>(
    `select p.id, array_agg(t.id order by t.position) as types from product p
     join ticket_type t on t.product_id = p.id where p.concert_id = 7 group by p.id`,
  );
  const { id = 0, types = [] } = rows[0] ?? {};
  await get('/concert/7', german);
  await accepted(new Buyer(shop).add({ productId: id, types }));
  const sold = async () => (await get('/concert/7', german)).source;
  await expect.poll(sold, { timeout: 15_000 }).toBe('origin');
});

test('a cart and an account stay with their visitor', async () => {
  const client = createClient(shop.url);
  const account = await accepted(client('POST', '/register', { json: registration() }));
  const cookie = `session=${textAt(account.body, 'user.access_token')}; header=1u`;
  for (const path of ['/user', '/user/profile', '/ticketshop', '/ticketshop/checkout', '/me']) {
    const own = await get(path, { ...german, cookie });
    const again = await get(path, { ...german, cookie });
    expect([path, own.source, again.source]).toEqual([path, 'origin', 'origin']);
    expect(own.headers.get('cache-control')).toMatch(/no-store/);
    expect((await get(path, german)).text).not.toContain('Clara');
  }
  // the stored copy of a public page contains nothing of the visitor who requested it
  await get('/contact', { ...german, cookie });
  expect((await get('/contact', german)).text).not.toContain('Clara');
});
