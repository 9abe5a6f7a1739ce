import { beforeEach, describe, expect, test } from 'vitest';
import { Buyer, accepted } from '#test/buyer.ts';
import { createClient } from '#test/http-client.ts';
import { endHold } from '#test/shop/advance-time.ts';
import { loseWebhooks } from '#test/shop/drain.ts';
import { type TestConcert, createConcert } from '#test/shop/create-concert.ts';
import { openShop } from '#test/shop/open-shop.ts';
import { listViolations } from '../invariants.ts';
import { commitRefund } from '#test/shop/commit-refund.ts';

const shop = await openShop();
const { pool } = shop;
let concert: TestConcert;
let buyer: Buyer;

beforeEach(() => {
  buyer = new Buyer(shop);
  return async () => expect(await listViolations(pool)).toEqual([]);
});

const inEnglish = (sessionId: string) => new Buyer(shop, sessionId, createClient(shop.url, 'en'));

/** Refused with exactly this sentence, and the cart is as it was. */
async function expectRefused(change: () => ReturnType<Buyer['add']>, message: string) {
  const before = (await buyer.cart()).body.data?.items;
  expect(await change()).toMatchObject({ status: 409, body: { msgCode: 6104, message } });
  expect((await buyer.cart()).body.data?.items).toEqual(before);
}

async function quotaOf(type: number | undefined) {
  const { rows } = await pool.query<{ sold: number; held: number; free: number }>(
    `select sold, held, quantity - sold - held as free from ticket_quota where ticket_type_id = $1`,
    [type],
  );
  return rows[0];
}

async function order(
  someone: Buyer,
  made: TestConcert,
  options: { type: number; quantity: number },
) {
  await someone.checkOut(made, options);
  someone.pay();
  const done = await accepted(someone.complete());
  const found = await accepted(someone.order(done.body.data?.order_token ?? ''));
  return found.body.data?.order_no ?? '';
}

describe('the limit per order', () => {
  const sentence = 'Höchstens 4 Karten je Bestellung für dieses Konzert';

  beforeEach(async () => {
    concert = await createConcert(pool, { quantity: 50, prices: [2400, 1200], maxPerOrder: 4 });
  });

  test('is ten by default', async () => {
    concert = await createConcert(pool, { quantity: 50 });
    await expectRefused(
      () => buyer.add(concert, { quantity: 11 }),
      'Höchstens 10 Karten je Bestellung für dieses Konzert',
    );
    await accepted(buyer.add(concert, { quantity: 10 }));
  });

  test('a refused change leaves the open payment as it is', async () => {
    const small = await createConcert(pool, { quantity: 3 });
    await accepted(new Buyer(shop).add(small, { quantity: 2 }));
    await buyer.checkOut(concert, { quantity: 4 });
    await expectRefused(() => buyer.set(concert, { quantity: 5 }), sentence);
    await expectRefused(
      () => buyer.add(small, { quantity: 2 }),
      'So viele Karten sind nicht mehr frei',
    );
    const statusOf = () => shop.sandbox.faults.intents().find(({ id }) => id === buyer.intent);
    expect(statusOf()?.status).not.toBe('canceled');
    await accepted(buyer.set(concert, { quantity: 3 }));
    expect(statusOf()?.status).toBe('canceled');
  });

  test('applies to the whole cart, when adding and when updating', async () => {
    await accepted(buyer.add(concert, { quantity: 3 }));
    await expectRefused(() => buyer.add(concert, { type: 1, quantity: 2 }), sentence);
    await expectRefused(() => buyer.set(concert, { quantity: 5 }), sentence);
    await expectRefused(() => buyer.set(concert, { type: 1, quantity: 2 }), sentence);
    const lines = [
      buyer.line(concert, { quantity: 1 }),
      buyer.line(concert, { type: 1, quantity: 3 }),
    ];
    await accepted(buyer.setLines(lines));
    const english = await inEnglish(buyer.sessionId).add(concert);
    expect(english.body.message).toBe('At most 4 tickets per order for this concert');
  });

  test('may differ per concert', async () => {
    const other = await createConcert(pool, { quantity: 50, maxPerOrder: 2 });
    await accepted(buyer.add(concert, { quantity: 4 }));
    await accepted(buyer.add(other, { quantity: 2 }));
    await expectRefused(
      () => buyer.add(other),
      'Höchstens 2 Karten je Bestellung für dieses Konzert',
    );
  });

  test('reports more tickets than exist as an invalid field', async () => {
    expect((await buyer.add(concert, { quantity: 51 })).status).toBe(422);
  });

  test('may be set per ticket type', async () => {
    concert = await createConcert(pool, {
      quantity: 50,
      prices: [2400, 1200],
      maxOfType: { 1: 1 },
    });
    await accepted(buyer.add(concert, { type: 1 }));
    await expectRefused(
      () => buyer.add(concert, { type: 1 }),
      'Höchstens 1 Karte je Bestellung für dieses Konzert (Preis 2)',
    );
  });

  test('is checked again when the payment starts', async () => {
    await accepted(buyer.add(concert, { quantity: 4 }));
    await accepted(buyer.details());
    await accepted(buyer.delivery('boxoffice'));
    await pool.query('update product set max_per_order = 3 where id = $1', [concert.productId]);
    await expectRefused(
      () => buyer.initiate(),
      'Höchstens 3 Karten je Bestellung für dieses Konzert',
    );
    await accepted(buyer.set(concert, { quantity: 3 }));
    await accepted(buyer.initiate());
  });
});

