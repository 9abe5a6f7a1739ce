import { createHmac } from 'node:crypto';
import { beforeEach, describe, expect, test } from 'vitest';
import { accepted, Buyer } from '#test/buyer.ts';
import { advance } from '#test/shop/advance-time.ts';
import { drain, loseWebhooks } from '#test/shop/drain.ts';
import { type TestConcert, createConcert } from '#test/shop/create-concert.ts';
import { openShop } from '#test/shop/open-shop.ts';
import { SANDBOX_KEYS } from '#test/shop/test-sandbox.ts';
import { reconcile } from './reconcile.ts';
import { settlePayment } from './settle-payment.ts';

const shop = await openShop();
const { pool, sandbox, payment } = shop;
let concert: TestConcert;
let buyer: Buyer;

beforeEach(async () => {
  concert = await createConcert(pool, { quantity: 5 });
  buyer = new Buyer(shop);
  return async () => expect(await drain(shop)).toEqual([]);
});

/** Counts orders and valid tickets of a payment. */
async function bought(intent = buyer.intent): Promise<{ orders: number; tickets: number }> {
  const { rows } = await pool.query<{ orders: number; tickets: number }>(
    `select count(distinct o.id)::int as orders, count(t.id)::int as tickets
     from checkout c join orders o on o.checkout_id = c.id
     left join ticket t on t.order_id = o.id and t.voided_at is null where c.intent_id = $1`,
    [intent],
  );
  return rows[0] ?? { orders: 0, tickets: 0 };
}

const statusOf = (intent = buyer.intent) =>
  sandbox.faults.intents().find(({ id }) => id === intent)?.status;

describe('either side may come first', () => {
  test('the browser alone, every webhook lost', async () => {
    loseWebhooks(shop);
    await buyer.checkOut(concert, { quantity: 2 });
    buyer.pay();
    const done = await accepted(buyer.complete());
    expect(await bought()).toEqual({ orders: 1, tickets: 2 });
    expect((await buyer.cart()).body.msgCode).toBe(6109);
    const order = await accepted(buyer.order(done.body.data?.order_token ?? ''));
    expect(order.body.data).toMatchObject({ total_price: 48, email: 'clara@example.org' });
  });

  test('the webhook alone, the browser closed after paying', async () => {
    const { body } = await buyer.checkOut(concert);
    expect((await buyer.order(body.token ?? '')).body.msgCode).toBe(6192);
    buyer.pay();
    await sandbox.events.delivered();
    expect(await bought()).toEqual({ orders: 1, tickets: 1 });
    // the token from initiate is that of the order
    expect((await buyer.order(body.token ?? '')).status).toBe(200);
    expect((await buyer.complete()).body.data?.order_token).toBe(body.token);
  });

  test('the reconciliation alone, browser closed and webhooks lost', async () => {
    loseWebhooks(shop);
    await buyer.checkOut(concert);
    buyer.pay();
    expect(await reconcile(payment)).toMatchObject({
      settled: 1,
      paid_without_ticket_or_refund: 0,
      tickets_without_payment: 0,
    });
    expect(await bought()).toEqual({ orders: 1, tickets: 1 });
  });

  test('all at once, several times each: one order', async () => {
    sandbox.faults.webhooks({ effect: 'duplicate', times: 20 });
    await buyer.checkOut(concert, { quantity: 2 });
    buyer.pay();
    const [tokens] = await Promise.all([
      Promise.all(Array.from({ length: 5 }, () => buyer.complete())),
      reconcile(payment),
      reconcile(payment),
      settlePayment(payment, buyer.intent),
      sandbox.events.delivered(),
    ]);
    expect(new Set(tokens.map(({ body }) => body.data?.order_token)).size).toBe(1);
    expect(await bought()).toEqual({ orders: 1, tickets: 2 });
  });

  test('a webhook for a payment whose intent was not stored yet', async () => {
    await buyer.checkOut(concert);
    buyer.pay('pm_card_processing');
    // its event must not meet a checkout that loses its intent halfway
    await sandbox.events.delivered();
    // as if the process that created the intent had died before it stored it
    await pool.query('update checkout set intent_id = null where intent_id = $1', [buyer.intent]);
    sandbox.faults.endProcessing(buyer.intent, 'succeed');
    await sandbox.events.delivered();
    expect(await bought()).toEqual({ orders: 1, tickets: 1 });
  });
});

