import { Stripe } from 'stripe';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Sandbox } from './start-sandbox.ts';
import { failureOf, openShop } from './test-helpers.ts';

let sandbox: Sandbox;
let stripe: Stripe;

beforeAll(async () => {
  ({ sandbox, stripe } = await openShop());
});
afterAll(() => sandbox.close());

async function payWith(card: string): Promise<Stripe.PaymentIntent> {
  return stripe.paymentIntents.create({
    amount: 5000,
    currency: 'eur',
    payment_method: card,
    confirm: true,
    return_url: 'https://shop.example/return',
  });
}

test('a payment is refunded in parts, never more than was paid', async () => {
  const { id } = await payWith('pm_card_visa');
  const part = await stripe.refunds.create({
    payment_intent: id,
    amount: 2000,
    metadata: { reason: 'one ticket' },
  });
  expect(part).toMatchObject({ status: 'succeeded', amount: 2000, payment_intent: id });
  const tooMuch = await failureOf(stripe.refunds.create({ payment_intent: id, amount: 3001 }));
  expect(tooMuch).toBeInstanceOf(Stripe.errors.StripeInvalidRequestError);
  await stripe.refunds.create({ payment_intent: id });
  const again = await failureOf(stripe.refunds.create({ payment_intent: id }));
  expect(again.code).toBe('charge_already_refunded');
  const { data } = await stripe.refunds.list({ payment_intent: id });
  expect(data.map(({ amount }) => amount)).toEqual([3000, 2000]);
  const seen = await stripe.paymentIntents.retrieve(id, { expand: ['latest_charge'] });
  expect(seen).toMatchObject({
    status: 'succeeded',
    latest_charge: { amount_refunded: 5000, refunded: true },
  });
});

test('an intent that is not paid cannot be refunded', async () => {
  const { id } = await stripe.paymentIntents.create({ amount: 5000, currency: 'eur' });
  const error = await failureOf(stripe.refunds.create({ payment_intent: id }));
  expect(error.code).toBe('payment_intent_unexpected_state');
});

test('a pending refund can fail, and the money is there to be refunded again', async () => {
  const { id } = await payWith('pm_card_pendingRefund');
  const refund = await stripe.refunds.create({ payment_intent: id });
  expect(refund.status).toBe('pending');
  sandbox.faults.endRefund(refund.id, 'failed');
  expect(await stripe.refunds.retrieve(refund.id)).toMatchObject({
    status: 'failed',
    failure_reason: 'expired_or_canceled_card',
  });
  const types = sandbox.events.all({ about: refund.id }).map(({ type }) => type);
  expect(types).toEqual(['refund.created', 'refund.updated', 'refund.failed']);
  expect(await stripe.refunds.create({ payment_intent: id })).toMatchObject({ amount: 5000 });
});

test('a refund made in the dashboard is seen like any other', async () => {
  const intent = await payWith('pm_card_visa');
  sandbox.faults.dashboardRefund(intent.id, 1500);
  const charge = await stripe.charges.retrieve(intent.latest_charge as string);
  expect(charge).toMatchObject({ amount_refunded: 1500, refunded: false });
  const [event] = sandbox.events.all({ type: 'charge.refunded', about: charge.id });
  expect(event?.data.object).toMatchObject({ amount_refunded: 1500 });
});

test('a disputed payment cannot be refunded until the dispute is won', async () => {
  const intent = await payWith('pm_card_visa');
  const dispute = sandbox.faults.openDispute(intent.id);
  const error = await failureOf(stripe.refunds.create({ payment_intent: intent.id }));
  expect(error.code).toBe('charge_disputed');
  expect((await stripe.charges.retrieve(intent.latest_charge as string)).disputed).toBe(true);
  sandbox.faults.closeDispute(dispute.id, 'won');
  const types = sandbox.events.all({ about: dispute.id }).map(({ type }) => type);
  expect(types).toEqual(['charge.dispute.created', 'charge.dispute.closed']);
  expect((await stripe.refunds.create({ payment_intent: intent.id })).status).toBe('succeeded');
});
