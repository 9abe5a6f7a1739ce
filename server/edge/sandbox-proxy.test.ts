import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { getRequestListener } from '@hono/node-server';
import { Hono } from 'hono';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startSandbox, type Sandbox } from '#packages/stripe-sandbox/start-sandbox.ts';
import { proxySandbox } from './sandbox-proxy.ts';

const keys = { secretKey: 'sk_test_1', publishableKey: 'pk_test_1', webhookSecret: 'whsec_1' };
const form = { 'content-type': 'application/x-www-form-urlencoded' };
let sandbox: Sandbox;
let shop = '';
let close = () => {};

beforeAll(async () => {
  sandbox = await startSandbox(keys);
  const server = createShop(sandbox.url);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  shop = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  close = () => server.close();
});
afterAll(async () => {
  close();
  await sandbox.close();
});

function createShop(sandboxUrl: string) {
  const app = new Hono();
  app.use('/sandbox/*', proxySandbox(sandboxUrl));
  app.notFound((c) => c.text('the shop itself', 404));
  const listener = getRequestListener(app.fetch, { overrideGlobalObjects: false });
  return createServer((request, response) => void listener(request, response));
}

async function createIntent(): Promise<{ id: string; client_secret: string }> {
  const response = await fetch(`${sandbox.url}/v1/payment_intents`, {
    method: 'POST',
    headers: { ...form, authorization: `Bearer ${keys.secretKey}` },
    body: 'amount=4200&currency=eur&allowed_payment_method_types[]=card',
  });
  return (await response.json()) as { id: string; client_secret: string };
}

test('the shop serves script and frames, and the frames load their parts from it', async () => {
  const script = await fetch(`${shop}/sandbox/stripe.js`);
  expect(script.headers.get('content-type')).toContain('javascript');
  const card = await fetch(`${shop}/sandbox/card`);
  expect(card.headers.get('content-security-policy')).toContain("script-src 'self'");
  const [part] = /frame\/card\.js/.exec(await card.text()) ?? [];
  expect((await fetch(new URL(part ?? '', `${shop}/sandbox/card`))).status).toBe(200);
});

test('a buyer pays with the client secret', async () => {
  const { id, client_secret } = await createIntent();
  const own = { key: keys.publishableKey, client_secret };
  const card = { number: '4242424242424242', exp_month: '12', exp_year: '2099', cvc: '123' };
  const body = new URLSearchParams({ ...own, 'payment_method_data[type]': 'card' });
  for (const [name, value] of Object.entries(card)) {
    body.set(`payment_method_data[card][${name}]`, value);
  }
  const path = `${shop}/sandbox/v1/payment_intents/${id}`;
  const paid = await fetch(`${path}/confirm`, { method: 'POST', body });
  expect(await paid.json()).toMatchObject({ id, status: 'succeeded' });
  const seen = await fetch(`${path}?${new URLSearchParams(own)}`);
  expect(await seen.json()).toMatchObject({ status: 'succeeded' });
});

test('a buyer without scripts pays on the hosted page', async () => {
  const body = new URLSearchParams({ mode: 'payment', success_url: `${shop}/done` });
  body.set('line_items[0][price_data][currency]', 'eur');
  body.set('line_items[0][price_data][unit_amount]', '4200');
  body.set('line_items[0][price_data][product_data][name]', 'Normalpreis');
  const created = await fetch(`${sandbox.url}/v1/checkout/sessions`, {
    method: 'POST',
    headers: { authorization: `Bearer ${keys.secretKey}` },
    body,
  });
  const { id } = (await created.json()) as { id: string };
  const address = `${shop}/sandbox/pay/${id}`;
  const page = await (await fetch(address)).text();
  const [style] = /[./]+frame\/frame\.css/.exec(page) ?? [];
  expect((await fetch(new URL(style ?? '', address))).status).toBe(200);
  const card = { number: '4242424242424242', expiry: '12 / 34', cvc: '123' };
  const paid = await fetch(address, {
    method: 'POST',
    body: new URLSearchParams(card),
    redirect: 'manual',
  });
  expect(paid.status).toBe(303);
  expect(paid.headers.get('location')).toBe(`${shop}/done`);
});

test('paths for servers and tests are not exposed', async () => {
  const { id } = await createIntent();
  const authorization = `Bearer ${keys.secretKey}`;
  const asServer = await fetch(`${shop}/sandbox/v1/payment_intents/${id}`, {
    headers: { authorization },
  });
  expect(asServer.status).toBe(401);
  for (const [method, path] of [
    ['POST', '/sandbox/pay'],
    ['POST', '/sandbox/sandbox/pay'],
    ['POST', '/sandbox/v1/refunds'],
    ['POST', '/sandbox/v1/checkout/sessions'],
    ['GET', '/sandbox/v1/payment_intents'],
    ['POST', '/sandbox/v1/payment_intents'],
    ['POST', `/sandbox/v1/payment_intents/${id}/cancel`],
    ['GET', '/sandbox/frame/..%2f..%2fwork.ts'],
  ] as const) {
    const response = await fetch(shop + path, { method, headers: { authorization } });
    expect(await response.text(), `${method} ${path}`).toBe('the shop itself');
  }
});

test('an unreachable sandbox is 502, not a hanging card element', async () => {
  const server = createShop('http://127.0.0.1:1');
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  expect((await fetch(`http://127.0.0.1:${port}/sandbox/stripe.js`)).status).toBe(502);
  server.close();
});
