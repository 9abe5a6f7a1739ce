import { expect, test } from 'vitest';
import { openTestOffice } from '#test/office.ts';
import { buyOrder } from '#test/shop/buy-order.ts';
import { createConcert } from '#test/shop/create-concert.ts';
import { openShop } from '#test/shop/open-shop.ts';

const shop = await openShop();
const { pool } = shop;
const office = await openTestOffice(shop, 'office');
const concert = await createConcert(pool, { quantity: 20 });
const found = async (q: string) =>
  (await office.query('order:list', { q })).rows.map(({ orderNo }) => orderNo);

test('the list of orders shows concert and delivery, and finds an order by the title of its concert', async () => {
  const { orderNo } = await buyOrder(shop, concert, { quantity: 1, method: 'postal' });
  await pool.query(
    `update concert set title_de = 'Zugvögel im Föhn', title_en = 'Birds of Passage' where id = $1`,
    [concert.id],
  );
  for (const q of ['zugvogel', 'Birds pass']) expect(await found(q), q).toEqual([orderNo]);
  expect(await found('zugvogel xyzzy')).toEqual([]);
  const { rows } = await office.query('order:list', { q: orderNo });
  expect(rows[0]).toMatchObject({
    concert: 'Birds of Passage',
    moreConcerts: 0,
    deliveryMethod: 'postal',
  });
  const { tickets } = await office.query('order:page', { orderNo });
  expect(tickets.map(({ startsAt }) => startsAt)).toEqual([rows[0]?.concertAt]);
});
