import { Stripe } from 'stripe';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { Sandbox } from './start-sandbox.ts';
import { failureOf, openShop } from './test-helpers.ts';

let now = 0;
let sandbox: Sandbox;
let stripe: Stripe;

beforeEach(async () => {
  now = Date.now();
  ({ sandbox, stripe } = await openShop({ clock: () => now }));
});
afterEach(() => sandbox.close());

const order: Stripe.Checkout.SessionCreateParams = {
  mode: 'payment',
  ui_mode: 'hosted_page',
  allowed_payment_method_types: ['card'],
  line_items: [
    {
      quantity: 2,
      price_data: { currency: 'eur', unit_amount: 2400, product_data: { name: 'Normalpreis' } },
    },
    {
      quantity: 1,
      price_data: { currency: 'eur', unit_amount: 450, product_data: { name: 'Versand' } },
    },
  ],
  metadata: { checkout: '7' },
  payment_intent_data: { metadata: { checkout: '7' } },
  client_reference_id: 'checkout-7',
  customer_email: 'clara@example.org',
  locale: 'de',
  adaptive_pricing: { enabled: false },
  success_url: 'https://shop.example/payment?session_id={CHECKOUT_SESSION_ID}',
  cancel_url: 'https://shop.example/payment',
};
const create = (
  changes: Partial<Stripe.Checkout.SessionCreateParams> = {},
): Promise<Stripe.Checkout.Session> => stripe.checkout.sessions.create({ ...order, ...changes });
const typesOf = (about: string): string[] => sandbox.events.all({ about }).map(({ type }) => type);

test('a session is open without an intent until its buyer pays', async () => {
  const session = await create();
  expect(session).toMatchObject({
    status: 'open',
    payment_status: 'unpaid',
    amount_total: 5250,
    currency: 'eur',
    payment_intent: null,
    client_reference_id: 'checkout-7',
    metadata: { checkout: '7' },
    customer_email: 'clara@example.org',
    url: `${sandbox.url}/pay/${session.id}`,
  });
  expect(session.expires_at).toBe(session.created + 24 * 3600);
  sandbox.faults.payPage(session.id);
  const paid = await stripe.checkout.sessions.retrieve(session.id, { expand: ['payment_intent'] });
  expect(paid).toMatchObject({ status: 'complete', payment_status: 'paid', url: null });
  expect(paid.payment_intent).toMatchObject({
    status: 'succeeded',
    amount_received: 5250,
    metadata: { checkout: '7' },
  });
  const intent = (paid.payment_intent as Stripe.PaymentIntent).id;
  expect(typesOf(intent)).toEqual(['payment_intent.created', 'payment_intent.succeeded']);
  expect(typesOf(session.id)).toEqual(['checkout.session.completed']);
});

test('a declined card leaves the session open, with the same intent for the next try', async () => {
  const { id } = await create();
  const declined = sandbox.faults.payPage(id, 'pm_card_chargeDeclined');
  expect(declined.status).toBe('open');
  const intent = declined.payment_intent as string;
  expect(typesOf(intent)).toEqual(['payment_intent.created', 'payment_intent.payment_failed']);
  expect(sandbox.faults.payPage(id)).toMatchObject({ status: 'complete', payment_intent: intent });
});

test('its intent can be neither confirmed nor cancelled by the API', async () => {
  const { id } = await create();
  const declined = sandbox.faults.payPage(id, 'pm_card_chargeDeclined');
  const intent = declined.payment_intent as string;
  const code = 'payment_intent_unexpected_state';
  expect(await failureOf(stripe.paymentIntents.cancel(intent))).toMatchObject({ code });
  const confirmed = stripe.paymentIntents.confirm(intent, { payment_method: 'pm_card_visa' });
  expect(await failureOf(confirmed)).toMatchObject({ code });
  expect((await stripe.checkout.sessions.retrieve(id)).status).toBe('open');
});

test('an expired session cannot be paid; an intent that was tried is cancelled with it', async () => {
  const { id } = await create();
  const asked = sandbox.faults.payPage(id, 'pm_card_authenticationRequired');
  const expired = await stripe.checkout.sessions.expire(id);
  expect(expired).toMatchObject({ status: 'expired', url: null });
  const intent = asked.payment_intent as string;
  sandbox.faults.authenticate(intent, 'complete');
  expect(await stripe.paymentIntents.retrieve(intent)).toMatchObject({ status: 'canceled' });
  expect(typesOf(id)).toEqual(['checkout.session.expired']);
  expect(() => sandbox.faults.payPage(id)).toThrow('expired');
});

