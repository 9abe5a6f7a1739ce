import { expect, test } from 'vitest';
import { problems } from '#contract/problems.ts';
import { openDemoSite } from '#test/open-demo-shop.ts';

const shop = await openDemoSite();

interface WireConcert {
  id: number;
  available_quantity: number;
  product: { tickets: { product_variation_id: number }[] } | null;
}

async function findConcert(): Promise<WireConcert> {
  const response = await fetch(`${shop.url}/concert`);
  const { data } = (await response.json()) as { data: WireConcert[] };
  const found = data.find(({ product, available_quantity: left }) => product !== null && left > 9);
  if (found === undefined) throw new Error('no concert on sale');
  return found;
}

/** Sends a form as a browser without scripts does. */
const post = (path: string, form: Record<string, string>, cookie?: string) =>
  fetch(`${shop.url}${path}`, {
    method: 'POST',
    redirect: 'manual',
    body: new URLSearchParams(form),
    headers: {
      'accept-language': 'de',
      accept: 'text/html',
      'sec-fetch-site': 'same-origin',
      ...(cookie ? { cookie } : {}),
    },
  });

test('a browser that keeps no cookies reads so, and holds no tickets', async () => {
  const { id, product, available_quantity: before } = await findConcert();
  const type = product?.tickets[0]?.product_variation_id ?? 0;
  const form = { [`quantity-${type}`]: '2' };
  const first = await post(`/concerts/${id}`, form);
  expect(first.status).toBe(307);
  const again = first.headers.get('location') ?? '';
  const refused = await post(again, form);
  expect(refused.status).toBe(400);
  expect(await refused.text()).toContain(problems.cookies_blocked.message.de);
  expect((await findConcert()).available_quantity).toBe(before);
  const [cookie] = (first.headers.get('set-cookie') ?? '').split(';');
  expect((await post(again, form, cookie)).status).toBe(303);
  expect((await findConcert()).available_quantity).toBe(before - 2);
});

test('a login without cookies is refused before it starts a session', async () => {
  const form = { email_address: 'clara@example.org', password: 'a long password' };
  const first = await post('/auth/login?next=%2Fuser', form);
  expect(first.status).toBe(307);
  const again = first.headers.get('location') ?? '';
  expect(again).toMatch(/^\/auth\/login\?next=%2Fuser&cookies=/);
  const refused = await post(again, form);
  expect(await refused.text()).toContain(problems.cookies_blocked.message.de);
});

test('a page that says so still finds out that cookies are allowed now', async () => {
  const form = { email_address: 'clara@example.org', password: 'a long password' };
  const minuteAgo = Math.floor(Date.now() / 1000) - 60;
  expect((await post(`/auth/login?cookies=${minuteAgo}`, form)).status).toBe(307);
});

test('a client that is no browser gets its cart at once', async () => {
  const { id, product } = await findConcert();
  const body = new URLSearchParams({
    [`quantity-${product?.tickets[0]?.product_variation_id ?? 0}`]: '1',
  });
  const address = `${shop.url}/concerts/${id}`;
  const added = await fetch(address, { method: 'POST', redirect: 'manual', body });
  expect(added.status).toBe(303);
  expect(added.headers.get('set-cookie')).toContain('cart_session');
});

test('a message needs no cookie', async () => {
  expect((await post('/contact', { email: '', subject: '', message: '' })).status).toBe(422);
});
