import { existsSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type Browser, type BrowserContext, chromium, type Page } from '@playwright/test';
import type { Stripe } from 'stripe';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { runAxe } from '#test/axe.ts';
import type { Sandbox } from '../start-sandbox.ts';
import { openShop } from '../test-helpers.ts';

/** `npm test` finds one or installs it (scripts/find-browser.ts). */
const executablePath = process.env.CHROMIUM || '/usr/bin/chromium';

let sandbox: Sandbox;
let stripe: Stripe;
let browser: Browser;
let shopUrl = '';
let closeShop = () => {};

beforeAll(async () => {
  ({ sandbox, stripe } = await openShop());
  // the shop's return page; its address is another origin than the sandbox's
  const server = createServer((request, response) => {
    response
      .writeHead(200, { 'content-type': 'text/html' })
      .end(`<title>Shop</title>${request.url}`);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  shopUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  closeShop = () => server.close();
  browser = await chromium.launch({
    ...(existsSync(executablePath) ? { executablePath } : {}),
    args: ['--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run'],
  });
});
afterAll(async () => {
  await browser?.close();
  closeShop();
  await sandbox?.close();
});

function createSession(changes: Partial<Stripe.Checkout.SessionCreateParams> = {}) {
  return stripe.checkout.sessions.create({
    mode: 'payment',
    line_items: [
      {
        quantity: 2,
        price_data: { currency: 'eur', unit_amount: 2600, product_data: { name: 'Abo <b>&' } },
      },
    ],
    success_url: `${shopUrl}/payment?session_id={CHECKOUT_SESSION_ID}`,
    cancel_url: `${shopUrl}/payment`,
    ...changes,
  });
}

async function open(
  url: string | null,
  options: Parameters<Browser['newContext']>[0] = { javaScriptEnabled: false },
): Promise<Page> {
  const context: BrowserContext = await browser.newContext(options);
  onTestFinished(() => context.close());
  const page = await context.newPage();
  await page.goto(url ?? '');
  return page;
}

async function enterCard(page: Page, number: string): Promise<void> {
  await page.getByLabel('Card number').fill(number);
  await page.getByLabel('MM / YY').fill('12 / 34');
  await page.getByLabel('CVC').fill('123');
  await page.getByRole('button', { name: 'Pay 52.00 €' }).click();
}

test('a buyer without scripts pays and comes back to the shop', async () => {
  const session = await createSession();
  const page = await open(session.url);
  expect(await page.getByText('2 × Abo <b>&').count()).toBe(1);
  expect(await page.getByText('TEST MODE').count()).toBe(1);
  await enterCard(page, '4242424242424242');
  await page.waitForURL(`${shopUrl}/payment?session_id=${session.id}`);
  expect(await stripe.checkout.sessions.retrieve(session.id)).toMatchObject({
    payment_status: 'paid',
  });
  // and the page again leads back at once
  await page.goto(session.url ?? '');
  expect(page.url()).toContain(shopUrl);
});

test('a declined card says so, and what was typed is still there', async () => {
  const page = await open((await createSession()).url);
  await enterCard(page, '4000000000000002');
  expect(await page.getByRole('alert').textContent()).toBe('Your card was declined.');
  expect(await page.title()).toMatch(/^Error: Pay 52.00 €/);
  expect(await page.getByLabel('Card number').inputValue()).toBe('4000000000000002');
  expect(await page.getByLabel('MM / YY').inputValue()).toBe('12 / 34');
  await page.getByLabel('Card number').fill('4242 4242 4242 4242');
  await page.getByRole('button', { name: 'Pay 52.00 €' }).click();
  await page.waitForURL(/session_id=cs_test/);
});

test('what is missing or wrong is said at its field', async () => {
  const page = await open((await createSession()).url);
  await page.getByRole('button', { name: 'Pay 52.00 €' }).click();
  expect(await page.locator('[aria-invalid=true]').count()).toBe(3);
  expect(await page.getByText('Your card number is incomplete.').count()).toBe(1);
  await enterCard(page, '4242424242424241');
  expect(await page.locator('[aria-invalid=true]').getAttribute('name')).toBe('number');
});

test('a card that asks for authentication leads over a second page', async () => {
  const session = await createSession();
  const page = await open(session.url);
  await enterCard(page, '4000002500003155');
  await page.getByRole('button', { name: 'Fail' }).click();
  expect(await page.getByRole('alert').textContent()).toContain('unable to authenticate');
  await enterCard(page, '4000002500003155');
  await page.getByRole('button', { name: 'Complete' }).click();
  await page.waitForURL(/session_id=cs_test/);
});

test('Back leads to the shop, and an expired page says what it is', async () => {
  const session = await createSession();
  const page = await open(session.url);
  await page.getByRole('link', { name: 'Back' }).click();
  await page.waitForURL(`${shopUrl}/payment`);
  await stripe.checkout.sessions.expire(session.id);
  const response = await page.goto(session.url ?? `${sandbox.url}/pay/${session.id}`);
  expect(response?.status()).toBe(410);
  expect(await page.getByRole('heading').textContent()).toBe('Page expired');
  const late = await fetch(`${sandbox.url}/pay/${session.id}`, {
    method: 'POST',
    body: new URLSearchParams({ number: '4242424242424242', expiry: '1234', cvc: '123' }),
  });
  expect(late.status).toBe(410);
  expect((await fetch(`${sandbox.url}/pay/cs_none`)).status).toBe(404);
});

test('its addresses are those of the shop where the shop shows it, paths where it is the shop’s own', async () => {
  const own = await openShop();
  onTestFinished(() => own.sandbox.close());
  own.sandbox.setBrowserUrl('http://shop.example/sandbox');
  const { id, url } = await own.stripe.checkout.sessions.create({
    mode: 'payment',
    line_items: [
      {
        quantity: 1,
        price_data: { currency: 'eur', unit_amount: 2600, product_data: { name: 'Abo' } },
      },
    ],
    success_url: 'http://shop.example/payment?session_id={CHECKOUT_SESSION_ID}',
  });
  expect(url).toBe(`http://shop.example/sandbox/pay/${id}`);
  own.sandbox.faults.payPage(id);
  const response = await fetch(`${own.sandbox.url}/pay/${id}`, { redirect: 'manual' });
  expect(response.status).toBe(303);
  expect(response.headers.get('location')).toBe(`/payment?session_id=${id}`);
});

test('it is accessible and fits a phone, also with errors, under a policy of its own', async () => {
  const session = await createSession();
  const page = await open(session.url, { viewport: { width: 390, height: 800 } });
  const policy = (await fetch(session.url ?? '')).headers.get('content-security-policy');
  expect(policy).toContain("default-src 'none'; style-src 'self'");
  expect(policy).toContain(`form-action 'self' ${shopUrl}`);
  for (const step of ['first', 'errors', 'bank']) {
    if (step === 'errors') await page.getByRole('button').click();
    if (step === 'bank') await enterCard(page, '4000002500003155');
    expect(await runAxe(page), step).toEqual([]);
    const width = await page.evaluate(() => document.documentElement.scrollWidth);
    expect(width).toBe(390);
  }
});
