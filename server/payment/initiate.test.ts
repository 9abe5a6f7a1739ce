import { beforeEach, describe, expect, test } from 'vitest';
import { usualDelivery } from '#contract/delivery.ts';
import { registerCustomer } from '#test/customers.ts';
import { createTestApi } from '#test/api-app.ts';
import { createTestDatabase } from '#test/database.ts';
import { accepted, Buyer } from '#test/buyer.ts';
import { drain, loseWebhooks } from '#test/shop/drain.ts';
import { createConcert, type TestConcert } from '#test/shop/create-concert.ts';
import { endHold, advance } from '#test/shop/advance-time.ts';
import { buyerAt } from '#test/shop/buyer-at.ts';
import { openShop } from '#test/shop/open-shop.ts';
import { chooseDelivery } from '../checkout/details.ts';
import type { Queryable } from '../platform/database/multiplexed-pool.ts';
import { createConcurrencyLimiter } from '../platform/process/concurrency-limiter.ts';
import { cancelCheckout, cancelOpenPayment, cancelExpiredPayments } from './cancel-payment.ts';
import { initiatePayment } from './initiate-payment.ts';

const database = await createTestDatabase();
const shop = await openShop({ database });
const { pool, sandbox, payment } = shop;
let concert: TestConcert;
let buyer: Buyer;

beforeEach(async () => {
  concert = await createConcert(pool, { quantity: 9, prices: [2400, 1200, 0] });
  buyer = new Buyer(shop);
  return async () => expect(await drain(shop)).toEqual([]);
});

test('thirty payments per cart and two hundred per network in ten minutes', async () => {
  const limited = await openShop({ database, sandbox, limits: true, takesWebhooks: false });
  const address = '198.51.100.77';
  const initiate = async (someone: Buyer, times: number) => {
    const statuses = new Set<number>();
    for (let n = 0; n < times; n++) statuses.add((await someone.initiate()).status);
    return [...statuses];
  };
  const first = buyerAt(limited, address);
  await first.checkOut(concert);
  expect(await initiate(first, 29)).toEqual([200]);
  const refused = await first.initiate();
  expect(refused.status).toBe(429);
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(500);
  // empty carts count, too
  for (let n = 0; n < 8; n++) await initiate(buyerAt(limited, address), 20);
  expect(await initiate(buyerAt(limited, address), 20)).toEqual([409, 429]);
  const elsewhere = buyerAt(limited, '198.51.100.78');
  await elsewhere.checkOut(concert);
});

const statusOf = (intent: string) =>
  sandbox.faults.intents().find(({ id }) => id === intent)?.status;
const end = async () => Date.parse((await buyer.cart()).body.data?.expires_at ?? '');

