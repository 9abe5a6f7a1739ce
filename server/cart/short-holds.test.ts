import { beforeEach, describe, expect, test } from 'vitest';
import { accepted, type Buyer } from '#test/buyer.ts';
import { createTestApi } from '#test/api-app.ts';
import { registerCustomer } from '#test/customers.ts';
import { createTestDatabase } from '#test/database.ts';
import { buyerAt } from '#test/shop/buyer-at.ts';
import { advance } from '#test/shop/advance-time.ts';
import { type TestConcert, createConcert } from '#test/shop/create-concert.ts';
import { openShop } from '#test/shop/open-shop.ts';

const database = await createTestDatabase();
const shop = await openShop({ database, limits: true });
const { pool } = shop;
let concert: TestConcert;
let counter = 0;

beforeEach(async () => {
  concert = await createConcert(pool, { quantity: 100 });
});

/** A buyer from a network of their own with ten tickets. */
async function withTickets(): Promise<Buyer> {
  const buyer = buyerAt(shop, `203.0.113.${++counter}`);
  await accepted(buyer.add(concert, { quantity: 10 }));
  return buyer;
}

async function minutesLeft(buyer: Buyer): Promise<number> {
  const { rows } = await pool.query<{ minutes: number }>(
    `select round(extract(epoch from release_at - clock_timestamp()) / 60)::integer as minutes
     from cart where session_id = $1 and ended_at is null`,
    [buyer.sessionId],
  );
  return rows[0]?.minutes ?? 0;
}

describe('carts without delivery details', () => {
  test('hold 30 % of the free tickets for the whole time, the rest for 5 minutes', async () => {
    const whole = [await withTickets(), await withTickets(), await withTickets()];
    for (const buyer of whole) expect(await minutesLeft(buyer)).toBe(30);
    expect(await minutesLeft(await withTickets())).toBe(5);
  });

  test('sold tickets are not free', async () => {
    await pool.query('update stock set sold = 50 where product_id = $1', [concert.productId]);
    expect(await minutesLeft(await withTickets())).toBe(30);
    expect(await minutesLeft(await withTickets())).toBe(5);
  });

  test('with a short hold cannot keep it by adding and extending', async () => {
    for (let n = 0; n < 3; n++) await withTickets();
    const buyer = await withTickets();
    let held = 0;
    for (; held < 60 && (await minutesLeft(buyer)) > 0; held += 3) {
      await advance(pool, buyer, 3);
      await buyer.extend();
    }
    expect(held).toBeLessThanOrEqual(18);
  });

  test('say when no button can extend them, whether their own hold is short or not', async () => {
    const whole = await withTickets();
    expect((await whole.cart()).body.data?.final).toBeUndefined();
    for (let n = 0; n < 3; n++) await withTickets();
    expect((await whole.cart()).body.data?.final).toBe(true);
    const short = await withTickets();
    for (let n = 0; n < 4; n++) {
      await advance(pool, short, 3);
      expect((await short.cart()).body.data?.final).toBeUndefined();
      expect((await short.extend()).status).toBe(200);
    }
    expect((await short.cart()).body.data?.final).toBe(true);
    expect((await short.extend()).status).toBe(409);
    await accepted(whole.details());
    expect((await whole.cart()).body.data?.final).toBeUndefined();
  });

  test('get the whole time from the details of a customer, too', async () => {
    for (let n = 0; n < 3; n++) await withTickets();
    const buyer = await withTickets();
    expect(await minutesLeft(buyer)).toBe(5);
    buyer.bearer = (await registerCustomer(createTestApi(database))).token;
    await accepted(buyer.details());
    expect(await minutesLeft(buyer)).toBe(30);
  });

  test('get the whole time once they have details, and are no longer counted', async () => {
    for (let n = 0; n < 3; n++) await withTickets();
    const buyer = await withTickets();
    await accepted(buyer.details());
    expect(await minutesLeft(buyer)).toBe(30);
    const other = await withTickets();
    expect(await minutesLeft(other)).toBe(5);
    const { body } = await accepted(other.details());
    expect(body).toBeDefined();
    expect(await minutesLeft(other)).toBe(30);
  });

  test('are not limited with RATE_LIMIT=off', async () => {
    const free = await openShop({ sandbox: shop.sandbox });
    const all = await createConcert(free.pool, { quantity: 10 });
    const buyer = buyerAt(free, '203.0.113.200');
    await accepted(buyer.add(all, { quantity: 10 }));
    const cart = await buyer.cart();
    expect(Date.parse(cart.body.data?.expires_at ?? '')).toBeGreaterThan(Date.now() + 29 * 60_000);
  });
});
