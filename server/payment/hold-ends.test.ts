import { beforeEach, describe, expect, test } from 'vitest';
import { accepted, Buyer } from '#test/buyer.ts';
import { drain, loseWebhooks } from '#test/shop/drain.ts';
import { type TestConcert, createConcert } from '#test/shop/create-concert.ts';
import { advance, endHold, endHoldLongAgo } from '#test/shop/advance-time.ts';
import { openShop } from '#test/shop/open-shop.ts';
import { PageBuyer } from '#test/shop/page-buyer.ts';
import { waitUntilBlocked } from '#test/shop/wait-until-blocked.ts';
import { cancelExpiredPayments } from './cancel-payment.ts';
import { reconcile } from './reconcile.ts';

const shop = await openShop();
const { pool, sandbox, payment } = shop;
let concert: TestConcert;
let buyer: Buyer;

beforeEach(async () => {
  concert = await createConcert(pool, { quantity: 2 });
  buyer = new Buyer(shop);
  return async () => expect(await drain(shop)).toEqual([]);
});

const statusOf = (intent = buyer.intent) =>
  sandbox.faults.intents().find(({ id }) => id === intent)?.status;
const canBuyAll = async () => (await new Buyer(shop).add(concert, { quantity: 2 })).status === 200;
const mailsTo = async (session: string) => {
  const { rows } = await pool.query<{ kind: string }>(
    `select m.kind from mail m join checkout c on (m.facts->>'checkoutId')::bigint = c.id
     where c.session_id = $1`,
    [session],
  );
  return rows.map((row) => row.kind);
};

describe('before paying', () => {
  test('the intent is cancelled first, then the tickets are released', async () => {
    await buyer.checkOut(concert, { quantity: 2 });
    await endHold(pool, buyer);
    expect(await canBuyAll()).toBe(false);
    await cancelExpiredPayments(payment);
    expect(statusOf()).toBe('canceled');
    expect(await canBuyAll()).toBe(true);
    expect((await buyer.complete()).status).toBe(402);
  });

  test('the same applies when the provider cancels by itself', async () => {
    await buyer.checkOut(concert, { quantity: 2 });
    await endHold(pool, buyer);
    await payment.provider.stripe.paymentIntents.cancel(buyer.intent);
    await sandbox.events.delivered();
    expect(await canBuyAll()).toBe(true);
  });

  test('an authentication that the bank requests at that moment comes too late', async () => {
    await buyer.checkOut(concert);
    buyer.pay('pm_card_authenticationRequired');
    await endHold(pool, buyer);
    await cancelExpiredPayments(payment);
    sandbox.faults.authenticate(buyer.intent, 'complete');
    expect(statusOf()).toBe('canceled');
    expect((await buyer.complete()).status).toBe(402);
  });

  test('the provider does not respond: available 30 s after the end, whatever its state', async () => {
    await buyer.checkOut(concert, { quantity: 2 });
    await endHold(pool, buyer);
    sandbox.faults.route({ route: 'POST /v1/payment_intents/:id/cancel', effect: 'error' });
    await cancelExpiredPayments(payment);
    expect(await canBuyAll()).toBe(false);
    // 5 s and 26 s after the end
    await advance(pool, buyer, 26 / 60);
    expect(await canBuyAll()).toBe(true);
    await pool.query(`update checkout set checked_at = null`);
    await cancelExpiredPayments(payment);
    expect(statusOf()).toBe('canceled');
  });

  test('a checkout whose intent was never created is closed', async () => {
    await accepted(buyer.add(concert, { quantity: 2 }));
    await accepted(buyer.details());
    await accepted(buyer.delivery('boxoffice'));
    sandbox.faults.route({ route: 'POST /v1/payment_intents', effect: 'hold' });
    const initiating = buyer.initiate();
    await sandbox.faults.held();
    await endHold(pool, buyer);
    await cancelExpiredPayments(payment);
    expect(await canBuyAll()).toBe(true);
    sandbox.faults.release();
    // the response finds an ended cart, so nobody gets the intent's secret
    expect((await initiating).status).toBe(409);
    expect(sandbox.faults.intents().at(-1)?.status).toBe('canceled');
  });

  test('an old cancelled payment does not shorten the grace period of the open one', async () => {
    sandbox.faults.webhooks({ effect: 'hold', type: 'payment_intent.canceled' });
    await buyer.checkOut(concert);
    await accepted(buyer.add(concert));
    await accepted(buyer.initiate());
    sandbox.faults.release();
    await sandbox.events.delivered();
    await endHold(pool, buyer);
    buyer.pay();
    expect(await canBuyAll()).toBe(false);
    expect((await buyer.complete()).status).toBe(200);
  });
});

