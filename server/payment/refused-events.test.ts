import { createHmac } from 'node:crypto';
import { expect, test } from 'vitest';
import { accepted, Buyer } from '#test/buyer.ts';
import { createConcert } from '#test/shop/create-concert.ts';
import { openShop } from '#test/shop/open-shop.ts';
import { SANDBOX_KEYS } from '#test/shop/test-sandbox.ts';
import type { SecurityEvent } from '../platform/security/security-events.ts';

const reported: SecurityEvent[] = [];
const shop = await openShop({ report: (event) => void reported.push(event) });

async function post(body: string, secret: string): Promise<number> {
  const seconds = Math.floor(Date.now() / 1000);
  const mac = createHmac('sha256', secret).update(`${seconds}.${body}`).digest('hex');
  const headers = { 'stripe-signature': `t=${seconds},v1=${mac}` };
  const response = await fetch(`${shop.url}/payment/webhook`, { method: 'POST', headers, body });
  await response.body?.cancel();
  return response.status;
}

test('an event with a wrong signature is refused and reported', async () => {
  const event = JSON.stringify({ id: 'evt_1', object: 'event', type: 'x', data: { object: {} } });
  expect(await post(event, 'whsec_other')).toBe(400);
  expect(reported).toEqual(['bad_signature']);
});

const whole = {
  id: 'evt_1',
  object: 'event',
  type: 'payment_intent.succeeded',
  data: { object: { id: 'pi_unknown', object: 'payment_intent' } },
};

test.each([
  { ...whole, id: undefined },
  { ...whole, id: 7 },
  { ...whole, id: '' },
  { ...whole, type: undefined },
  { ...whole, data: undefined },
  { ...whole, data: { object: null } },
  { ...whole, data: { object: { object: 'payment_intent' } } },
  { ...whole, data: { object: { id: 7 } } },
  { ...whole, id: 'evt_\0' },
  { ...whole, data: { object: { id: 'pi_\0' } } },
])('the signed event %j is malformed', async (event) => {
  expect(await post(JSON.stringify(event), SANDBOX_KEYS.webhookSecret)).toBe(400);
});

test('a signed event about something without an id is ignored', async () => {
  const event = { ...whole, type: 'balance.available', data: { object: { object: 'balance' } } };
  expect(await post(JSON.stringify(event), SANDBOX_KEYS.webhookSecret)).toBe(200);
});

test('an event is answered 502 while the provider does not list the refunds, and then taken', async () => {
  const buyer = new Buyer(shop);
  await buyer.checkOut(await createConcert(shop.pool, { quantity: 1 }));
  buyer.pay();
  await accepted(buyer.complete());
  await shop.sandbox.events.delivered();
  const charge = { id: 'ch_1', object: 'charge', payment_intent: buyer.intent };
  const event = JSON.stringify({ ...whole, type: 'charge.refunded', data: { object: charge } });
  shop.sandbox.faults.route({ route: 'GET /v1/refunds', effect: 'error' });
  expect(await post(event, SANDBOX_KEYS.webhookSecret)).toBe(502);
  expect(await post(event, SANDBOX_KEYS.webhookSecret)).toBe(200);
});
