import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, test } from 'vitest';
import { Buyer, accepted } from '#test/buyer.ts';
import { type TestConcert, createConcert } from '#test/shop/create-concert.ts';
import { endHold, endHoldLongAgo, advance } from '#test/shop/advance-time.ts';
import { openShop } from '#test/shop/open-shop.ts';
import { waitUntilBlocked } from '#test/shop/wait-until-blocked.ts';
import { listViolations } from '../invariants.ts';
import { deleteExpiredData } from '../retention.ts';
import { releaseExpiredHolds } from './hold.ts';

const shop = await openShop();
const { pool } = shop;
let concert: TestConcert;
let buyer: Buyer;

beforeEach(async () => {
  concert = await createConcert(pool, { quantity: 5, prices: [2400, 1200] });
  buyer = new Buyer(shop);
  return async () => expect(await listViolations(pool)).toEqual([]);
});

const quantities = (body: { data?: { items?: { items: { quantity: number }[] }[] } | null }) =>
  (body.data?.items ?? []).flatMap((entry) => entry.items.map((line) => line.quantity));

/** quantity − sold − held, as the concert's page shows it. */
async function available(id: number): Promise<number> {
  const { rows } = await pool.query<{ free: number }>(
    `select (quantity - sold - held)::integer as free from stock where product_id = $1`,
    [id],
  );
  return rows[0]?.free ?? -1;
}

describe('adding', () => {
  test('holds the ticket: another buyer is refused at this first step', async () => {
    const response = await buyer.add(concert, { quantity: 3 });
    expect(response).toMatchObject({ status: 200, body: { msgCode: 6102 } });
    expect(response.body.data?.total_price).toBe(72);
    const refused = await new Buyer(shop).add(concert, { quantity: 3 });
    expect(refused).toMatchObject({ status: 409, body: { msgCode: 6104 } });
    expect(await available(concert.productId)).toBe(2);
  });

  test('adds to the existing quantities, line by line', async () => {
    await accepted(buyer.add(concert));
    await accepted(buyer.add(concert, { type: 1, quantity: 2 }));
    await accepted(buyer.add(concert));
    expect(quantities((await buyer.cart()).body)).toEqual([2, 2]);
  });

  test('a ticket type named twice counts twice', async () => {
    const line = buyer.line(concert, { quantity: 2 });
    await accepted(buyer.addLines([line, line]));
    expect(quantities((await buyer.cart()).body)).toEqual([4]);
    expect((await buyer.addLines([line, line])).status).toBe(409);
  });

  test('is all or nothing: with one line too many, nothing of the call is held', async () => {
    const other = await createConcert(pool, { quantity: 1 });
    await accepted(new Buyer(shop).add(other));
    const response = await buyer.addLines([buyer.line(concert), buyer.line(other)]);
    expect(response.status).toBe(409);
    expect((await buyer.cart()).body.msgCode).toBe(6109);
    expect(await available(concert.productId)).toBe(5);
  });

  test('ticket types share one stock', async () => {
    await accepted(buyer.add(concert, { type: 0, quantity: 3 }));
    expect((await new Buyer(shop).add(concert, { type: 1, quantity: 3 })).status).toBe(409);
    expect((await new Buyer(shop).add(concert, { type: 1, quantity: 2 })).status).toBe(200);
  });

  test.each([
    ['an unknown ticket type', { productId: 'own', id: 999_999, quantity: 1 }],
    ['an unknown product', { productId: 999_999, id: 'own', quantity: 1 }],
    ['more than there are at all', { productId: 'own', id: 'own', quantity: 6 }],
    ['none', { productId: 'own', id: 'own', quantity: 0 }],
    ['less than none', { productId: 'own', id: 'own', quantity: -1 }],
  ])('%s is 422', async (_, line) => {
    const own = { productId: concert.productId, id: concert.types[0] };
    const named = Object.entries(line).map(([k, v]) => [k, v === 'own' ? own[k as 'id'] : v]);
    const response = await buyer.addLines([Object.fromEntries(named)]);
    expect(response.status).toBe(422);
    expect(response.body.errors).toBeDefined();
  });

  test('the ticket type of another concert is unknown', async () => {
    const other = await createConcert(pool, { quantity: 5 });
    const response = await buyer.addLines([
      { productId: concert.productId, id: other.types[0], quantity: 1 },
    ]);
    expect(response.status).toBe(422);
  });

  test('a session id that is not a UUID is 422', async () => {
    const bad = new Buyer(shop, 'me');
    expect((await bad.add(concert)).status).toBe(422);
    expect((await bad.cart()).status).toBe(422);
  });

  test('a concert not on sale is 422, but can be taken out of a cart', async () => {
    await accepted(buyer.add(concert, { quantity: 2 }));
    await pool.query('update concert set onsale = false where id = $1', [concert.id]);
    expect((await buyer.add(concert)).status).toBe(422);
    const removed = await buyer.set(concert, { quantity: 0 });
    expect(removed).toMatchObject({ status: 200, body: { msgCode: 6103, data: { items: [] } } });
  });

  test('the same request twice under one key adds once, another body under it is 422', async () => {
    const key = { 'idempotency-key': randomUUID() };
    const line = buyer.line(concert);
    const [first, second] = await Promise.all([
      buyer.addLines([line], key),
      buyer.addLines([line], key),
    ]);
    expect(second.body).toEqual(first.body);
    expect((await buyer.addLines([{ ...line, quantity: 2 }], key)).status).toBe(422);
    expect(quantities((await buyer.cart()).body)).toEqual([1]);
  });

  test('a retry adds nothing twice when the process died before it responded', async () => {
    const key = { 'idempotency-key': randomUUID() };
    await accepted(buyer.addLines([buyer.line(concert)], key));
    // as a killed process leaves it
    await pool.query(
      `update idempotent_request set status = null, body = null, headers = null, finished_at = null,
         claimed_by = 'festival killed'
       where started_at = (select max(started_at) from idempotent_request)`,
    );
    const again = await accepted(buyer.addLines([buyer.line(concert)], key));
    expect(again.body.msgCode).toBe(6102);
    expect(quantities(again.body)).toEqual([1]);
    expect(await available(concert.productId)).toBe(4);
  });
});