describe('before paying on the hosted page', () => {
  let pageBuyer: PageBuyer;
  beforeEach(() => {
    pageBuyer = new PageBuyer(shop);
  });
  const page = () => sandbox.faults.sessions().find(({ id }) => id === pageBuyer.page);

  test('the page is expired first, then the tickets are released', async () => {
    await pageBuyer.checkOutByPage(concert, { quantity: 2 });
    await endHold(pool, pageBuyer);
    expect(await canBuyAll()).toBe(false);
    await cancelExpiredPayments(payment);
    expect(page()?.status).toBe('expired');
    expect(await canBuyAll()).toBe(true);
  });

  test('also after a declined card, and while the bank asks for authentication', async () => {
    await pageBuyer.checkOutByPage(concert, { quantity: 2 });
    pageBuyer.payPage('pm_card_chargeDeclined');
    const intent = pageBuyer.payPage('pm_card_authenticationRequired');
    await sandbox.events.delivered();
    await endHold(pool, pageBuyer);
    await cancelExpiredPayments(payment);
    sandbox.faults.authenticate(intent, 'complete');
    expect(statusOf(intent)).toBe('canceled');
    expect(await canBuyAll()).toBe(true);
    expect((await pageBuyer.comeBack()).status).toBe(402);
  });

  test('the provider does not respond: available 30 s after the end, whatever its state', async () => {
    await pageBuyer.checkOutByPage(concert, { quantity: 2 });
    sandbox.faults.route({ route: 'POST /v1/checkout/sessions/:id/expire', effect: 'error' });
    await endHold(pool, pageBuyer);
    await cancelExpiredPayments(payment);
    expect(await canBuyAll()).toBe(false);
    // 5 s and 26 s after the end
    await advance(pool, pageBuyer, 26 / 60);
    expect(await canBuyAll()).toBe(true);
    await pool.query(`update checkout set checked_at = null`);
    await cancelExpiredPayments(payment);
    expect(page()?.status).toBe('expired');
  });

  test('a page created while its cart expired is expired', async () => {
    await accepted(pageBuyer.add(concert, { quantity: 2 }));
    await accepted(pageBuyer.details());
    await accepted(pageBuyer.delivery('boxoffice'));
    sandbox.faults.route({ route: 'POST /v1/checkout/sessions', effect: 'hold' });
    const opening = pageBuyer.openPage();
    await sandbox.faults.held();
    await endHold(pool, pageBuyer);
    await cancelExpiredPayments(payment);
    expect(await canBuyAll()).toBe(true);
    sandbox.faults.release();
    expect((await opening).status).toBe(409);
    expect(sandbox.faults.sessions().at(-1)?.status).toBe('expired');
  });

  test('a payment made while the hold ended is refunded once if the tickets were sold to somebody else', async () => {
    loseWebhooks(shop);
    await pageBuyer.checkOutByPage(concert, { quantity: 2 });
    const intent = pageBuyer.payPage('pm_card_processing');
    await endHoldLongAgo(pool, pageBuyer);
    await cancelExpiredPayments(payment);
    expect(await canBuyAll()).toBe(true);
    sandbox.faults.endProcessing(intent, 'succeed');
    const outcomes = await Promise.all([pageBuyer.comeBack(), pageBuyer.comeBack()]);
    expect(outcomes.map(({ code }) => code)).toEqual(['payment_refunded', 'payment_refunded']);
    expect(await drain(shop)).toEqual([]);
    const refunds = sandbox.faults.refunds().filter((r) => r.payment_intent === intent);
    expect(refunds.map((refund) => refund.amount)).toEqual([4800]);
    expect(await mailsTo(pageBuyer.sessionId)).toEqual(['order-refunded']);
  });
});

describe('while paying', () => {
  test('paid in the last second: the order is created, nothing is cancelled', async () => {
    loseWebhooks(shop);
    await buyer.checkOut(concert, { quantity: 2 });
    buyer.pay();
    await endHold(pool, buyer);
    await Promise.all([cancelExpiredPayments(payment), cancelExpiredPayments(payment)]);
    const response = await buyer.complete();
    expect(response.body.data?.order_token).toBeDefined();
    expect(await canBuyAll()).toBe(false);
  });

  test('the session continues with a new cart, the old payment still counts', async () => {
    loseWebhooks(shop);
    await buyer.checkOut(concert);
    const old = buyer.intent;
    await endHold(pool, buyer);
    const other = await createConcert(pool, { quantity: 1 });
    await accepted(buyer.add(other));
    buyer.pay(undefined, old);
    expect((await buyer.complete(old)).status).toBe(200);
    expect((await buyer.cart()).body.data?.items?.[0]?.product_id).toBe(other.productId);
  });

  test('clearing or changing an expired cart whose payment is open starts a new one', async () => {
    await buyer.checkOut(concert);
    await endHold(pool, buyer);
    expect((await buyer.clear()).status).toBe(200);
    expect((await buyer.add(concert)).status).toBe(200);
    await cancelExpiredPayments(payment);
    expect(statusOf()).toBe('canceled');
  });
});