describe('freezing', () => {
  test('needs a cart, complete details and a delivery that fits', async () => {
    expect((await buyer.initiate()).status).toBe(409);
    await accepted(buyer.add(concert));
    expect((await buyer.initiate()).status).toBe(409);
    await accepted(buyer.details());
    expect((await buyer.initiate()).status).toBe(409);
    await accepted(buyer.delivery('postal'));
    const response = await buyer.initiate();
    expect(response).toMatchObject({ status: 200, body: { amount: 28.5, currency: 'eur' } });
    await endHold(pool, buyer);
    expect((await buyer.initiate()).status).toBe(409);
  });

  test('the unchanged cart gets the same intent again, in every tab', async () => {
    await buyer.checkOut(concert);
    const tab = buyer.tab();
    const [again, other] = await Promise.all([buyer.initiate(), tab.initiate()]);
    expect(again.body.paymentIntent).toBe(other.body.paymentIntent);
    expect(again.body.client_secret).toBe(other.body.client_secret);
    expect(again.body.token).toBe(other.body.token);
  });

  test('parallel initiates of a new cart get the same intent', async () => {
    await accepted(buyer.add(concert));
    await accepted(buyer.details());
    await accepted(buyer.delivery('boxoffice'));
    const responses = await Promise.all(Array.from({ length: 6 }, () => buyer.tab().initiate()));
    const started = responses.filter(({ status }) => status === 200);
    expect(started).toHaveLength(responses.length);
    const last = await accepted(buyer.initiate());
    const alive = sandbox.faults
      .intents()
      .filter(({ status, metadata }) => status !== 'canceled' && metadata['checkout'] !== undefined)
      .filter(
        ({ id }) =>
          started.some(({ body }) => body.paymentIntent === id) || id === last.body.paymentIntent,
      );
    expect(alive.map(({ id }) => id)).toEqual([last.body.paymentIntent]);
  });

  test('a reload while the provider is slow gets the intent of the first call', async () => {
    await accepted(buyer.add(concert));
    await accepted(buyer.details());
    await accepted(buyer.delivery('boxoffice'));
    const before = sandbox.faults.intents().length;
    sandbox.faults.route({ route: 'POST /v1/payment_intents', effect: 'slow', ms: 1500 });
    const responses = await Promise.all(Array.from({ length: 3 }, () => buyer.tab().initiate()));
    const [first, ...others] = responses.map(({ status, body }) => [status, body.paymentIntent]);
    expect(first?.[0]).toBe(200);
    expect(others).toEqual([first, first]);
    expect(sandbox.faults.intents()).toHaveLength(before + 1);
  });

  test('an open checkout takes the language and the terms of the last call', async () => {
    await buyer.checkOut(concert);
    const seen = {
      sessionId: buyer.sessionId,
      accountId: null,
      termsVersion: '2',
      post: usualDelivery,
    };
    await initiatePayment(payment, { ...seen, language: 'en' });
    const { rows } = await pool.query(
      'select language, terms_version, intent_id from checkout where session_id = $1',
      [buyer.sessionId],
    );
    expect(rows).toEqual([{ language: 'en', terms_version: '2', intent_id: buyer.intent }]);
  });

  test('a cart that changes between reading and freezing is read again', async () => {
    await accepted(buyer.add(concert));
    await accepted(buyer.details());
    await accepted(buyer.delivery('boxoffice'));
    let frozen = 0;
    const steps: Queryable = {
      async query(statement) {
        if (statement.name === 'freeze_cart' && frozen++ === 0) await accepted(buyer.add(concert));
        return await payment.steps.query(statement);
      },
    };
    const opened = await initiatePayment(
      { ...payment, steps },
      {
        sessionId: buyer.sessionId,
        accountId: null,
        language: 'de',
        termsVersion: '1',
        post: usualDelivery,
      },
    );
    expect(opened.amountCents).toBe(4800);
    expect(frozen).toBe(2);
  });

  test('waits for the provider only for a while, and keeps its checkout for the next attempt', async () => {
    await accepted(buyer.add(concert));
    await accepted(buyer.details());
    await accepted(buyer.delivery('boxoffice'));
    const limitOpenings = createConcurrencyLimiter(1, 9, { code: 'provider_busy', maxWaitMs: 50 });
    let release = () => {};
    const silent = limitOpenings(() => new Promise<void>((resolve) => (release = resolve)));
    const initiate = () =>
      initiatePayment(
        { ...payment, provider: { ...payment.provider, limitOpenings } },
        {
          sessionId: buyer.sessionId,
          accountId: null,
          language: 'de',
          termsVersion: '1',
          post: usualDelivery,
        },
      );
    await expect(initiate()).rejects.toMatchObject({ code: 'provider_busy' });
    release();
    await silent;
    const findCheckouts = async () =>
      (
        await pool.query<{ id: number }>(
          'select id from checkout where session_id = $1 and closed_at is null',
          [buyer.sessionId],
        )
      ).rows;
    const [kept] = await findCheckouts();
    expect((await initiate()).amountCents).toBe(2400);
    expect(await findCheckouts()).toEqual([kept]);
  });

  test("moves the hold's end to at least 15 minutes from then, once", async () => {
    await accepted(buyer.add(concert));
    await accepted(buyer.details());
    await accepted(buyer.delivery('boxoffice'));
    await advance(pool, buyer, 25);
    await accepted(buyer.initiate());
    expect(await end()).toBeGreaterThan(Date.now() + 14 * 60_000);
    await advance(pool, buyer, 10);
    const before = await end();
    await accepted(buyer.initiate());
    expect(await end()).toBe(before);
  });

  test('extending the cart leaves the payment open', async () => {
    await buyer.checkOut(concert);
    await accepted(buyer.extend());
    expect((await buyer.initiate()).body.paymentIntent).toBe(buyer.intent);
    expect(statusOf(buyer.intent)).toBe('requires_payment_method');
  });
});