describe('setting quantities', () => {
  test('sets the lines named and leaves the others', async () => {
    await accepted(buyer.add(concert, { type: 0, quantity: 2 }));
    await accepted(buyer.add(concert, { type: 1, quantity: 1 }));
    const response = await buyer.set(concert, { type: 0, quantity: 3 });
    expect(response).toMatchObject({ status: 200, body: { msgCode: 6103 } });
    expect(quantities(response.body)).toEqual([3, 1]);
    expect(quantities((await buyer.set(concert, { type: 0, quantity: 0 })).body)).toEqual([1]);
    expect(await available(concert.productId)).toBe(4);
  });

  test('too many: 409 6104 and nothing is changed', async () => {
    const other = await createConcert(pool, { quantity: 5 });
    await accepted(buyer.addLines([buyer.line(concert), buyer.line(other)]));
    await accepted(new Buyer(shop).add(concert, { quantity: 3 }));
    const response = await buyer.setLines([
      buyer.line(other, { quantity: 0 }),
      buyer.line(concert, { quantity: 3 }),
    ]);
    expect(response).toMatchObject({ status: 409, body: { msgCode: 6104 } });
    expect(quantities((await buyer.cart()).body)).toEqual([1, 1]);
  });

  test('moves tickets between types although the concert is sold out', async () => {
    await accepted(buyer.add(concert, { type: 0, quantity: 5 }));
    const moved = await buyer.setLines([
      buyer.line(concert, { type: 0, quantity: 2 }),
      buyer.line(concert, { type: 1, quantity: 3 }),
    ]);
    expect(quantities(moved.body)).toEqual([2, 3]);
  });

  test('the last quantity counts for a line named twice', async () => {
    const response = await buyer.setLines([
      buyer.line(concert, { quantity: 4 }),
      buyer.line(concert, { quantity: 1 }),
    ]);
    expect(quantities(response.body)).toEqual([1]);
  });
});

