import { Stripe } from 'stripe';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Sandbox } from './start-sandbox.ts';
import { clientFor, failureOf, KEYS, openShop } from './test-helpers.ts';

let sandbox: Sandbox;
let stripe: Stripe;

beforeAll(async () => {
  ({ sandbox, stripe } = await openShop());
});
afterAll(() => sandbox.close());

const cart = { amount: 4200, currency: 'eur', metadata: { order: 'A1', cart: 'c 1' } };
const create = (): Promise<Stripe.PaymentIntent> =>
  stripe.paymentIntents.create({ ...cart, allowed_payment_method_types: ['card'] });

test('an intent is created, paid, and seen with its charge', async () => {
  const intent = await create();
  expect(intent).toMatchObject({
    status: 'requires_payment_method',
    amount: 4200,
    metadata: cart.metadata,
    livemode: false,
    payment_method_types: ['card'],
  });
  expect(intent.client_secret).toMatch(`${intent.id}_secret_`);
  const paid = await stripe.paymentIntents.confirm(intent.id, { payment_method: 'pm_card_visa' });
  expect(paid).toMatchObject({ status: 'succeeded', amount_received: 4200 });
  const seen = await stripe.paymentIntents.retrieve(intent.id, {
    expand: ['latest_charge.refunds', 'payment_method'],
  });
  expect(seen.latest_charge).toMatchObject({ object: 'charge', paid: true, refunds: { data: [] } });
  expect(seen.payment_method).toMatchObject({ card: { last4: '4242' } });
});

test.each([
  ['pm_card_chargeDeclined', 'card_declined', 'generic_decline'],
  ['pm_card_chargeDeclinedInsufficientFunds', 'card_declined', 'insufficient_funds'],
  ['pm_card_chargeDeclinedExpiredCard', 'expired_card', ''],
  ['pm_card_chargeDeclinedIncorrectCvc', 'incorrect_cvc', ''],
])('%s is declined with %s %s and can be tried again', async (card, code, declineCode) => {
  const intent = await create();
  const error = await failureOf(stripe.paymentIntents.confirm(intent.id, { payment_method: card }));
  expect(error).toBeInstanceOf(Stripe.errors.StripeCardError);
  expect(error).toMatchObject({ statusCode: 402, code, decline_code: declineCode });
  expect(error.payment_intent).toMatchObject({
    id: intent.id,
    status: 'requires_payment_method',
    last_payment_error: { code },
  });
  const paid = await stripe.paymentIntents.confirm(intent.id, { payment_method: 'pm_card_visa' });
  expect(paid).toMatchObject({ status: 'succeeded', last_payment_error: null });
});

const payWith = (number: string): Promise<Stripe.errors.StripeError> =>
  failureOf(
    stripe.paymentIntents.create({
      ...cart,
      confirm: true,
      payment_method_data: {
        type: 'card',
        card: { number, exp_month: 12, exp_year: 2099, cvc: '123' },
      } as Stripe.PaymentIntentCreateParams.PaymentMethodData,
    }),
  );

test('a valid number that is no test card is declined, a mistyped one is refused', async () => {
  expect(await payWith('4111111111111111')).toMatchObject({ decline_code: 'test_mode_live_card' });
  expect(await payWith('4242424242424241')).toMatchObject({ code: 'incorrect_number' });
});

test('authentication is asked for, completed or failed', async () => {
  const ask = async (): Promise<Stripe.PaymentIntent> => {
    const { id } = await create();
    return stripe.paymentIntents.confirm(id, {
      payment_method: 'pm_card_authenticationRequired',
      return_url: 'https://shop.example/return',
    });
  };
  const asked = await ask();
  expect(asked).toMatchObject({
    status: 'requires_action',
    next_action: { type: 'redirect_to_url' },
  });
  sandbox.faults.authenticate(asked.id, 'complete');
  expect((await stripe.paymentIntents.retrieve(asked.id)).status).toBe('succeeded');
  const failed = await ask();
  sandbox.faults.authenticate(failed.id, 'fail');
  expect(await stripe.paymentIntents.retrieve(failed.id)).toMatchObject({
    status: 'requires_payment_method',
    last_payment_error: { code: 'payment_intent_authentication_failure' },
  });
});

test('a processing payment ends later and cannot be canceled in the meantime', async () => {
  const { id } = await create();
  const confirmed = await stripe.paymentIntents.confirm(id, {
    payment_method: 'pm_card_processing',
  });
  expect(confirmed.status).toBe('processing');
  const error = await failureOf(stripe.paymentIntents.cancel(id));
  expect(error.payment_intent).toMatchObject({ id, status: 'processing' });
  sandbox.faults.endProcessing(id, 'succeed');
  expect((await stripe.paymentIntents.retrieve(id)).status).toBe('succeeded');
});

