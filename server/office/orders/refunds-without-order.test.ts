import { expect, test } from 'vitest';
import { Buyer } from '#test/buyer.ts';
import { testLog } from '#test/database.ts';
import { openTestOffice } from '#test/office.ts';
import { createConcert } from '#test/shop/create-concert.ts';
import { loseTickets } from '#test/shop/lose-tickets.ts';
import { openShop } from '#test/shop/open-shop.ts';
import { countViolations } from '../../invariants.ts';
import { executeRefund } from '../../payment/execute-refund.ts';

// the refund fails on purpose
testLog.level = 'fatal';
const shop = await openShop();
const { pool, sandbox, payment } = shop;
const office = await openTestOffice(shop, 'office');

test('a failed refund without an order is listed until it is settled by hand, once', async () => {
  const buyer = new Buyer(shop);
  const concert = await createConcert(pool, { quantity: 2 });
  const id = await loseTickets(shop, buyer, concert, 'fails');
  await executeRefund(payment, id);
  sandbox.faults.clear();
  sandbox.faults.endRefund(sandbox.faults.refunds()[0]?.id ?? '', 'failed');
  await sandbox.events.delivered();
  expect(await office.query('order:refunds-without-order', {})).toMatchObject([
    { id, intentId: buyer.intent, amountCents: 4800 },
  ]);
  const before = await office.query('order:failed-refund', { id });
  expect(before).toMatchObject({ orderNo: null, amountCents: 4800, isOpen: true });
  await expect(office.query('order:failed-refund', { id: id + 1 })).rejects.toThrow();
  const input = { refund: String(id), day: '2026-08-22', way: 'transfer', remark: 'to Clara' };
  const settle = () => office.run('order:settle-by-hand', input);
  const both = await Promise.all([settle(), settle()]);
  expect(both.map(({ problem }) => problem?.status ?? 303).toSorted((a, b) => a - b)).toEqual([
    303, 409,
  ]);
  expect(await office.query('order:refunds-without-order', {})).toEqual([]);
  expect(await office.query('order:failed-refund', { id })).toMatchObject({ isOpen: false });
  expect(await countViolations(pool)).toMatchObject({ paid_without_ticket_or_refund: 0 });
  const { rows } = await pool.query(
    `select thing_kind, thing_name from audit_event where command = 'order:settle-by-hand'`,
  );
  expect(rows).toEqual([{ thing_kind: 'payment', thing_name: buyer.intent }]);
});