describe('webhooks', () => {
  test('delayed and reordered: the state of the intent decides', async () => {
    sandbox.faults.webhooks({ effect: 'hold', times: 10 });
    await buyer.checkOut(concert);
    buyer.pay('pm_card_chargeDeclined');
    buyer.pay();
    await accepted(buyer.complete());
    // the failure arrives after the order
    sandbox.faults.clear();
    await sandbox.events.delivered();
    expect(await bought()).toEqual({ orders: 1, tickets: 1 });
  });

  test('the last one first', async () => {
    sandbox.faults.webhooks({ effect: 'reverse', times: 4 });
    await buyer.checkOut(concert);
    buyer.pay('pm_card_chargeDeclined');
    buyer.pay();
    await sandbox.events.delivered();
    expect(await bought()).toEqual({ orders: 1, tickets: 1 });
  });

  test('forged, unsigned, or signed long ago are refused and change nothing', async () => {
    await buyer.checkOut(concert);
    const event = JSON.stringify({
      id: 'evt_forged',
      object: 'event',
      type: 'payment_intent.succeeded',
      livemode: false,
      data: { object: { id: buyer.intent, object: 'payment_intent' } },
    });
    const now = Math.floor(Date.now() / 1000);
    const sign = (secret: string, seconds: number, payload = event) =>
      `t=${seconds},v1=${createHmac('sha256', secret).update(`${seconds}.${payload}`).digest('hex')}`;
    const good = SANDBOX_KEYS.webhookSecret;
    for (const signature of ['', 'nonsense', sign('whsec_other', now), sign(good, now - 3600)]) {
      expect(await post(event, signature)).toBe(400);
    }
    const live = event.replace('"livemode":false', '"livemode":true');
    expect(await post(live, sign(good, now, live))).toBe(400);
    // a correctly signed event with a false state is only a hint
    expect(await post(event, sign(good, now))).toBe(200);
    expect(await bought()).toEqual({ orders: 0, tickets: 0 });
  });

  async function post(body: string, signature: string): Promise<number> {
    const headers = { 'stripe-signature': signature, 'content-type': 'application/json' };
    const response = await fetch(`${shop.url}/payment/webhook`, { method: 'POST', headers, body });
    await response.text();
    return response.status;
  }

  test('of unknown kinds are accepted, and events are recorded once', async () => {
    await buyer.checkOut(concert);
    buyer.pay();
    await sandbox.events.delivered();
    const [event] = sandbox.faults.events({
      type: 'payment_intent.succeeded',
      about: buyer.intent,
    });
    sandbox.faults.resend(event?.id ?? '');
    await sandbox.events.delivered();
    const { rows } = await pool.query('select from payment_event where id = $1', [event?.id]);
    expect(rows).toHaveLength(1);
  });
});