describe('saving unchanged values leaves the payment open', () => {
  const saves: [string, () => Promise<{ status: number }>][] = [
    ['the same quantity', () => buyer.set(concert, { quantity: 1 })],
    ['the same way of delivery', () => buyer.delivery('boxoffice')],
    ['the same details', () => buyer.details()],
  ];

  test.each(saves)('%s', async (_, save) => {
    await accepted(buyer.add(concert));
    await accepted(buyer.details());
    await accepted(buyer.delivery('boxoffice'));
    await accepted(buyer.initiate());
    const { intent } = buyer;
    expect((await save()).status).toBe(200);
    expect(statusOf(intent)).toBe('requires_payment_method');
    expect((await accepted(buyer.initiate())).body.paymentIntent).toBe(intent);
  });

  test('the same details of a customer', async () => {
    buyer.bearer = (await registerCustomer(createTestApi(database))).token;
    await buyer.checkOut(concert);
    await accepted(buyer.details());
    expect(statusOf(buyer.intent)).toBe('requires_payment_method');
    await accepted(buyer.details({ street: 'Inselstraße 18' }));
    expect(statusOf(buyer.intent)).toBe('canceled');
  });
});

describe('a change cancels the payment first', () => {
  const changes: [string, () => Promise<{ status: number }>][] = [
    ['one more ticket', () => buyer.add(concert)],
    ['another quantity', () => buyer.set(concert, { quantity: 3 })],
    ['another way of delivery', () => buyer.delivery('postal')],
    ['other details', () => buyer.details({ street: 'Inselstraße 18' })],
    ['an emptied cart', () => buyer.clear()],
  ];

  test.each(changes)('%s', async (_, change) => {
    await buyer.checkOut(concert);
    const old = buyer.intent;
    expect((await change()).status).toBe(200);
    expect(statusOf(old)).toBe('canceled');
    const next = await buyer.initiate();
    if (next.status === 200) expect(next.body.paymentIntent).not.toBe(old);
  });

  test.each(changes)('%s is refused while the payment is processing', async (_, change) => {
    loseWebhooks(shop);
    await buyer.checkOut(concert);
    buyer.pay('pm_card_processing');
    expect(await change()).toMatchObject({ status: 409, body: { msgCode: 6104 } });
    // otherwise the next read of the provider waits 2 s
    await advance(pool, buyer, 1);
    expect((await buyer.complete()).status).toBe(409);
    sandbox.faults.endProcessing(buyer.intent, 'succeed');
    await advance(pool, buyer, 1);
    await expect.poll(async () => (await buyer.complete()).status).toBe(200);
  });

  test.each(changes.slice(0, -1))('%s is refused once it is paid', async (_, change) => {
    loseWebhooks(shop);
    await buyer.checkOut(concert);
    buyer.pay();
    expect(await change()).toMatchObject({ status: 409, body: { msgCode: 6104 } });
    // initiating has also settled the payment
    const { rows } = await pool.query(
      `select o.id from orders o join checkout c on c.id = o.checkout_id where c.intent_id = $1`,
      [buyer.intent],
    );
    expect(rows).toHaveLength(1);
  });

  test('a price changed in the meantime: the next initiate is for the new amount', async () => {
    await buyer.checkOut(concert);
    const old = buyer.intent;
    await pool.query('update ticket_type set price_cents = 2600 where id = $1', [concert.types[0]]);
    expect((await accepted(buyer.initiate())).body.amount).toBe(26);
    expect(statusOf(old)).toBe('canceled');
  });

  test('a buyer who has logged in since gets a new intent, and the order is in the account', async () => {
    await buyer.checkOut(concert);
    const old = buyer.intent;
    const customer = await registerCustomer(createTestApi(database));
    buyer.bearer = customer.token;
    await accepted(buyer.initiate());
    expect(statusOf(old)).toBe('canceled');
    buyer.pay();
    await accepted(buyer.complete());
    const orders = await buyer.call('GET', '/orders');
    expect(orders.body.data).toHaveLength(1);
  });

  test('a concert taken off sale in the meantime is not sold any more', async () => {
    await accepted(buyer.add(concert));
    await accepted(buyer.details());
    await accepted(buyer.delivery('boxoffice'));
    await pool.query('update concert set onsale = false where id = $1', [concert.id]);
    expect((await buyer.initiate()).status).toBe(409);
  });

  test('a payment that another tab opens between cancelling and changing is cancelled, too', async () => {
    await accepted(buyer.add(concert));
    await accepted(buyer.details());
    await accepted(buyer.delivery('boxoffice'));
    await accepted(buyer.initiate());
    const tab = buyer.tab();
    const choice = {
      sessionId: buyer.sessionId,
      accountId: null,
      method: 'postal' as const,
      holdMinutes: 30,
      post: usualDelivery,
    };
    await chooseDelivery(pool, choice, async (session) => {
      await cancelOpenPayment(payment, session);
      if (tab.intent === '') await accepted(tab.initiate());
    });
    expect(statusOf(tab.intent)).toBe('canceled');
    expect((await accepted(buyer.initiate())).body.amount).toBe(28.5);
  });

  test('a payment whose intent appears while it is being cancelled is cancelled, too', async () => {
    await buyer.checkOut(concert);
    const { rows } = await pool.query<{ id: number }>(
      'select id from checkout where intent_id = $1',
      [buyer.intent],
    );
    // as read before the provider responded
    await cancelCheckout(payment, {
      id: rows[0]?.id ?? 0,
      intent_id: null,
      provider_session: null,
    });
    expect(statusOf(buyer.intent)).toBe('canceled');
  });

  test('changes and initiates of two tabs at once never leave an outdated amount payable', async () => {
    await buyer.checkOut(concert);
    const tab = buyer.tab();
    for (let round = 0; round < 5; round++) {
      const responses = await Promise.all([
        buyer.set(concert, { quantity: 1 + (round % 3) }),
        tab.initiate(),
        buyer.delivery(round % 2 === 0 ? 'postal' : 'boxoffice'),
        buyer.initiate(),
      ]);
      for (const { status } of responses) expect([200, 409, 502]).toContain(status);
    }
    const { body } = await accepted(buyer.initiate());
    const cart = await buyer.cart();
    expect(body.amount).toBe(cart.body.data?.total_price);
    const { rows } = await pool.query<{ intent_id: string }>(
      `select intent_id from checkout where session_id = $1 and intent_id is not null`,
      [buyer.sessionId],
    );
    const payable = rows.filter(({ intent_id: id }) => statusOf(id) !== 'canceled');
    expect(payable.map((row) => row.intent_id)).toEqual([body.paymentIntent]);
  });
});