describe('the end of a hold', () => {
  test('the cart is empty and its tickets are available at once, without any job', async () => {
    await accepted(buyer.add(concert, { quantity: 5 }));
    await endHold(pool, buyer);
    expect((await buyer.cart()).body).toMatchObject({ msgCode: 6109, data: { items: [] } });
    expect((await new Buyer(shop).add(concert, { quantity: 5 })).status).toBe(200);
  });

  test('the page of the concert counts them as available from that moment', async () => {
    await accepted(buyer.add(concert, { quantity: 4 }));
    const read = async () => {
      const { body } = await buyer.call('GET', `/concert/${concert.id}`);
      return (body.data as { available_quantity?: number } | undefined)?.available_quantity;
    };
    // the process that sold loads the new programme with its next query
    await pool.query('update festival set updated_at = clock_timestamp()');
    await expect.poll(read).toBe(1);
    await endHold(pool, buyer);
    await expect.poll(read).toBe(5);
  });

  test('adding afterwards starts a new cart without anything from the old one', async () => {
    await accepted(buyer.add(concert, { type: 0 }));
    await endHold(pool, buyer);
    await accepted(buyer.add(concert, { type: 1 }));
    expect(quantities((await buyer.cart()).body)).toEqual([1]);
    await releaseExpiredHolds(pool);
    expect(await available(concert.productId)).toBe(4);
  });

  test('deleting expired data deletes carts that nobody ordered, never a current one', async () => {
    await accepted(buyer.add(concert));
    const gone = new Buyer(shop);
    await accepted(gone.add(concert));
    await endHoldLongAgo(pool, gone);
    await advance(pool, gone, 48 * 60);
    await releaseExpiredHolds(pool);
    await deleteExpiredData(pool);
    expect(await available(concert.productId)).toBe(4);
    const left = `select count(*)::int as n from cart where session_id = $1`;
    const count = async (who: Buyer) => (await pool.query(left, [who.sessionId])).rows[0];
    expect(await count(gone)).toEqual({ n: 0 });
    expect(await count(buyer)).toEqual({ n: 1 });
  });

  test('deletion never waits for a locked cart, whose transaction may wait for the stock', async () => {
    await accepted(buyer.add(concert));
    await endHold(pool, buyer);
    await advance(pool, buyer, 48 * 60);
    await pool.query(
      `delete from hold h using cart k where k.id = h.cart_id and k.session_id = $1`,
      [buyer.sessionId],
    );
    await pool.query('update stock set held = 0 where product_id = $1', [concert.productId]);
    const client = await pool.connect();
    await client.query('begin');
    await client.query('select from cart where session_id = $1 for update', [buyer.sessionId]);
    await releaseExpiredHolds(pool);
    await deleteExpiredData(pool);
    await client.query('commit');
    client.release();
  });

  test('tickets that an expired cart holds can be bought although that cart is locked', async () => {
    await accepted(buyer.add(concert, { quantity: 5 }));
    await endHold(pool, buyer);
    const client = await pool.connect();
    await client.query('begin');
    await client.query('select from cart where session_id = $1 for update', [buyer.sessionId]);
    const adding = new Buyer(shop).add(concert, { quantity: 5 });
    // the other buyer's statement now waits for the lock on that cart
    await waitUntilBlocked(pool, 'wait_for_expired_holds');
    await client.query('commit');
    client.release();
    expect((await adding).status).toBe(200);
  });
});

