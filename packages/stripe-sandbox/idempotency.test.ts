import { Stripe } from 'stripe';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { Sandbox } from './start-sandbox.ts';
import { failureOf, openShop } from './test-helpers.ts';

const CREATE = 'POST /v1/payment_intents';
const cart = { amount: 4200, currency: 'eur' };

let sandbox: Sandbox;
let stripe: Stripe;

beforeEach(async () => {
  ({ sandbox, stripe } = await openShop());
});
afterEach(() => sandbox.close());

const createAs = (
  idempotencyKey: string,
  params = cart,
): Promise<Stripe.Response<Stripe.PaymentIntent>> =>
  stripe.paymentIntents.create(params, { idempotencyKey });

test('the same key gives the same intent, other parameters an error', async () => {
  const first = await createAs('order-1');
  const again = await createAs('order-1');
  expect(again.id).toBe(first.id);
  expect(again.lastResponse.headers['idempotent-replayed']).toBe('true');
  const error = await failureOf(createAs('order-1', { ...cart, amount: 4300 }));
  expect(error).toBeInstanceOf(Stripe.errors.StripeIdempotencyError);
  expect(sandbox.faults.intents()).toHaveLength(1);
});

test('a decline is replayed, a refused parameter is not', async () => {
  const { id } = await createAs('order-1');
  const confirm = (payment_method: string): Promise<unknown> =>
    stripe.paymentIntents.confirm(id, { payment_method }, { idempotencyKey: 'confirm-1' });
  await failureOf(confirm('pm_card_chargeDeclined'));
  expect((await failureOf(confirm('pm_card_chargeDeclined'))).code).toBe('card_declined');
  expect(sandbox.events.all({ type: 'payment_intent.payment_failed' })).toHaveLength(1);
  await failureOf(createAs('order-2', { ...cart, amount: 1 }));
  expect((await createAs('order-2')).amount).toBe(4200);
});

test('a key whose call is still in progress is a conflict', async () => {
  sandbox.faults.route({ route: CREATE, effect: 'hold', when: 'after' });
  const first = createAs('order-1');
  await sandbox.faults.held();
  const error = await failureOf(createAs('order-1'));
  expect(error).toMatchObject({ statusCode: 409, code: 'idempotency_key_in_use' });
  sandbox.faults.release();
  expect((await createAs('order-1')).id).toBe((await first).id);
});

test('an error of the provider is kept under its key, though the work was done', async () => {
  sandbox.faults.route({ route: CREATE, effect: 'error', when: 'after' });
  const error = await failureOf(createAs('order-1'));
  expect(error).toBeInstanceOf(Stripe.errors.StripeAPIError);
  expect((await failureOf(createAs('order-1'))).statusCode).toBe(500);
  expect(sandbox.faults.intents()).toHaveLength(1);
});

test('an error before the work can be tried again when it is not kept', async () => {
  sandbox.faults.route({ route: CREATE, effect: 'error', status: 503, isStored: false });
  expect((await failureOf(createAs('order-1'))).statusCode).toBe(503);
  expect((await createAs('order-1')).status).toBe('requires_payment_method');
  expect(sandbox.faults.intents()).toHaveLength(1);
});

test('a connection cut after the work gives the same intent at the next try', async () => {
  // The client tries once more by itself when a connection is cut.
  sandbox.faults.route({ route: CREATE, effect: 'cut', when: 'after' });
  const intent = await createAs('order-1');
  expect(sandbox.faults.intents().map(({ id }) => id)).toEqual([intent.id]);
});

test('a provider that stays silent times out, with or without the work done', async () => {
  for (const when of ['before', 'after'] as const) {
    sandbox.faults.route({ route: CREATE, effect: 'silence', when });
    const silent = stripe.paymentIntents.create(cart, { idempotencyKey: when, timeout: 50 });
    expect(await failureOf(silent)).toBeInstanceOf(Stripe.errors.StripeConnectionError);
    // the work itself may take longer than the caller waits
    await expect.poll(() => sandbox.faults.intents().length).toBe(when === 'before' ? 0 : 1);
  }
  const found = await createAs('after');
  expect(sandbox.faults.intents().map(({ id }) => id)).toEqual([found.id]);
});
