import { beforeEach, describe, expect, test } from 'vitest';
import { accepted, type Buyer } from '#test/buyer.ts';
import { buyerAt } from '#test/shop/buyer-at.ts';
import { drain } from '#test/shop/drain.ts';
import { createConcert, type TestConcert } from '#test/shop/create-concert.ts';
import { openShop } from '#test/shop/open-shop.ts';
import { cancelExpiredPayments } from '../payment/cancel-payment.ts';
import { listHolds, releaseCarts } from './hold.ts';

const shop = await openShop({ limits: true });
const { pool } = shop;
let concert: TestConcert;
let hoarder: Buyer[];
let ordinary: Buyer;

beforeEach(async () => {
  concert = await createConcert(pool, { quantity: 50 });
  hoarder = Array.from({ length: 3 }, () => buyerAt(shop, '198.51.100.4'));
  ordinary = buyerAt(shop, '203.0.113.5');
  await accepted(ordinary.add(concert, { quantity: 2 }));
  for (const buyer of hoarder) await accepted(buyer.add(concert, { quantity: 9 }));
  return async () => {
    expect(await drain(shop)).toEqual([]);
    await pool.query('update cart set release_at = expires_at');
    for (const buyer of [...hoarder, ordinary]) await accepted(buyer.clear());
  };
});

const ownHolds = async () =>
  (await listHolds(pool)).filter(({ session }) =>
    [...hoarder, ordinary].some(({ sessionId }) => sessionId === session),
  );

describe('the office', () => {
  test('sees what carts hold, the network with the most tickets first', async () => {
    const holds = await ownHolds();
    expect(holds.map(({ tickets }) => tickets)).toEqual([9, 9, 9, 2]);
    expect(new Set(holds.map(({ network }) => network)).size).toBe(2);
    expect(holds[0]?.until.getTime()).toBeGreaterThan(Date.now() + 29 * 60_000);
    expect(JSON.stringify(holds)).not.toContain('198.51.100.4');
  });

  test('releases one cart, or all of a network; the tickets are available at once', async () => {
    expect(await releaseCarts(pool, hoarder[0]?.sessionId ?? '')).toEqual({
      released: 1,
      paying: 0,
    });
    const network = (await ownHolds())[0]?.network ?? '';
    expect(await releaseCarts(pool, network)).toEqual({ released: 2, paying: 0 });
    expect((await ownHolds()).map(({ tickets }) => tickets)).toEqual([2]);
    expect((await hoarder[1]?.cart())?.body.msgCode).toBe(6109);
    const { rows } = await pool.query('select held from stock where product_id = $1', [
      concert.productId,
    ]);
    expect(rows).toEqual([{ held: 2 }]);
    expect(await releaseCarts(pool, 'nobody')).toEqual({ released: 0, paying: 0 });
  });

  test('ends a cart that is being paid: the payment is cancelled first', async () => {
    const [buyer] = hoarder;
    if (buyer === undefined) throw new Error('there is no hoarder');
    await accepted(buyer.details());
    await accepted(buyer.delivery('boxoffice'));
    await accepted(buyer.initiate());
    expect(await releaseCarts(pool, buyer.sessionId)).toEqual({ released: 0, paying: 1 });
    expect((await buyer.cart()).body.msgCode).toBe(6109);
    await cancelExpiredPayments(shop.payment);
    const intent = shop.sandbox.faults.intents().find(({ id }) => id === buyer.intent);
    expect(intent?.status).toBe('canceled');
    expect((await ownHolds()).map(({ tickets }) => tickets)).toEqual([9, 9, 2]);
  });
});