describe('the end of the hold', () => {
  const end = async () => Date.parse((await buyer.cart()).body.data?.expires_at ?? '');
  const minutesLeft = async () => Math.round(((await end()) - Date.now()) / 60_000);

  test('a change restarts the time, up to three times its length after the first ticket', async () => {
    await accepted(buyer.add(concert));
    for (const left of [30, 30, 15]) {
      await advance(pool, buyer, 25);
      await accepted(buyer.set(concert, { quantity: 1 + (left % 2) }));
      expect(await minutesLeft()).toBe(left);
    }
    const before = await end();
    expect((await buyer.cart()).body.data).toMatchObject({ final: true });
    await accepted(buyer.set(concert, { quantity: 3 }));
    expect(await end()).toBe(before);
    const refused = await buyer.extend();
    expect(refused).toMatchObject({ status: 409, body: { msgCode: 6104 } });
    expect(refused.body.message).toBe('Die Reservierung lässt sich nicht weiter verlängern');
    expect(await end()).toBe(before);
  });

  test.each([
    ['over the limit', { quantity: 11 }],
    ['of more tickets than are left', { quantity: 9 }],
  ])('an attempt that was refused (%s) does not count', async (_, refused) => {
    const small = await createConcert(pool, { quantity: 12 });
    await accepted(new Buyer(shop).add(small, { quantity: 4 }));
    expect((await buyer.add(small, refused)).status).toBe(409);
    await advance(pool, buyer, 29);
    await accepted(buyer.add(small));
    for (const left of [30, 30, 15]) {
      await advance(pool, buyer, 25);
      await accepted(buyer.extend());
      expect(await minutesLeft()).toBe(left);
    }
  });

  test('extending does the same', async () => {
    await accepted(buyer.add(concert));
    for (const left of [30, 30, 15]) {
      expect((await buyer.cart()).body.data).not.toHaveProperty('final');
      await advance(pool, buyer, 25);
      const response = await buyer.extend();
      expect(response.status).toBe(200);
      expect(await minutesLeft()).toBe(left);
    }
    expect((await buyer.cart()).body.data).toMatchObject({ final: true });
    await advance(pool, buyer, 5);
    expect(await buyer.extend()).toMatchObject({ status: 409, body: { msgCode: 6104 } });
  });

  test('is the one in the responses, to the second', async () => {
    const stored = async () => {
      const { rows } = await pool.query<{ expires_at: Date }>(
        'select expires_at from cart where session_id = $1',
        [buyer.sessionId],
      );
      return rows[0]?.expires_at.getTime();
    };
    await accepted(buyer.add(concert));
    expect(await end()).toBe(await stored());
    await advance(pool, buyer, 25);
    await accepted(buyer.extend());
    expect(await end()).toBe(await stored());
    await advance(pool, buyer, 25);
    await accepted(buyer.details());
    await accepted(buyer.delivery('boxoffice'));
    await accepted(buyer.initiate());
    expect(await end()).toBe(await stored());
  });

  test('an ended or unknown cart cannot be extended', async () => {
    expect((await buyer.extend()).status).toBe(409);
    await accepted(buyer.add(concert));
    await endHold(pool, buyer);
    expect(await buyer.extend()).toMatchObject({ status: 409, body: { msgCode: 6104 } });
  });
});

test('the cart ends with its last ticket, and with it what a guest typed', async () => {
  await accepted(buyer.add(concert));
  await accepted(buyer.details());
  await accepted(buyer.delivery('boxoffice'));
  const cookie = { cookie: `cart_session=${buyer.sessionId}` };
  const details = () => buyer.call('GET', '/delivery-details', undefined, cookie);
  expect((await details()).status).toBe(200);
  await accepted(buyer.set(concert, { quantity: 0 }));
  expect((await details()).text).not.toContain('Wieck');
  await accepted(buyer.add(concert));
  expect((await buyer.cart()).body.data).toMatchObject({ deliveryMethod: null });
});

test('clearing releases the tickets at once', async () => {
  await accepted(buyer.add(concert, { quantity: 5 }));
  const response = await buyer.clear();
  expect(response).toMatchObject({ status: 200, body: { data: { items: [], total_price: 0 } } });
  expect((await new Buyer(shop).add(concert, { quantity: 5 })).status).toBe(200);
  expect((await new Buyer(shop).clear()).status).toBe(200);
});
