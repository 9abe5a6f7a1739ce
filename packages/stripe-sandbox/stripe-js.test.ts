import { existsSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type Browser, chromium, type FrameLocator, type Page } from '@playwright/test';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Stripe } from 'stripe';
import type { Sandbox } from './start-sandbox.ts';
import { KEYS, openShop } from './test-helpers.ts';

/** `npm test` finds one or installs it (scripts/find-browser.ts). */
const executablePath = process.env.CHROMIUM || '/usr/bin/chromium';

let sandbox: Sandbox;
let stripe: Stripe;
let browser: Browser;
let shop: { server: Server; url: string };

beforeAll(async () => {
  ({ sandbox, stripe } = await openShop());
  shop = await serveShop(sandbox);
  browser = await chromium.launch({
    ...(existsSync(executablePath) ? { executablePath } : {}),
    args: ['--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run'],
  });
});
afterAll(async () => {
  await browser?.close();
  shop?.server.close();
  await sandbox?.close();
});

/** The page under a policy as strict as the shop's: only the sandbox's origin besides its own. */
async function serveShop({ url, stripeJsUrl }: Sandbox): Promise<typeof shop> {
  const html = `<!doctype html><html lang="en"><title>Shop</title><div id="card"></div>
    <button>Pay</button><p id="state"></p><output id="result"></output>
    <script src="${stripeJsUrl}"></script><script type="module" src="/page.js"></script></html>`;
  const policy = `default-src 'none'; script-src 'self' ${url}; frame-src ${url}; connect-src ${url}; require-trusted-types-for 'script'`;
  const server = createServer((request, response) => {
    const isScript = request.url === '/page.js';
    response.writeHead(200, {
      'content-type': isScript ? 'text/javascript' : 'text/html',
      'content-security-policy': policy,
    });
    response.end(isScript ? pageScript : html);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return { server, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/` };
}

/** A payment step with Stripe.js as the shop's: fields, a button, and what the script returns. */
const pageScript = `
  const query = new URLSearchParams(location.search);
  const show = (id, text) => (document.getElementById(id).textContent = text);
  const stripe = Stripe('${KEYS.publishableKey}');
  const elements = stripe.elements({
    clientSecret: query.get('secret'),
    locale: query.get('locale'),
    appearance: {
      variables: { colorDanger: '#b3261e', fontSizeBase: '18px', borderRadius: '0px' },
      rules: { '.Label': { textTransform: 'uppercase' } },
    },
  });
  const element = elements.create('payment');
  element.on('ready', () => show('state', 'ready'));
  element.on('loaderror', ({ error }) => show('state', 'loaderror ' + (error.code ?? error.type)));
  element.mount(document.getElementById('card'));
  document.querySelector('button').addEventListener('click', async () => {
    show('result', '');
    show('result', JSON.stringify(await stripe.confirmPayment({ elements, redirect: 'if_required' })));
  });`;

type Step = { page: Page; card: FrameLocator; intent: Stripe.PaymentIntent; faults: string[] };

/** The payment step of a new intent in a new tab; `faults` collects errors and policy violations. */
async function openPayment(locale: 'de' | 'en'): Promise<Step> {
  const intent = await stripe.paymentIntents.create({
    amount: 4200,
    currency: 'eur',
    metadata: { order: 'A1' },
    allowed_payment_method_types: ['card'],
  });
  const page = await (await browser.newContext()).newPage();
  const faults: string[] = [];
  page.on('pageerror', (error) => faults.push(error.message));
  page.on('console', (message) => {
    if (message.type() === 'error' && !message.text().includes('402')) faults.push(message.text());
  });
  await page.goto(`${shop.url}?locale=${locale}&secret=${intent.client_secret}`);
  const card = page.frameLocator('iframe').first();
  return { page, card, intent, faults };
}

async function enterCard({ card }: Step, number: string): Promise<void> {
  await card.getByLabel('Card number').fill(number);
  await card.getByLabel('MM / YY').fill('1234');
  await card.getByLabel('CVC').fill('123');
}

async function pay({ page }: Step): Promise<{
  paymentIntent?: Stripe.PaymentIntent;
  error?: { type: string; code: string; decline_code?: string; message: string };
}> {
  await page.getByRole('button', { name: 'Pay' }).click();
  return resultOf(page);
}

async function resultOf(page: Page): Promise<Awaited<ReturnType<typeof pay>>> {
  const output = page.locator('output:not(:empty)');
  return JSON.parse((await output.textContent()) ?? '{}');
}

test('a card is declined in German, corrected, and pays', async () => {
  const step = await openPayment('de');
  await step.page.locator('#state', { hasText: 'ready' }).waitFor();
  const label = step.card.getByText('Card number');
  expect(await label.evaluate((element) => getComputedStyle(element).textTransform)).toBe(
    'uppercase',
  );
  const incomplete = await pay(step);
  expect(incomplete.error).toMatchObject({ type: 'validation_error', code: 'incomplete_number' });
  const alerts = step.card.getByRole('alert').filter({ hasText: /./ });
  expect(await alerts.allTextContents()).toHaveLength(3);
  expect(
    await step.card.locator(':focus').evaluate((field) => [field.id, field.ariaInvalid]),
  ).toEqual(['number', 'true']);
  await enterCard(step, '4000000000000002');
  expect(await alerts.count()).toBe(0);
  const declined = await pay(step);
  expect(declined.error).toMatchObject({
    type: 'card_error',
    code: 'card_declined',
    decline_code: 'generic_decline',
    message: 'Ihre Karte wurde abgelehnt.',
  });
  await enterCard(step, '4242424242424242');
  const paid = await pay(step);
  expect(paid.paymentIntent).toMatchObject({ id: step.intent.id, status: 'succeeded' });
  expect(paid.paymentIntent).not.toHaveProperty('metadata');
  expect(step.faults).toEqual([]);
});

test('authentication is asked for in a dialog: failed first, then completed', async () => {
  const step = await openPayment('en');
  await enterCard(step, '4000002500003155');
  const dialog = step.page.getByRole('dialog', { name: 'Complete authentication' });
  const bank = step.page.frameLocator('dialog iframe');
  await step.page.getByRole('button', { name: 'Pay' }).click();
  await bank.getByRole('button', { name: 'Fail' }).click();
  const failed = await resultOf(step.page);
  expect(failed.error).toMatchObject({ code: 'payment_intent_authentication_failure' });
  await step.page.getByRole('button', { name: 'Pay' }).click();
  await bank.getByRole('button', { name: 'Complete' }).click();
  expect((await resultOf(step.page)).paymentIntent).toMatchObject({ status: 'succeeded' });
  expect(await dialog.count()).toBe(0);
  expect(step.faults).toEqual([]);
});

test('an intent that is over does not load, and has a reason of its own', async () => {
  const step = await openPayment('en');
  await step.page.locator('#state', { hasText: 'ready' }).waitFor();
  sandbox.faults.pay(step.intent.id);
  await step.page.reload();
  await step.page
    .locator('#state', { hasText: 'loaderror payment_intent_unexpected_state' })
    .waitFor();
});

test('a buyer sent to the bank by the server comes back to the return page', async () => {
  const { next_action: next } = await stripe.paymentIntents.create({
    amount: 4200,
    currency: 'eur',
    payment_method: 'pm_card_authenticationRequired',
    confirm: true,
    return_url: shop.url,
  });
  const page = await (await browser.newContext()).newPage();
  await page.goto(next?.redirect_to_url?.url ?? '');
  await page.getByRole('button', { name: 'Complete' }).click();
  await page.waitForURL(/redirect_status=succeeded/);
  expect(page.url()).toContain(shop.url);
});