// where a browser's call would wait up to 2 s for its turn to read the provider, a minute passes
describe('tabs and retries', () => {
  test('complete before paying is 402 and the same intent can be paid after', async () => {
    await buyer.checkOut(concert);
    expect((await buyer.complete()).status).toBe(402);
    buyer.pay();
    expect((await buyer.complete()).status).toBe(200);
  });

  test('declined, then tried again: the same intent', async () => {
    await buyer.checkOut(concert);
    const first = buyer.intent;
    buyer.pay('pm_card_chargeDeclined');
    expect((await buyer.complete()).status).toBe(402);
    await accepted(buyer.initiate());
    expect(buyer.intent).toBe(first);
    buyer.pay();
    await advance(pool, buyer, 1);
    expect((await buyer.complete()).status).toBe(200);
  });

  test('authentication failed, then completed', async () => {
    await buyer.checkOut(concert);
    buyer.pay('pm_card_authenticationRequired');
    expect((await buyer.complete()).status).toBe(402);
    sandbox.faults.authenticate(buyer.intent, 'fail');
    await advance(pool, buyer, 1);
    expect((await buyer.complete()).status).toBe(402);
    buyer.pay('pm_card_authenticationRequired');
    sandbox.faults.authenticate(buyer.intent, 'complete');
    await advance(pool, buyer, 1);
    expect((await buyer.complete()).status).toBe(200);
  });

  test('processing is 409 until it ends; a failed payment can be tried again', async () => {
    await buyer.checkOut(concert);
    buyer.pay('pm_card_processing');
    expect(await buyer.complete()).toMatchObject({
      status: 409,
      body: { error_I18n: expect.stringContaining('PROCESSING') as string },
    });
    expect((await buyer.initiate()).body.status).toBe('processing');
    sandbox.faults.endProcessing(buyer.intent, 'fail');
    await advance(pool, buyer, 1);
    expect((await buyer.complete()).status).toBe(402);
    buyer.pay();
    await advance(pool, buyer, 1);
    expect((await buyer.complete()).status).toBe(200);
  });

  test('after a reload, initiate reports the payment and complete returns the order', async () => {
    loseWebhooks(shop);
    await buyer.checkOut(concert);
    buyer.pay();
    expect((await buyer.initiate()).body).toMatchObject({
      paymentIntent: buyer.intent,
      status: 'succeeded',
    });
    expect((await buyer.complete()).status).toBe(200);
    expect((await buyer.initiate()).status).toBe(409);
  });

  test('a tab with an outdated amount can no longer pay', async () => {
    const tab = buyer.tab();
    await buyer.checkOut(concert);
    tab.intent = buyer.intent;
    await accepted(buyer.add(concert));
    await accepted(buyer.initiate());
    expect(() => tab.pay()).toThrow(/canceled/);
    expect((await tab.complete()).status).toBe(402);
    buyer.pay();
    expect((await buyer.complete()).status).toBe(200);
  });

  test("another session's payment, an unknown one and a foreign one cannot be completed", async () => {
    await buyer.checkOut(concert);
    buyer.pay();
    const stranger = new Buyer(shop);
    expect((await stranger.complete(buyer.intent)).status).toBe(409);
    expect((await buyer.complete('pi_unknown')).status).toBe(409);
    expect((await buyer.complete()).status).toBe(200);
    expect((await stranger.complete(buyer.intent)).status).toBe(409);
  });

  test('the client secret is returned to that session alone, never in an address', async () => {
    const { body } = await buyer.checkOut(concert);
    expect(body.client_secret).toContain(buyer.intent);
    const other = await new Buyer(shop).checkOut(concert);
    expect(other.body.client_secret).not.toBe(body.client_secret);
  });
});

describe('a payment that is not what was agreed', () => {
  test('of another amount is refunded whole, without tickets', async () => {
    loseWebhooks(shop);
    await buyer.checkOut(concert);
    await payment.provider.stripe.paymentIntents.update(buyer.intent, { amount: 100 });
    buyer.pay();
    expect((await buyer.complete()).body).toMatchObject({
      error_I18n: 'TRANSLATION.PAYMENT.ERROR.REFUNDED',
      message:
        'Ihre Zahlung stimmt nicht mit der Bestellung überein. Sie wird Ihnen vollständig erstattet',
    });
    expect(await bought()).toEqual({ orders: 0, tickets: 0 });
  });

  test('whose metadata was changed in the dashboard is refunded, too', async () => {
    loseWebhooks(shop);
    await buyer.checkOut(concert);
    await payment.provider.stripe.paymentIntents.update(buyer.intent, {
      metadata: { checkout_key: 'another' },
    });
    buyer.pay();
    expect((await buyer.complete()).status).toBe(409);
    expect((await new Buyer(shop).add(concert, { quantity: 5 })).status).toBe(200);
  });

  test('that belongs to no checkout is refunded, once', async () => {
    const foreign = await payment.provider.stripe.paymentIntents.create({
      amount: 5000,
      currency: 'eur',
      allowed_payment_method_types: ['card'],
      metadata: { checkout: '1', checkout_key: 'of another shop' },
    });
    sandbox.faults.webhooks({ effect: 'duplicate', times: 9 });
    buyer.pay(undefined, foreign.id);
    await Promise.all([
      ...Array.from({ length: 6 }, () => settlePayment(payment, foreign.id)),
      reconcile(payment),
    ]);
    expect(await drain(shop)).toEqual([]);
    const { rows } = await pool.query('select from refund where intent_id = $1', [foreign.id]);
    expect(rows).toHaveLength(1);
    expect(statusOf(foreign.id)).toBe('succeeded');
  });
});
