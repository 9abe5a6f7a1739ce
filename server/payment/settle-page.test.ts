import { beforeEach, describe, expect, test } from 'vitest';
import { createTestDatabase } from '#test/database.ts';
import { accepted } from '#test/buyer.ts';
import { drain, loseWebhooks } from '#test/shop/drain.ts';
import { countOrders } from '#test/shop/count-orders.ts';
import { type TestConcert, createConcert } from '#test/shop/create-concert.ts';
import { endHold, advance } from '#test/shop/advance-time.ts';
import { openShop } from '#test/shop/open-shop.ts';
import { PageBuyer } from '#test/shop/page-buyer.ts';
import { cancelExpiredPayments } from './cancel-payment.ts';
import { reconcile } from './reconcile.ts';

const database = await createTestDatabase();
const shop = await openShop({ database });
const second = await openShop({ database, sandbox: shop.sandbox, takesWebhooks: false });
const { pool, sandbox, payment } = shop;
let concert: TestConcert;
let buyer: PageBuyer;

beforeEach(async () => {
  concert = await createConcert(pool, { quantity: 9, prices: [2400, 1200, 0] });
  buyer = new PageBuyer(shop);
  return async () => expect(await drain(shop)).toEqual([]);
});

const pageOf = (page = buyer.page) => sandbox.faults.sessions().find(({ id }) => id === page);
const stockOf = async () => {
  const { rows } = await pool.query<{ sold: number; held: number }>(
    'select sold, held from stock where product_id = $1',
    [concert.productId],
  );
  return rows[0];
};
/** Makes all open payments look unchecked for a while. */
const ageOpenPayments = () =>
  pool.query(
    `update checkout set created_at = created_at - interval '2 minutes', checked_at = null
     where settled_at is null`,
  );

describe('settling', () => {
  test('the buyer returns first: the order, and the same one each time', async () => {
    loseWebhooks(shop);
    await buyer.checkOutByPage(concert, { quantity: 2 });
    buyer.payPage();
    const { status, orderToken } = await buyer.comeBack();
    expect(status).toBe(200);
    expect(await stockOf()).toEqual({ sold: 2, held: 0 });
    expect((await buyer.comeBack()).orderToken).toBe(orderToken);
    expect((await buyer.order(orderToken ?? '')).status).toBe(200);
    expect((await buyer.cart()).body.msgCode).toBe(6109);
  });

  test('the webhook comes first, or alone', async () => {
    await buyer.checkOutByPage(concert, { quantity: 2 });
    buyer.payPage();
    await sandbox.events.delivered();
    expect(await countOrders(pool, buyer)).toBe(1);
    expect(await stockOf()).toEqual({ sold: 2, held: 0 });
    expect((await buyer.comeBack()).status).toBe(200);
  });

  test.each(['payment_intent.succeeded', 'checkout.session.completed'])(
    '%s alone is enough',
    async (type) => {
      loseWebhooks(shop);
      await buyer.checkOutByPage(concert);
      const intent = buyer.payPage();
      const about = type.startsWith('checkout') ? buyer.page : intent;
      const event = sandbox.events.all({ type, about })[0];
      sandbox.faults.clear();
      sandbox.faults.resend(event?.id ?? '');
      await sandbox.events.delivered();
      expect(await countOrders(pool, buyer)).toBe(1);
    },
  );

  test('webhook, browser, tabs of two processes and reconciliation at once: one order', async () => {
    await buyer.checkOutByPage(concert, { quantity: 2 });
    sandbox.faults.webhooks({ effect: 'duplicate', times: 9 });
    buyer.payPage();
    const outcomes = await Promise.all([
      buyer.comeBack(),
      buyer.tab(second).comeBack(),
      buyer.tab().comeBack(),
      reconcile(payment),
      reconcile(second.payment),
    ]);
    const tokens = outcomes.flatMap((outcome) =>
      'orderToken' in outcome ? outcome.orderToken : [],
    );
    expect(new Set(tokens).size).toBe(1);
    expect(tokens).toHaveLength(3);
    await sandbox.events.delivered();
    expect(await countOrders(pool, buyer)).toBe(1);
    expect(await stockOf()).toEqual({ sold: 2, held: 0 });
  });

  test('nobody comes back and no webhook arrives: the reconciliation finds it', async () => {
    loseWebhooks(shop);
    await buyer.checkOutByPage(concert);
    buyer.payPage();
    await ageOpenPayments();
    expect(await reconcile(payment, 'recent')).toMatchObject({ settled: 1 });
    expect(await countOrders(pool, buyer)).toBe(1);
  });

  test('a return without payment is 402, and the page stays open', async () => {
    await buyer.checkOutByPage(concert);
    expect(await buyer.comeBack()).toMatchObject({ status: 402 });
    buyer.payPage('pm_card_chargeDeclined');
    expect(await buyer.comeBack()).toMatchObject({ status: 402 });
    const { page } = buyer;
    await buyer.openPage();
    expect(buyer.page).toBe(page);
    buyer.payPage();
    expect((await buyer.comeBack()).status).toBe(200);
  });

  test('a payment that the bank still processes is 409 until it responds, and there is no second payment', async () => {
    loseWebhooks(shop);
    await buyer.checkOutByPage(concert);
    const intent = buyer.payPage('pm_card_processing');
    expect(await buyer.comeBack()).toMatchObject({ status: 409, code: 'payment_processing' });
    expect(await buyer.openPage()).toMatchObject({ status: 409, code: 'payment_processing' });
    expect((await buyer.initiate()).status).toBe(409);
    expect((await buyer.add(concert)).status).toBe(409);
    sandbox.faults.endProcessing(intent, 'succeed');
    expect((await buyer.openPage()).orderToken).toBeDefined();
  });

  test('after the bank has refused, the cart can be changed, and paid again', async () => {
    await buyer.checkOutByPage(concert);
    const intent = buyer.payPage('pm_card_processing');
    sandbox.faults.endProcessing(intent, 'fail');
    await sandbox.events.delivered();
    expect(await buyer.comeBack()).toMatchObject({ status: 402 });
    expect((await buyer.add(concert)).status).toBe(200);
    expect((await buyer.openPage()).status).toBe(200);
    buyer.payPage();
    expect((await buyer.comeBack()).status).toBe(200);
  });

  test('the page of another session gets no response', async () => {
    await buyer.checkOutByPage(concert);
    buyer.payPage();
    const stranger = new PageBuyer(shop);
    expect(await stranger.comeBack(buyer.page)).toMatchObject({ code: 'payment_not_yours' });
    expect(await stranger.comeBack('cs_test_none')).toMatchObject({ code: 'payment_not_yours' });
  });
});

