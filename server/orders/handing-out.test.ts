import { beforeEach, expect, test } from 'vitest';
import { openTestOffice } from '#test/office.ts';
import { buyOrder, type PurchaseOptions } from '#test/shop/buy-order.ts';
import { createConcert, type TestConcert } from '#test/shop/create-concert.ts';
import { openShop } from '#test/shop/open-shop.ts';
import { commitRefund } from '#test/shop/commit-refund.ts';

const shop = await openShop();
const { pool } = shop;
const office = await openTestOffice(shop, 'office');
let concert: TestConcert;
const buy = (options: PurchaseOptions) => buyOrder(shop, concert, options);

beforeEach(async () => {
  concert = await createConcert(pool, { quantity: 20 });
});

test('postal orders wait until they are sent, and again after a reissue', async () => {
  const { orderNo } = await buy({ method: 'postal', quantity: 1 });
  const waiting = async () =>
    (await office.query('order:dispatch', {})).rows.map((row) => row.orderNo);
  expect(await waiting()).toContain(orderNo);
  expect((await office.run('order:print', { order: orderNo })).output).toEqual({
    orders: [orderNo],
  });
  await office.run('order:sent', { order: orderNo });
  expect(await waiting()).not.toContain(orderNo);
  await office.run('order:sent', { order: orderNo, undo: '1' });
  expect(await waiting()).toContain(orderNo);
  await office.run('order:sent', { order: orderNo });
  const { tickets, timeline } = await office.query('order:page', { orderNo });
  expect(timeline.map(({ what, detail }) => [what, detail])).toContainEqual([
    'order:sent',
    'undone',
  ]);
  await office.run('order:reissue', { orderNo, ticket: String(tickets[0]?.id) });
  expect(await waiting()).toContain(orderNo);
});

test('a selection made stale by somebody else prints nothing and says which order it is', async () => {
  const { orderNo } = await buy({ method: 'postal', quantity: 1 });
  const stale = await buy({ method: 'postal', quantity: 1 });
  await commitRefund(pool, { orderNo: stale.orderNo, ticketIds: null });
  const orders = [orderNo, stale.orderNo];
  expect((await office.run('order:print', { order: orders })).problem).toMatchObject({
    status: 409,
    message: `Order ${stale.orderNo} has no valid ticket.`,
  });
  const stalePdf = { orders: [stale.orderNo], concert: null };
  await expect(office.query('order:tickets-pdf', stalePdf)).rejects.toMatchObject({ status: 404 });
});

test('a reissue does not hide that an order has waited too long for dispatch', async () => {
  const { orderNo } = await buy({ method: 'postal', quantity: 1 });
  await pool.query(
    `update orders set post_since = now() - interval '30 hours' where order_no = $1`,
    [orderNo],
  );
  const { tickets } = await office.query('order:page', { orderNo });
  await office.run('order:reissue', { orderNo, ticket: String(tickets[0]?.id) });
  const { rows } = await office.query('order:dispatch', {});
  expect(rows.find((row) => row.orderNo === orderNo)?.hours).toBe(30);
});

test('the box-office list sorts like a German telephone book, buyers who collect tickets first', async () => {
  const names = [
    ['Zorn', 'boxoffice'],
    ['Muffel', 'onlineticket'],
    ['Müller', 'onlineticket'],
    ['Mudra', 'onlineticket'],
    ['Münch'.normalize('NFD'), 'onlineticket'],
    ['von Arnim', 'onlineticket'],
  ] as const;
  for (const [last_name, method] of names) {
    const details = { first_name: 'Bettina', last_name };
    const { orderNo } = await buy({ method, quantity: 1, details });
    // a contact that differs only in its e-mail address does not move the order in the list
    const contact = { orderNo, name: `Bettina ${last_name}`, email: '', language: 'de' };
    await office.run('order:contact', contact);
  }
  const list = await office.query('order:box-office', { id: concert.id });
  expect(list.rows.map(({ name }) => name.normalize('NFC'))).toEqual([
    'Zorn, Bettina',
    'Mudra, Bettina',
    'Müller, Bettina',
    'Münch, Bettina',
    'Muffel, Bettina',
    'von Arnim, Bettina',
  ]);
  expect(list.totals).toEqual([6]);
  const searched = await office.query('order:box-office', { id: concert.id, q: 'mueller' });
  expect([searched.rows.length, searched.totals]).toEqual([1, [1]]);
});
