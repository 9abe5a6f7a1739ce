// PostgreSQL hangs instead of failing: pages and programme come from memory, calls fail soon, and everything works
// again at once.
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest';
import { accepted, Buyer } from '../buyer.ts';
import { findAvailablePort } from '../find-available-port.ts';
import { freezePostgres } from '../freeze-postgres.ts';
import { createClient, textAt } from '../http-client.ts';
import { registration } from '../registration.ts';
import { startShopProcess, type ShopProcess } from '../shop-process.ts';
import { startCaddy } from '../start-caddy.ts';
import { startNginx } from '../start-nginx.ts';

/** A response takes this long at most (and browsers have no timeout). */
const MAX_RESPONSE_MS = 5_000;
/** The shop recovers within a second; as much again, because the machine runs other tests, too. */
const MAX_RECOVERY_MS = 2_000;
/** A connection that survived the freeze reports that at once. */
const MAX_NOTICE_MS = 1_000;
/** Longer than the first requests during the freeze may take. */
const FREEZE_MS = 8_000;
/** Memory that 500 refused calls may take; generous, because the garbage collector chooses its time. */
const MAX_GROWTH_BYTES = 100 * 1024 ** 2;

const publicPages = ['/', '/de', '/en/concerts/7', '/concerts/all', '/contact'];
const programme = ['/concert', '/concert/7', '/countries', '/api/festival', '/api/site'];
const privatePages = ['/ticketshop', '/ticketshop/checkout', '/ticketshop/payment', '/user'];

let dataDir: string;
let shop: ShopProcess;
let buyer: Buyer;
/** A visitor with a cart who is signed in. */
let cookie: string;
let concert: { productId: number; types: number[] };

beforeAll(async () => {
  dataDir = await mkdtemp(path.join(tmpdir(), 'festival-frozen-'));
  shop = await startShopProcess({
    PATH: process.env.PATH,
    PORT: String(await findAvailablePort()),
    HOST: '127.0.0.1',
    DATA_DIR: dataDir,
    DEMO: '1',
    RATE_LIMIT: 'off',
    // reports when the database responds again
    LOG_LEVEL: 'info',
  });
  const client = createClient(shop.url);
  const account = await accepted(client('POST', '/register', { json: registration() }));
  const found = await accepted(client('GET', '/concert/7'));
  const { data } = found.body as { data: { product: Product } };
  concert = { productId: data.product.id, types: data.product.tickets.map(({ id }) => id) };
  buyer = new Buyer(shop);
  await accepted(buyer.add(concert));
  const token = textAt(account.body, 'user.access_token');
  cookie = `cart_session=${buyer.sessionId}; session=${token}; header=1u`;
}, 180_000);

interface Product {
  id: number;
  tickets: { id: number }[];
}

afterAll(async () => {
  shop.child.kill('SIGTERM');
  await shop.ended;
  await rm(dataDir, { recursive: true });
});

/** A page as a browser loads it, and how long it took. */
async function load(address: string, headers: Record<string, string> = {}, site = shop.url) {
  const startedAt = performance.now();
  const response = await fetch(`${site}${address}`, {
    headers: { accept: 'text/html', 'accept-language': 'en', ...headers },
    redirect: 'manual',
  });
  const text = await response.text();
  return { address, response, text, milliseconds: performance.now() - startedAt };
}

/** A call, and how long it took. */
async function timed<Response>(call: Promise<Response>) {
  const startedAt = performance.now();
  const response = await call;
  return { response, milliseconds: performance.now() - startedAt };
}

/** Memory of the shop's process. */
const readRssBytes = () =>
  1024 *
  Number(execFileSync('ps', ['-o', 'rss=', '-p', String(shop.child.pid)], { encoding: 'utf8' }));