describe('a return to a browser without the cart', () => {
  test('settles a payment on the page, as often as it is opened', async () => {
    loseWebhooks(shop);
    await buyer.checkOutByPage(concert, { quantity: 2 });
    buyer.payPage();
    expect(await buyer.comeBackElsewhere()).toEqual({ status: 200 });
    expect(await stockOf()).toEqual({ sold: 2, held: 0 });
    expect(await buyer.comeBackElsewhere()).toEqual({ status: 200 });
    expect(await countOrders(pool, buyer)).toBe(1);
  });

  test('settles a payment in card fields', async () => {
    loseWebhooks(shop);
    await buyer.checkOut(concert, { quantity: 2 });
    buyer.pay();
    expect(await buyer.comeBackElsewhere(buyer.intent)).toEqual({ status: 200 });
    expect(await countOrders(pool, buyer)).toBe(1);
  });

  test('reports that nothing is paid, or that the bank still processes it', async () => {
    await buyer.checkOutByPage(concert);
    expect(await buyer.comeBackElsewhere()).toMatchObject({ status: 402 });
    const intent = buyer.payPage('pm_card_processing');
    expect(await buyer.comeBackElsewhere()).toMatchObject({ code: 'payment_processing' });
    sandbox.faults.endProcessing(intent, 'succeed');
    expect(await buyer.comeBackElsewhere()).toEqual({ status: 200 });
  });

  test('settles no unknown payment, and completes no free order', async () => {
    const unknown = { status: 409, code: 'payment_not_yours' };
    expect(await buyer.comeBackElsewhere('cs_test_none')).toEqual(unknown);
    expect(await buyer.comeBackElsewhere('pi_none')).toEqual(unknown);
    await buyer.checkOut(concert, { type: 2 });
    expect(await buyer.comeBackElsewhere(buyer.intent)).toEqual(unknown);
    expect(await countOrders(pool, buyer)).toBe(0);
  });
});