test('only an open session can be expired', async () => {
  const { id } = await create();
  sandbox.faults.payPage(id);
  const error = await failureOf(stripe.checkout.sessions.expire(id));
  expect(error).toBeInstanceOf(Stripe.errors.StripeInvalidRequestError);
  expect(error.message).toBe(
    'Only Checkout Sessions with a status in ["open"] can be expired. ' +
      'This Checkout Session has a status of `complete`.',
  );
  const none = await failureOf(stripe.checkout.sessions.expire('cs_none'));
  expect(none).toMatchObject({ statusCode: 404, code: 'resource_missing' });
});

test('a session ends by its own time', async () => {
  const expires_at = Math.floor(now / 1000) + 30 * 60;
  const { id } = await create({ expires_at });
  now += 30 * 60_000 - 1000;
  expect((await stripe.checkout.sessions.retrieve(id)).status).toBe('open');
  now += 1000;
  const { data } = await stripe.checkout.sessions.list({ status: 'expired' });
  expect(data.map((session) => session.id)).toEqual([id]);
  expect(typesOf(id)).toEqual(['checkout.session.expired']);
});

test('a processing payment completes the session unpaid, and ends it later', async () => {
  const [paid, failed] = [await create(), await create()];
  for (const [session, end] of [
    [paid, 'succeed'],
    [failed, 'fail'],
  ] as const) {
    const seen = sandbox.faults.payPage(session.id, 'pm_card_processing');
    expect(seen).toMatchObject({ status: 'complete', payment_status: 'unpaid' });
    sandbox.faults.endProcessing(seen.payment_intent as string, end);
  }
  expect(typesOf(paid.id)).toEqual([
    'checkout.session.completed',
    'checkout.session.async_payment_succeeded',
  ]);
  expect(typesOf(failed.id).at(-1)).toBe('checkout.session.async_payment_failed');
  expect(await stripe.checkout.sessions.retrieve(paid.id)).toMatchObject({
    payment_status: 'paid',
  });
});

test('the same key gives the same session', async () => {
  const options = { idempotencyKey: 'checkout-7-page' };
  const first = await stripe.checkout.sessions.create(order, options);
  expect((await stripe.checkout.sessions.create(order, options)).id).toBe(first.id);
  const other = stripe.checkout.sessions.create({ ...order, locale: 'en' }, options);
  expect(await failureOf(other)).toBeInstanceOf(Stripe.errors.StripeIdempotencyError);
  expect(sandbox.faults.sessions()).toHaveLength(1);
});

const soon = () => Math.floor(Date.now() / 1000) + 29 * 60;
const late = () => Math.floor(Date.now() / 1000) + 25 * 3600;

test.each([
  ['less than half an hour', () => ({ expires_at: soon() }), 'expires_at'],
  ['more than a day', () => ({ expires_at: late() }), 'expires_at'],
  ['no line', () => ({ line_items: undefined }), 'line_items'],
  ['a line without a name', () => lineWith({ product_data: { name: '' } }), 'name'],
  ['too little', () => lineWith({ unit_amount: 49 }), 'amount'],
  ['another currency', () => lineWith({ currency: 'usd' }), 'line_items[0]'],
  ['an address that is none', () => ({ success_url: '/payment' }), 'success_url'],
  ['an e-mail that is none', () => ({ customer_email: 'clara' }), 'customer_email'],
  ['another mode', () => ({ mode: 'setup' }), 'mode'],
  ['a page in a frame', () => ({ ui_mode: 'embedded_page' }), 'ui_mode'],
  ['a misspelled name', () => ({ sucess_url: '' }), 'sucess_url'],
])('%s is refused', async (_what, changes, param) => {
  const error = await failureOf(create(changes()));
  expect(error).toMatchObject({ statusCode: 400, param });
});

function lineWith(price: object): object {
  const usual = { currency: 'eur', unit_amount: 2400, product_data: { name: 'Normalpreis' } };
  return { line_items: [{ quantity: 1, price_data: { ...usual, ...price } }] };
}
