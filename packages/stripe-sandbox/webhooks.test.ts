import type { Stripe } from 'stripe';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { API_VERSION } from './sandbox-options.ts';
import type { Sandbox } from './start-sandbox.ts';
import { KEYS, openReceiver, openShop, type Received } from './test-helpers.ts';

let sandbox: Sandbox;
let stripe: Stripe;
let receiver: Awaited<ReturnType<typeof openReceiver>>;
let answer: (count: number) => number;

beforeEach(async () => {
  answer = () => 200;
  receiver = await openReceiver((count) => answer(count));
  ({ sandbox, stripe } = await openShop({
    webhookUrl: receiver.url,
    webhookSecret: `${KEYS.webhookSecret},whsec_next`,
    webhookRetryDelays: [1, 1, 1],
  }));
});
afterEach(async () => {
  await sandbox.close();
  receiver.close();
});

const open = ({ body, headers }: Received, secret = KEYS.webhookSecret): Stripe.Event =>
  stripe.webhooks.constructEvent(body, headers['stripe-signature'] ?? '', secret);
const types = (): string[] => receiver.received.map((one) => open(one).type);
const create = (): Promise<Stripe.PaymentIntent> =>
  stripe.paymentIntents.create({ amount: 4200, currency: 'eur' });

test('events arrive signed, with the object as it was, and can be read from the API', async () => {
  const intent = await create();
  await stripe.paymentIntents.confirm(intent.id, { payment_method: 'pm_card_visa' });
  await sandbox.events.delivered();
  expect(types().toSorted()).toEqual([
    'charge.succeeded',
    'payment_intent.created',
    'payment_intent.succeeded',
  ]);
  const [first] = receiver.received;
  if (!first) throw new Error('Nothing arrived.');
  const event = open(first, 'whsec_next');
  expect(event).toMatchObject({ api_version: API_VERSION, livemode: false });
  expect(event.data.object).toMatchObject({ id: intent.id, status: 'requires_payment_method' });
  expect(() => open(first, 'whsec_wrong')).toThrow('signature');
  expect(await stripe.events.retrieve(event.id)).toMatchObject({
    id: event.id,
    pending_webhooks: 0,
  });
  const listed = await stripe.events.list({ type: 'payment_intent.*' });
  expect(listed.data.map(({ type }) => type)).toEqual([
    'payment_intent.succeeded',
    'payment_intent.created',
  ]);
});

test('a refused event is sent again, unchanged, until the receiver accepts it', async () => {
  answer = (count) => (count < 3 ? 500 : 200);
  await create();
  await sandbox.events.delivered();
  expect(new Set(receiver.received.map((one) => open(one).id)).size).toBe(1);
  expect(receiver.received).toHaveLength(3);
});

test('after the last try an event is lost, and can be sent again by hand', async () => {
  answer = () => 503;
  await create();
  await sandbox.events.delivered();
  expect(receiver.received).toHaveLength(4);
  answer = () => 200;
  const [event] = sandbox.events.all();
  sandbox.faults.resend(event?.id ?? '');
  await sandbox.events.delivered();
  expect(receiver.received).toHaveLength(5);
});

test('events can be lost, doubled, delayed and reordered', async () => {
  sandbox.faults.webhooks({ effect: 'drop', type: 'payment_intent.created' });
  const { id } = await create();
  sandbox.faults.webhooks({ effect: 'duplicate', type: 'charge.succeeded' });
  sandbox.faults.webhooks({ effect: 'hold', type: 'payment_intent.succeeded' });
  sandbox.faults.pay(id);
  await sandbox.events.delivered();
  expect(types()).toEqual(['charge.succeeded', 'charge.succeeded']);
  sandbox.faults.release();
  await sandbox.events.delivered();
  expect(types().at(-1)).toBe('payment_intent.succeeded');
  sandbox.faults.webhooks({ effect: 'reverse', times: 2 });
  const other = await create();
  await stripe.paymentIntents.cancel(other.id);
  await sandbox.events.delivered();
  expect(types().slice(-2).toSorted()).toEqual([
    'payment_intent.canceled',
    'payment_intent.created',
  ]);
});

test('what happens before the receiver is known goes there once it is', async () => {
  const shop = await openShop();
  await shop.stripe.paymentIntents.create({ amount: 4200, currency: 'eur' });
  shop.sandbox.setWebhookUrl(receiver.url);
  await shop.sandbox.events.delivered();
  expect(types()).toEqual(['payment_intent.created']);
  await shop.sandbox.close();
});

test('only the types the receiver wants are sent', async () => {
  const shop = await openShop({
    webhookUrl: receiver.url,
    webhookEvents: ['payment_intent.succeeded'],
  });
  const { id } = await shop.stripe.paymentIntents.create({ amount: 4200, currency: 'eur' });
  shop.sandbox.faults.pay(id);
  await shop.sandbox.events.delivered();
  expect(types()).toEqual(['payment_intent.succeeded']);
  await shop.sandbox.close();
});