describe('a ticket type sold only together with others', () => {
  const sentence = 'Preis 3 gibt es nur zusammen mit Preis 1 oder Preis 2';

  beforeEach(async () => {
    const prices = [2400, 1200, 0];
    concert = await createConcert(pool, { quantity: 50, prices, onlyWith: { 2: [0, 1] } });
  });

  test('allows one for each of the others, in any sequence of changes', async () => {
    await expectRefused(() => buyer.add(concert, { type: 2 }), sentence);
    await accepted(buyer.add(concert));
    await accepted(buyer.add(concert, { type: 2 }));
    await expectRefused(() => buyer.add(concert, { type: 2 }), sentence);
    await accepted(buyer.add(concert, { type: 1 }));
    await accepted(buyer.add(concert, { type: 2 }));
    await expectRefused(() => buyer.set(concert, { type: 1, quantity: 0 }), sentence);
    const english = await inEnglish(buyer.sessionId).add(concert, { type: 2 });
    expect(english.body.message).toBe('Price 3 is only sold together with Price 1 or Price 2');
    const none = [0, 1, 2].map((type) => buyer.line(concert, { type, quantity: 0 }));
    await accepted(buyer.setLines(none));
  });

  test('may be added together with them in one call', async () => {
    const three = [0, 2, 2].map((type) => buyer.line(concert, { type }));
    await expectRefused(() => buyer.addLines(three), sentence);
    await accepted(buyer.addLines(three.slice(0, 2)));
  });

  test('requires tickets for the same concert', async () => {
    const other = await createConcert(pool, { quantity: 50 });
    await accepted(buyer.add(other));
    await expectRefused(() => buyer.add(concert, { type: 2 }), sentence);
  });
});

describe('a quota', () => {
  beforeEach(async () => {
    concert = await createConcert(pool, { quantity: 50, prices: [2400, 1200], quotas: { 1: 3 } });
  });

  test('is shared by all carts, and released tickets are available again', async () => {
    await accepted(buyer.add(concert, { type: 1, quantity: 2 }));
    const rival = new Buyer(shop);
    const refused = await rival.add(concert, { type: 1, quantity: 2 });
    expect(refused).toMatchObject({ status: 409, body: { msgCode: 6104 } });
    expect(refused.body.message).toBe('Von dieser Kartenart sind nur noch 1 frei');
    await accepted(rival.add(concert, { type: 0, quantity: 2 }));
    await accepted(rival.add(concert, { type: 1 }));
    await expectRefused(
      () => buyer.set(concert, { type: 1, quantity: 3 }),
      'Von dieser Kartenart sind nur noch 0 frei',
    );
    await accepted(buyer.set(concert, { type: 1, quantity: 1 }));
    await accepted(rival.set(concert, { type: 1, quantity: 2 }));
    await accepted(rival.clear());
    expect(await quotaOf(concert.types[1])).toEqual({ sold: 0, held: 1, free: 2 });
  });

  test('an expired hold is released by the buyer who needs it', async () => {
    await accepted(buyer.add(concert, { type: 1, quantity: 3 }));
    await endHold(pool, buyer);
    await accepted(new Buyer(shop).add(concert, { type: 1, quantity: 3 }));
    expect(await quotaOf(concert.types[1])).toEqual({ sold: 0, held: 3, free: 0 });
  });

  test('sold tickets count, refunded ones are available again', async () => {
    const orderNo = await order(buyer, concert, { type: 1, quantity: 2 });
    expect(await quotaOf(concert.types[1])).toEqual({ sold: 2, held: 0, free: 1 });
    await commitRefund(shop.pool, { orderNo, ticketIds: null });
    expect(await quotaOf(concert.types[1])).toEqual({ sold: 0, held: 0, free: 3 });
  });

  test('a payment after the hold has expired and the quota is used up is refunded', async () => {
    loseWebhooks(shop);
    await buyer.checkOut(concert, { type: 1, quantity: 2 });
    buyer.pay();
    await endHold(pool, buyer);
    await pool.query(`update cart set release_at = expires_at where session_id = $1`, [
      buyer.sessionId,
    ]);
    await order(new Buyer(shop), concert, { type: 1, quantity: 2 });
    const late = await buyer.complete();
    expect(late).toMatchObject({
      status: 409,
      body: { error_I18n: expect.stringMatching(/refund/i) },
    });
    expect(await quotaOf(concert.types[1])).toEqual({ sold: 2, held: 0, free: 1 });
  });
});
