import { expect, test } from 'vitest';
import { accepted, Buyer } from '#test/buyer.ts';
import { buyOrder } from '#test/shop/buy-order.ts';
import { createConcert } from '#test/shop/create-concert.ts';
import { openShop } from '#test/shop/open-shop.ts';
import { describeOrder, describeOrders } from './lists.ts';

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

test('an order is described from its number to its payment, with amounts as in the list', async () => {
  const concert = await createConcert(shop.pool, { quantity: 5 });
  const { orderNo } = await buyOrder(shop, concert, { details: { last_name: 'Wieck' } });
  await shop.runJobs('make-documents');
  const { text, data } = await describeOrder(shop.pool, orderNo);
  expect(text).toMatch(
    /^order .*\nname .*Wieck\ne-mail .*\nstreet .*\ncity .*\ncountry .*\ndelivery .*\nlanguage .*\npaid with /,
  );
  expect(text).toMatch(
    /\nTickets\nticket +concert +type +eur +state\n.*\n\d+ +.* €24\.00 +valid\n/,
  );
  expect(text).toMatch(/\nInvoices\nseries +year +number +eur +date\n.*\n.* €48\.00 /);
  expect(data).toMatchObject({ tickets: [{ eur: 24 }, { eur: 24 }], invoices: [{ eur: 48 }] });
});

test('an order with a corrected contact shows it, and names the buyer', async () => {
  const concert = await createConcert(shop.pool, { quantity: 5 });
  const details = { first_name: 'Clara', last_name: 'Wieck', email: 'clara@example.org' };
  const { orderNo } = await buyOrder(shop, concert, { details });
  const before = await describeOrder(shop.pool, orderNo);
  expect(before.text).not.toContain('buyer');
  expect(before.data).toMatchObject({ name: 'Clara Wieck', email: details.email, buyer: null });
  await shop.pool.query(
    `insert into order_contact (order_id, name, email, language)
     select id, 'Robert Schumann', 'robert@example.org', 'en' from orders where order_no = $1`,
    [orderNo],
  );
  const { text, data } = await describeOrder(shop.pool, orderNo);
  expect(text).toMatch(
    /\nname +Robert Schumann\ne-mail +robert@example\.org\nbuyer +Clara Wieck, clara@example\.org\n/,
  );
  expect(text).toMatch(/\nlanguage +en\n/);
  expect(data).toMatchObject({ name: 'Robert Schumann', language: 'en' });
});