describe('a late success', () => {
  test('takes the tickets again if they are available', async () => {
    await buyer.checkOut(concert, { quantity: 2 });
    buyer.pay('pm_card_processing');
    await endHoldLongAgo(pool, buyer);
    await cancelExpiredPayments(payment);
    sandbox.faults.endProcessing(buyer.intent, 'succeed');
    expect((await buyer.complete()).status).toBe(200);
  });

  test('after somebody else has bought them: refunded once, reported by mail and by complete', async () => {
    const { body } = await buyer.checkOut(concert, { quantity: 2 });
    buyer.pay('pm_card_processing');
    await endHoldLongAgo(pool, buyer);
    expect(await canBuyAll()).toBe(true);
    sandbox.faults.webhooks({ effect: 'duplicate', times: 9 });
    sandbox.faults.endProcessing(buyer.intent, 'succeed');
    const responses = await Promise.all([buyer.complete(), buyer.complete(), reconcile(payment)]);
    expect(responses[0]).toMatchObject({
      status: 409,
      body: { error_I18n: 'TRANSLATION.PAYMENT.ERROR.REFUNDED' },
    });
    expect((await buyer.order(body.token ?? '')).body.msgCode).toBe(6192);
    expect(await drain(shop)).toEqual([]);
    const refunds = sandbox.faults.refunds().filter((r) => r.payment_intent === buyer.intent);
    expect(refunds.map((refund) => refund.amount)).toEqual([4800]);
    expect(await mailsTo(buyer.sessionId)).toEqual(['order-refunded']);
    expect((await buyer.complete()).status).toBe(409);
  });

  test("for two concerts, one of them sold out, is refunded whole, and the other's tickets are available", async () => {
    const other = await createConcert(pool, { quantity: 1 });
    await accepted(buyer.add(other));
    await buyer.checkOut(concert, { quantity: 2 });
    buyer.pay('pm_card_processing');
    await endHoldLongAgo(pool, buyer);
    await accepted(new Buyer(shop).add(concert));
    sandbox.faults.endProcessing(buyer.intent, 'succeed');
    expect((await buyer.complete()).body.error_I18n).toContain('REFUNDED');
    expect((await new Buyer(shop).add(other)).status).toBe(200);
  });

  test('waits for expired holds that a transaction has locked instead of refunding', async () => {
    await buyer.checkOut(concert, { quantity: 2 });
    buyer.pay('pm_card_processing');
    await endHoldLongAgo(pool, buyer);
    const rival = new Buyer(shop);
    await accepted(rival.add(concert, { quantity: 2 }));
    await endHold(pool, rival);
    const client = await pool.connect();
    await client.query('begin');
    await client.query('select from cart where session_id = $1 for update', [rival.sessionId]);
    loseWebhooks(shop);
    sandbox.faults.endProcessing(buyer.intent, 'succeed');
    const completing = buyer.complete();
    await waitUntilBlocked(pool, 'wait_for_expired_holds');
    await client.query('commit');
    client.release();
    expect((await completing).status).toBe(200);
  });

  test('that turns out a failure buys nothing and refunds nothing', async () => {
    await buyer.checkOut(concert, { quantity: 2 });
    buyer.pay('pm_card_processing');
    await endHoldLongAgo(pool, buyer);
    sandbox.faults.endProcessing(buyer.intent, 'fail');
    // the event also sets checked_at, so the next check would skip this payment
    await sandbox.events.delivered();
    await pool.query(`update checkout set checked_at = null`);
    await cancelExpiredPayments(payment);
    expect(statusOf()).toBe('canceled');
    expect(await canBuyAll()).toBe(true);
  });
});

test('a free order whose hold has ended takes available tickets, or none', async () => {
  const free = await createConcert(pool, { quantity: 1, prices: [0] });
  await buyer.checkOut(free);
  await endHold(pool, buyer);
  await cancelExpiredPayments(payment);
  await accepted(new Buyer(shop).add(free));
  expect((await buyer.complete()).status).toBe(402);
});