describe('a total of 0', () => {
  test('needs no card and ends in an order', async () => {
    const response = await buyer.checkOut(concert, { type: 2, quantity: 2 });
    expect(response.body).toMatchObject({ amount: 0, client_secret: null });
    expect(buyer.intent).toMatch(/^free_/);
    const [one, two] = await Promise.all([buyer.complete(), buyer.tab().complete(buyer.intent)]);
    expect(one.body.data?.order_token).toBeDefined();
    expect(two.body.data?.order_token).toBe(one.body.data?.order_token);
    expect((await buyer.cart()).body.msgCode).toBe(6109);
  });

  test('two tabs have the same order, another session cannot complete it', async () => {
    await buyer.checkOut(concert, { type: 2 });
    expect((await buyer.tab().initiate()).body.paymentIntent).toBe(buyer.intent);
    expect((await new Buyer(shop).complete(buyer.intent)).status).toBe(409);
    expect((await buyer.complete()).status).toBe(200);
  });

  test('completing it after the hold has ended reports that, and orders nothing', async () => {
    await buyer.checkOut(concert, { type: 2 });
    await endHold(pool, buyer);
    await cancelExpiredPayments(payment);
    const response = await buyer.complete();
    expect(response.status).toBe(402);
    expect(response.body.message).toMatch(/^Ihre Reservierung ist abgelaufen/);
    const { rows } = await pool.query('select from mail where kind = $1', ['order-refunded']);
    expect(rows).toHaveLength(0);
  });

  test('a changed cart cannot be completed as it was', async () => {
    await buyer.checkOut(concert, { type: 2 });
    const old = buyer.intent;
    await accepted(buyer.add(concert));
    expect((await buyer.complete(old)).status).toBe(402);
  });
});
