import { beforeEach, expect, test } from 'vitest';
import { openTestOffice } from '#test/office.ts';
import { cancelConcert } from '#test/shop/cancel-concert.ts';
import { createConcert, type TestConcert } from '#test/shop/create-concert.ts';
import { buyOrder } from '#test/shop/buy-order.ts';
import { commitRefund } from '#test/shop/commit-refund.ts';
import { drain } from '#test/shop/drain.ts';
import { openShop } from '#test/shop/open-shop.ts';
import { listCancellations, listRefunds } from '#test/shop/refund-state.ts';
import { lockOrder } from '../orders/order-ids.ts';
import { refundOrder } from '../payment/refund.ts';
import { inTransaction } from '../platform/database/database.ts';

const shop = await openShop();
const { pool } = shop;
const office = await openTestOffice(shop, 'admin');
let concert: TestConcert;

beforeEach(async () => {
  concert = await createConcert(pool, { quantity: 40, prices: [3650] });
  return async () => expect(await drain(shop)).toEqual([]);
});

/** Steps a run and executes what it requests. */
const finish = () => shop.runJobs('step-run-item', 'execute-refund');

const statesOf = async (run: number) => (await office.query('run:page', { id: run })).states;

test('the office and the run of a cancelled concert that refund an order at the same time refund it once', async () => {
  const { orderNo, intent } = await buyOrder(shop, concert);
  const run = await inTransaction(pool, async (client) => {
    await lockOrder(client, orderNo);
    const ordered = await cancelConcert(office, concert);
    await refundOrder(client, { orderNo, ticketIds: null });
    return ordered;
  });
  await finish();
  expect(await statesOf(run)).toEqual([{ state: 'nothing', count: 1 }]);
  expect(await listRefunds(pool, intent)).toMatchObject([{ cents: 7300, state: 'succeeded' }]);
});

test('the last ticket of a cancelled concert that the office refunds before the run takes its postage along', async () => {
  const { orderNo, intent } = await buyOrder(shop, concert, { method: 'postal' });
  const run = await cancelConcert(office, concert, { begins: false });
  const { tickets } = await office.query('order:page', { orderNo });
  const [first = 0, last = 0] = tickets.map(({ id }) => id);
  await commitRefund(pool, { orderNo, ticketIds: [first] });
  const preview = await office.query('order:refund-preview', { orderNo, tickets: [last] });
  expect(preview).toMatchObject({ cents: 4100, postageCents: 450 });
  await commitRefund(pool, { orderNo, ticketIds: [last] });
  await office.run('run:start', { id: String(run) });
  await finish();
  expect(await statesOf(run)).toEqual([{ state: 'nothing', count: 1 }]);
  expect(await listCancellations(pool, orderNo)).toEqual([3650, 4100]);
  expect((await listRefunds(pool, intent)).map(({ cents }) => cents)).toEqual([3650, 4100]);
});

test('tickets of a concert that takes place keep the postage', async () => {
  const { orderNo } = await buyOrder(shop, concert, { method: 'postal', quantity: 1 });
  const { tickets } = await office.query('order:page', { orderNo });
  const ids = tickets.map(({ id }) => id);
  expect(await commitRefund(pool, { orderNo, ticketIds: ids })).toMatchObject({ cents: 3650 });
  await commitRefund(pool, { orderNo, ticketIds: null });
});