describe('when its time has expired', () => {
  test('the page expires by itself: its checkout is closed, the cart can be paid again', async () => {
    await buyer.checkOutByPage(concert);
    const { page } = buyer;
    sandbox.faults.expirePage(page);
    await sandbox.events.delivered();
    const { rows } = await pool.query(
      'select from checkout where session_id = $1 and closed_at is null',
      [buyer.sessionId],
    );
    expect(rows).toEqual([]);
    await buyer.openPage();
    expect(buyer.page).not.toBe(page);
    buyer.payPage();
    expect((await buyer.comeBack()).status).toBe(200);
  });

  test('the same happens without a webhook: at the next opening, or by the reconciliation', async () => {
    loseWebhooks(shop);
    await buyer.checkOutByPage(concert);
    const { page } = buyer;
    sandbox.faults.expirePage(page);
    expect((await buyer.openPage()).status).toBe(200);
    expect(buyer.page).not.toBe(page);
    sandbox.faults.expirePage(buyer.page);
    await ageOpenPayments();
    await reconcile(payment);
    const { rows } = await pool.query(
      'select from checkout where session_id = $1 and closed_at is null',
      [buyer.sessionId],
    );
    expect(rows).toEqual([]);
  });

  test('when the hold ends, the page is expired first, then the tickets are released', async () => {
    await buyer.checkOutByPage(concert, { quantity: 9 });
    await endHold(pool, buyer);
    const rival = new PageBuyer(shop);
    expect((await rival.add(concert)).status).toBe(409);
    await cancelExpiredPayments(payment);
    expect(pageOf()?.status).toBe('expired');
    expect((await rival.add(concert)).status).toBe(200);
    expect(await buyer.comeBack()).toMatchObject({ status: 402 });
  });

  test('a payment in the last second becomes an order', async () => {
    loseWebhooks(shop);
    await buyer.checkOutByPage(concert, { quantity: 9 });
    buyer.payPage();
    await endHold(pool, buyer);
    await Promise.all([cancelExpiredPayments(payment), cancelExpiredPayments(second.payment)]);
    expect((await buyer.comeBack()).status).toBe(200);
    expect(await stockOf()).toEqual({ sold: 9, held: 0 });
  });
});

describe('a payment page that is opened again', () => {
  test('completes what was paid, on the page or in card fields, and is then a new order', async () => {
    loseWebhooks(shop);
    await buyer.checkOutByPage(concert);
    expect(await buyer.resume()).toBeNull();
    buyer.payPage();
    expect(await buyer.resume()).toEqual({ orderToken: expect.any(String) as string });
    expect(await buyer.resume()).toBeNull();
    expect((await buyer.comeBack()).status).toBe(200);
    const other = new PageBuyer(shop);
    await other.checkOut(concert);
    other.pay();
    expect(await other.resume()).toEqual({ orderToken: expect.any(String) as string });
    expect(await other.resume()).toBeNull();
    // a new cart of the same session, opened and emptied
    await accepted(other.add(concert));
    await accepted(other.clear());
    expect(await other.resume()).toBeNull();
  });

  test('gets the reference of a payment that is processing, which leads to its result', async () => {
    await buyer.checkOutByPage(concert, { quantity: 9 });
    const intent = buyer.payPage('pm_card_processing');
    expect(await buyer.resume()).toEqual({ session_id: buyer.page });
    await endHold(pool, buyer);
    await advance(pool, buyer, 3);
    await accepted(new PageBuyer(shop).add(concert));
    sandbox.faults.endProcessing(intent, 'succeed');
    await sandbox.events.delivered();
    expect(await buyer.resume()).toBeNull();
    expect(await buyer.comeBack()).toMatchObject({ code: 'payment_refunded' });
    const other = new PageBuyer(shop);
    await other.checkOut(await createConcert(pool, { quantity: 1 }));
    other.pay('pm_card_processing');
    expect(await other.resume()).toEqual({ payment_intent: other.intent });
  });

  test('starts nothing, and completes no free order', async () => {
    expect(await buyer.resume()).toBeNull();
    await buyer.checkOut(concert, { type: 2 });
    expect(await buyer.resume()).toBeNull();
    expect(await countOrders(pool, buyer)).toBe(0);
  });
});
