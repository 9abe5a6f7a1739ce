import { beforeAll, expect, test } from 'vitest';
import { accepted, Buyer } from '#test/buyer.ts';
import { openTestOffice } from '#test/office.ts';
import { buyOrder } from '#test/shop/buy-order.ts';
import { createConcert, type TestConcert } from '#test/shop/create-concert.ts';
import { drain } from '#test/shop/drain.ts';
import { openShop } from '#test/shop/open-shop.ts';
import { listViolations } from '../invariants.ts';

// A festival's own postage and countries (product.md 9), and their change in the midst of orders.

const AUSTRIA = 40;
const SWITZERLAND = 756;

const shop = await openShop();
let concert: TestConcert;

/** As a programme that is loaded with this delivery. */
async function setDelivery(postage: number, countries: string[]): Promise<void> {
  const note = { de: 'Brief, binnen drei Tagen.', en: 'Letter, within three days.' };
  await shop.pool.query(`update festival set content = jsonb_set(content, '{delivery}', $1)`, [
    JSON.stringify({ postage, countries, note }),
  ]);
  await shop.deps.festival.reload();
}

beforeAll(async () => {
  concert = await createConcert(shop.pool, { quantity: 50 });
});

test('tickets are posted for the festival’s own postage, to its own countries', async () => {
  await setDelivery(690, ['DE', 'AT']);
  const buyer = new Buyer(shop);
  await accepted(buyer.add(concert));
  await accepted(buyer.details({ country_id: SWITZERLAND }));
  expect((await buyer.delivery('postal')).body.errors).toEqual({
    deliveryMethod: ['Wir können nur in diese Länder versenden: Deutschland, Österreich'],
  });
  await accepted(buyer.details({ country_id: AUSTRIA }));
  const { data } = (await accepted(buyer.delivery('postal'))).body;
  expect([data?.delivery?.total_price, data?.total_price]).toEqual([6.9, 30.9]);
  expect((await accepted(buyer.initiate())).body.amount).toBe(30.9);
});

test('a payment that is open costs what it did, and so do its order and its refund', async () => {
  await setDelivery(690, ['DE', 'AT']);
  const buyer = new Buyer(shop);
  await accepted(buyer.add(concert));
  await accepted(buyer.details({ country_id: AUSTRIA }));
  await accepted(buyer.delivery('postal'));
  await accepted(buyer.initiate());
  const { orderNo: earlier } = await buyOrder(shop, concert, { quantity: 1, method: 'postal' });
  await setDelivery(0, ['DE']);

  buyer.pay();
  const token = (await accepted(buyer.complete())).body.data?.order_token ?? '';
  const order = (await accepted(buyer.order(token))).body.data;
  expect(order?.total_price).toBe(30.9);
  const office = await openTestOffice(shop, 'office');
  for (const orderNo of [order?.order_no ?? '', earlier]) {
    const { postageCents } = await office.query('order:page', { orderNo });
    expect(postageCents).toBe(690);
    const { output } = await office.run('order:refund', { orderNo, whole: '1', reason: 'ill' });
    expect(output).toMatchObject({ cents: 3090 });
  }
  expect(await drain(shop)).toEqual([]);
  expect(await listViolations(shop.pool)).toEqual([]);
});

test('a payment that is opened again costs what its page shows by then', async () => {
  await setDelivery(690, ['DE']);
  const buyer = new Buyer(shop);
  await accepted(buyer.add(concert));
  await accepted(buyer.details());
  await accepted(buyer.delivery('postal'));
  await accepted(buyer.initiate());
  const { intent } = buyer;
  await setDelivery(450, ['DE']);
  expect((await buyer.cart()).body.data?.total_price).toBe(28.5);
  expect((await accepted(buyer.initiate())).body.amount).toBe(28.5);
  const first = shop.sandbox.faults.intents().find(({ id }) => id === intent);
  expect(first?.status).toBe('canceled');
});

test('an order to a country that is left out later keeps its address', async () => {
  await setDelivery(690, ['DE', 'AT']);
  const details = { country_id: AUSTRIA, street: 'Gasse 3', zip: '6020', city: 'Innsbruck' };
  const { orderNo } = await buyOrder(shop, concert, { method: 'postal', details });
  await setDelivery(690, ['DE']);
  const office = await openTestOffice(shop, 'office');
  const { contact } = await office.query('order:page', { orderNo });
  expect([contact.street, contact.zip, contact.city]).toEqual(['Gasse 3', '6020', 'Innsbruck']);
});