describe('with the database frozen', () => {
  let thaw: () => void;
  let frozenAt: number;
  /** In progress when the database freezes. */
  let underWay: Promise<{ status: number }[]>;

  beforeAll(async () => {
    await Promise.all([...publicPages, ...programme].map((address) => load(address)));
    ({ thaw } = await freezePostgres(dataDir));
    frozenAt = performance.now();
    const calls = [
      () => buyer.add(concert),
      () => buyer.cart(),
      () => new Buyer(shop).add(concert),
    ];
    underWay = Promise.all(calls.map((call) => call()));
  });
  afterAll(() => thaw());

  test('calls in progress are refused within 5 s, with Retry-After', async () => {
    for (const { status } of await underWay) expect(status).toBe(503);
    expect(performance.now() - frozenAt).toBeLessThan(MAX_RESPONSE_MS);
  });

  test('pages and programme are served from memory, to visitors with a cart and an account, too', async () => {
    const visits = [...publicPages, ...programme].flatMap((address) => [
      load(address),
      load(address, { cookie }),
    ]);
    for (const { address, response, text, milliseconds } of await Promise.all(visits)) {
      expect([address, response.status]).toEqual([address, 200]);
      expect(text).not.toBe('');
      expect(milliseconds).toBeLessThan(MAX_RESPONSE_MS);
    }
  });

  test('pages of one visitor report that the shop is unavailable, within 5 s', async () => {
    const visits = await Promise.all(privatePages.map((address) => load(address, { cookie })));
    for (const { address, response, text, milliseconds } of visits) {
      expect([address, response.status]).toEqual([address, 503]);
      expect(response.headers.get('retry-after')).toMatch(/^[1-9]/);
      expect(response.headers.get('content-type')).toContain('text/html');
      expect(text).toContain('</html>');
      // the frame of the page is whole, in the visitor's language
      expect([address, /<html lang="(..)"/.exec(text)?.[1]]).toEqual([address, 'en']);
      expect(text).toContain('mailto:');
      expect(text).not.toContain('href="mailto:"');
      expect(milliseconds).toBeLessThan(MAX_RESPONSE_MS);
    }
    // a link works without scripts; the payment asks again by a form
    const retries = visits.filter(({ text }) => /<a href="" [^>]*>Try again<\/a>/.test(text));
    expect(retries.map(({ address }) => address)).toEqual([
      '/ticketshop',
      '/ticketshop/checkout',
      '/user',
    ]);
  });

  test('a form gets a response within 5 s, with its page', async () => {
    const startedAt = performance.now();
    const fields = { product: String(concert.productId), [`quantity-${concert.types[0]}`]: '1' };
    const response = await fetch(`${shop.url}/en/concerts/7`, {
      method: 'POST',
      body: new URLSearchParams(fields),
      headers: { accept: 'text/html', cookie },
    });
    expect(response.status).toBe(503);
    expect(response.headers.get('retry-after')).toMatch(/^[1-9]/);
    expect(await response.text()).toContain('</html>');
    expect(performance.now() - startedAt).toBeLessThan(MAX_RESPONSE_MS);
  });

  test('calls are refused within 5 s each, with Retry-After', async () => {
    const calls = await Promise.all([
      timed(buyer.add(concert)),
      timed(buyer.details()),
      timed(buyer.initiate()),
      timed(buyer.addLines([buyer.line(concert)], { 'idempotency-key': 'frozen' })),
      timed(createClient(shop.url)('GET', '/readyz')),
      timed(createClient(shop.url)('GET', '/orders', { bearer: 'any' })),
    ]);
    for (const { response, milliseconds } of calls) {
      expect(response.status).toBe(503);
      expect(response.headers.get('retry-after')).toMatch(/^[1-9]/);
      expect(milliseconds).toBeLessThan(MAX_RESPONSE_MS);
    }
  });

  test('refused calls leave nothing in memory', { timeout: 60_000 }, async () => {
    const flood = () =>
      Promise.all(Array.from({ length: 100 }, () => new Buyer(shop).add(concert)));
    await flood();
    const before = readRssBytes();
    for (let round = 0; round < 5; round++) {
      for (const { status } of await flood()) expect(status).toBe(503);
    }
    expect(readRssBytes() - before).toBeLessThan(MAX_GROWTH_BYTES);
  });

  test.for([
    ['nginx', startNginx],
    ['caddy', startCaddy],
  ] as const)(
    '%s of deploy/ still serves pages, and passes refusals on',
    async ([program, start], { skip }) => {
      if (spawnSync(program, ['-v']).error) skip(`${program} is not installed here`);
      const proxy = await start(path.join(dataDir, program), [Number(new URL(shop.url).port)]);
      onTestFinished(() => proxy.stop());
      await vi.waitFor(() => fetch(proxy.url), { timeout: 10_000 });
      for (const { address, response, milliseconds } of await Promise.all(
        publicPages.map((page) => load(page, { cookie }, proxy.url)),
      )) {
        expect([address, response.status]).toEqual([address, 200]);
        expect(milliseconds).toBeLessThan(MAX_RESPONSE_MS);
      }
      const refused = await timed(new Buyer({ url: proxy.url }).add(concert));
      expect(refused.response.status).toBe(503);
      expect(refused.response.headers.get('retry-after')).toMatch(/^[1-9]/);
      expect(refused.milliseconds).toBeLessThan(MAX_RESPONSE_MS);
      const page = await load('/ticketshop', { cookie }, proxy.url);
      expect([page.response.status, page.text]).toEqual([503, expect.stringContaining('</html>')]);
    },
  );

  test('everything works again at once after the thaw', { timeout: 60_000 }, async () => {
    await expect
      .poll(() => performance.now() - frozenAt, { timeout: 2 * FREEZE_MS })
      .toBeGreaterThan(FREEZE_MS);
    thaw();
    const thawedAt = performance.now();
    const sold = firstSale();
    const isBack = () => shop.output().includes('The database responds again');
    await expect.poll(isBack, { timeout: 20_000, interval: 5 }).toBe(true);
    expect(performance.now() - thawedAt).toBeLessThan(MAX_NOTICE_MS);
    await sold;
    expect(performance.now() - thawedAt).toBeLessThan(MAX_RECOVERY_MS);
    // from then on no call fails or waits for a retry
    const works = await Promise.all([
      new Buyer(shop).add(concert),
      buyer.cart(),
      createClient(shop.url)('GET', '/readyz'),
      load('/ticketshop', { cookie }).then(({ response }) => response),
    ]);
    expect(works.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
  });

  /** Adds again and again, as buyers do, until it works. */
  async function firstSale(): Promise<void> {
    while ((await new Buyer(shop).add(concert)).status !== 200);
  }
});
