import { expect, test } from 'vitest';
import { Buyer } from '#test/shop/buyer.ts';
import { findDifferences } from '#test/shop/check-invariants.ts';
import { makeConcert } from '#test/shop/make-concert.ts';
import { openShop } from '#test/shop/open-shop.ts';

const shop = await openShop();

test('a purchase', async () => {
  const concert = await makeConcert(shop.pool, { quantity: 3 });
  const buyer = new Buyer(shop);
  await buyer.checkOut(concert);
  buyer.pay();
  const done = await buyer.complete();
  expect(done.body).toMatchObject({ data: { order_token: expect.any(String) } });
  await shop.sandbox.events.delivered();
  expect(await findDifferences(shop.pool, shop.sandbox)).toEqual([]);
});