test('canceling ends an intent; a paid or canceled one refuses every step', async () => {
  const { id } = await create();
  const canceled = await stripe.paymentIntents.cancel(id, { cancellation_reason: 'abandoned' });
  expect(canceled).toMatchObject({ status: 'canceled', cancellation_reason: 'abandoned' });
  const paid = sandbox.faults.pay((await create()).id);
  for (const closed of [canceled, paid]) {
    const steps = [
      stripe.paymentIntents.cancel(closed.id),
      stripe.paymentIntents.confirm(closed.id, { payment_method: 'pm_card_visa' }),
      stripe.paymentIntents.update(closed.id, { amount: 5000 }),
    ];
    for (const error of await Promise.all(steps.map(failureOf))) {
      expect(error).toBeInstanceOf(Stripe.errors.StripeInvalidRequestError);
      expect(error).toMatchObject({ code: 'payment_intent_unexpected_state' });
      expect(error.payment_intent).toMatchObject({ id: closed.id, status: closed.status });
    }
  }
});

test('amount and metadata can be updated while the intent is open', async () => {
  const { id } = await create();
  const updated = await stripe.paymentIntents.update(id, { amount: 9900, metadata: { cart: '' } });
  expect(updated).toMatchObject({ amount: 9900, metadata: { order: 'A1' } });
  expect(updated.metadata).not.toHaveProperty('cart');
});

test.each([
  ['49 cents', { amount: 49 }, 'amount_too_small'],
  ['a fraction', { amount: 50.5 }, 'parameter_invalid_integer'],
  [
    'payment_method_types',
    { payment_method_types: ['card'] },
    'payment_method_types_no_longer_supported',
  ],
  ['a misspelled name', { metadta: {}, foo: '1' }, 'parameter_unknown'],
  [
    'two ways to name the methods',
    { allowed_payment_method_types: ['card'], automatic_payment_methods: { enabled: true } },
    'parameters_exclusive',
  ],
])('%s is refused', async (_what, wrong, code) => {
  const params = { ...cart, ...wrong } as Stripe.PaymentIntentCreateParams;
  const error = await failureOf(stripe.paymentIntents.create(params));
  expect(error).toBeInstanceOf(Stripe.errors.StripeInvalidRequestError);
  expect(error).toMatchObject({ statusCode: 400, code });
});

test('unknown ids and wrong keys are distinguished', async () => {
  const unknown = await failureOf(stripe.paymentIntents.retrieve('pi_none'));
  expect(unknown).toMatchObject({ statusCode: 404, code: 'resource_missing' });
  const stranger = clientFor(sandbox, 'sk_test_wrong');
  const refused = await failureOf(stranger.paymentIntents.list());
  expect(refused).toBeInstanceOf(Stripe.errors.StripeAuthenticationError);
  const browser = clientFor(sandbox, KEYS.publishableKey);
  const forbidden = await failureOf(browser.paymentIntents.list());
  expect(forbidden).toBeInstanceOf(Stripe.errors.StripePermissionError);
});

test('a browser sees its intent by the client secret only, without metadata', async () => {
  const intent = await create();
  const browser = clientFor(sandbox, KEYS.publishableKey);
  const seen = await browser.paymentIntents.retrieve(intent.id, {
    client_secret: intent.client_secret ?? '',
  });
  expect(seen).toMatchObject({ id: intent.id, status: 'requires_payment_method' });
  expect(seen.metadata).toBeUndefined();
  const error = await failureOf(
    browser.paymentIntents.retrieve(intent.id, { client_secret: 'pi_x_secret_y' }),
  );
  expect(error).toMatchObject({ code: 'payment_intent_invalid_parameter' });
});

test('lists go newest first, by pages and by time', async () => {
  let now = 1_000_000_000_000;
  const shop = await openShop({ clock: () => now });
  const ids: string[] = [];
  for (let count = 0; count < 5; count += 1) {
    ids.unshift((await shop.stripe.paymentIntents.create(cart)).id);
    now += 60_000;
  }
  const first = await shop.stripe.paymentIntents.list({ limit: 2 });
  expect(first).toMatchObject({ has_more: true, data: [{ id: ids[0] }, { id: ids[1] }] });
  const all = await shop.stripe.paymentIntents.list({ limit: 2 }).autoPagingToArray({ limit: 100 });
  expect(all.map(({ id }) => id)).toEqual(ids);
  const recent = await shop.stripe.paymentIntents.list({
    created: { gte: 1_000_000_000 + 180 },
    expand: ['data.latest_charge'],
  });
  expect(recent.data.map(({ id }) => id)).toEqual(ids.slice(0, 2));
  await shop.sandbox.close();
});
