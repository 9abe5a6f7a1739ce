import { expect, test } from 'vitest';
import { accepted, Buyer } from '#test/buyer.ts';
import { createConcert } from '#test/shop/create-concert.ts';
import { openShop } from '#test/shop/open-shop.ts';
import { describeOrders } from './orders-text.ts';

const shop = await openShop();
const textOf = async (words: string) => (await describeOrders(shop.pool, words)).text;

test('orders are found by number and name, as in the office', async () => {
  expect(await textOf('')).toBe('None.');
  const concert = await createConcert(shop.pool, { quantity: 5 });
  const buyer = new Buyer(shop);
  await accepted(buyer.add(concert, { quantity: 2 }));
  await accepted(buyer.details({ last_name: 'Müller' }));
  await accepted(buyer.delivery('onlineticket'));
  await accepted(buyer.initiate());
  buyer.pay();
  const { body } = await accepted(buyer.complete());
  const order = await accepted(buyer.order(body.data?.order_token ?? ''));
  const orderNo = order.body.data?.order_no ?? '';
  expect(orderNo).not.toBe('');
  for (const words of ['', orderNo, 'mueller']) {
    expect(await textOf(words)).toMatch(new RegExp(`\\n${orderNo} .*Müller .* 2 .* paid$`));
  }
  expect(await textOf('nobody')).toBe('None.');
});
