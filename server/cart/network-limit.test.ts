import { beforeEach, describe, expect, test } from 'vitest';
import { accepted, Buyer } from '#test/buyer.ts';
import { createTestDatabase } from '#test/database.ts';
import { buyerAt } from '#test/shop/buyer-at.ts';
import { advance, endHold } from '#test/shop/advance-time.ts';
import { type TestConcert, createConcert } from '#test/shop/create-concert.ts';
import { openShop } from '#test/shop/open-shop.ts';
import { listViolations } from '../invariants.ts';
import { deleteExpiredRequests } from '../retention.ts';

const database = await createTestDatabase();
/** The security events that the first shop reports. */
const reported: unknown[] = [];
const shop = await openShop({
  database,
  limits: true,
  report: (event, fields) => void reported.push({ event, ...fields }),
});
const second = await openShop({ database, sandbox: shop.sandbox, limits: true });
const { pool } = shop;
let concert: TestConcert;
let counter = 0;
let own: string;

beforeEach(async () => {
  concert = await createConcert(pool, { quantity: 300 });
  own = `198.51.100.${++counter}`;
  return async () => expect(await listViolations(pool)).toEqual([]);
});

async function fill(address: string, carts = 4): Promise<Buyer[]> {
  const buyers = Array.from({ length: carts }, () => buyerAt(shop, address));
  for (const buyer of buyers) await accepted(buyer.add(concert, { quantity: 10 }));
  return buyers;
}

async function soldAndHeld(): Promise<number> {
  const { rows } = await pool.query<{ taken: number }>(
    'select sold + held as taken from stock where product_id = $1',
    [concert.productId],
  );
  return rows[0]?.taken ?? -1;
}

describe('unpaid tickets of one network', () => {
  test('are limited to 40, when adding and when updating; other networks are unaffected', async () => {
    const [first] = await fill(own);
    const next = buyerAt(shop, own);
    const refused = await next.add(concert);
    expect(refused.status).toBe(429);
    expect(reported).toEqual([
      { event: 'network_limit', networkHash: expect.stringMatching(/^[\w-]{22}$/) },
    ]);
    expect(refused.body.message).toContain('schließen Sie zuerst eine Bestellung ab');
    const wait = Number(refused.headers.get('retry-after'));
    expect(wait).toBeGreaterThan(29 * 60);
    expect(wait).toBeLessThanOrEqual(30 * 60);
    expect((await next.cart()).body.data?.items).toEqual([]);
    await accepted(buyerAt(shop, '203.0.113.9').add(concert));

    await accepted(first?.set(concert, { quantity: 8 }) ?? next.cart());
    await accepted(next.add(concert, { quantity: 2 }));
    expect((await next.set(concert, { quantity: 3 })).status).toBe(429);
    await accepted(next.set(concert, { quantity: 1 }));
  });

  test('exclude paid, cleared and expired ones', async () => {
    const [paying, clearing, ending] = await fill(own);
    await accepted(paying!.details());
    await accepted(paying!.delivery('boxoffice'));
    await accepted(paying!.initiate());
    expect((await buyerAt(shop, own).add(concert)).status).toBe(429);
    paying!.pay();
    await accepted(paying!.complete());
    await accepted(clearing!.clear());
    await endHold(pool, ending!);
    await pool.query('update cart set release_at = expires_at where session_id = $1', [
      ending!.sessionId,
    ]);
    await fill(own, 3);
    expect((await buyerAt(shop, own).add(concert)).status).toBe(429);
  });

  test('are limited to a tenth of a large concert', async () => {
    const large = await createConcert(pool, { quantity: 600 });
    await fill(own);
    await accepted(buyerAt(shop, own).add(large, { quantity: 10 }));
    await accepted(buyerAt(shop, own).add(large, { quantity: 10 }));
    expect((await buyerAt(shop, own).add(large)).status).toBe(429);
    expect((await buyerAt(shop, own).add(concert)).status).toBe(429);
  });

  test('are counted per /56 for IPv6, which a home has', async () => {
    await fill('2001:db8:5:600::1', 2);
    await fill('2001:db8:5:6ff::1', 2);
    expect((await buyerAt(shop, '2001:db8:5:642::2').add(concert)).status).toBe(429);
    await accepted(buyerAt(shop, '2001:db8:5:700::1').add(concert));
  });

  test('are limited to 200 per /48 for IPv6', async () => {
    for (let n = 0; n < 5; n++) await fill(`2001:db8:6:${n}00::1`);
    expect((await buyerAt(shop, '2001:db8:6:900::1').add(concert)).status).toBe(429);
    await accepted(buyerAt(shop, '2001:db8:7::1').add(concert));
  });

  test('are counted across processes, even when all requests arrive at once', async () => {
    const shops = [shop, second];
    const responses = await Promise.all(
      Array.from({ length: 24 }, (_, index) =>
        buyerAt(shops[index % 2] ?? shop, own).add(concert, { quantity: 3 }),
      ),
    );
    expect(responses.filter(({ status }) => status === 200)).toHaveLength(13);
    expect(responses.filter(({ status }) => status === 429)).toHaveLength(11);
    expect(await soldAndHeld()).toBe(39);
  });

  test('are not counted with RATE_LIMIT=off', async () => {
    const free = await openShop({ database, sandbox: shop.sandbox });
    const buyers = Array.from({ length: 5 }, () => new Buyer(free));
    for (const buyer of buyers) await accepted(buyer.add(concert, { quantity: 10 }));
  });

  test('leave no trace of the network after the hold', async () => {
    const [buyer] = await fill(own, 1);
    await advance(pool, buyer!, 31);
    await deleteExpiredRequests(pool);
    const { rows } = await pool.query('select network from cart where session_id = $1', [
      buyer!.sessionId,
    ]);
    expect(rows).toEqual([{ network: null }]);
  });
});

describe('a hoarder beside ordinary buyers', () => {
  /** Takes all available tickets: ten per cart, always a new cart, and extends the holds as long as possible. */
  async function hoard(addresses: string[]): Promise<Buyer[]> {
    const carts: Buyer[] = [];
    for (const address of addresses) {
      for (;;) {
        const cart = buyerAt(shop, address);
        const { status } = await cart.add(concert, { quantity: 10 });
        if (status !== 200) break;
        carts.push(cart);
      }
    }
    return carts;
  }

  async function buyAll(count: number): Promise<number> {
    let bought = 0;
    for (let index = 0; index < count; index++) {
      const buyer = buyerAt(shop, `192.0.2.${index}`);
      if ((await buyer.add(concert, { quantity: 2 })).status !== 200) continue;
      await accepted(buyer.details());
      await accepted(buyer.delivery('boxoffice'));
      await accepted(buyer.initiate());
      buyer.pay();
      await accepted(buyer.complete());
      bought += 2;
    }
    return bought;
  }

  test('one network: 260 of 300 are left', async () => {
    const carts = await hoard([own]);
    expect(carts).toHaveLength(4);
    expect(await soldAndHeld()).toBe(40);
    expect(await buyAll(10)).toBe(20);
  });

  test('ten networks take all, for as long as a hold lasts and no longer', async () => {
    const carts = await hoard(Array.from({ length: 10 }, (_, n) => `2001:db8:9${n}::1`));
    expect(carts).toHaveLength(30);
    expect(await buyAll(3)).toBe(0);
    // extends whenever it can
    for (let minutes = 0; minutes < 90; minutes += 15) {
      for (const cart of carts) {
        await advance(pool, cart, 15);
        await cart.extend();
      }
    }
    expect(await buyAll(10)).toBe(20);
  });
});
