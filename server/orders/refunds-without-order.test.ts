import { expect, test } from 'vitest';
import { Buyer } from '#test/buyer.ts';
import { testLog } from '#test/database.ts';
import { openTestOffice } from '#test/office.ts';
import { createConcert } from '#test/shop/create-concert.ts';
import { loseTickets } from '#test/shop/lose-tickets.ts';
import { openShop } from '#test/shop/open-shop.ts';
import { countViolations } from '../invariants.ts';
import { executeRefund } from '../payment/execute-refund.ts';

// the refund fails on purpose
testLog.level = 'fatal';
const shop = await openShop();
const { pool, sandbox, payment } = shop;
const office = await openTestOffice(shop, 'office');

/** Loses the tickets of a payment, whose refund then fails; returns the refund's id. */
async function failRefund(buyer: Buyer): Promise<number> {
  const concert = await createConcert(pool, { quantity: 2 });
  const id = await loseTickets(shop, buyer, concert, 'fails');
  await executeRefund(payment, id);
  await failAtProvider(buyer);
  return id;
}

async function failAtProvider(buyer: Buyer): Promise<void> {
  sandbox.faults.clear();
  const refund = sandbox.faults.refunds().findLast((r) => r.payment_intent === buyer.intent);
  sandbox.faults.endRefund(refund?.id ?? '', 'failed');
  await sandbox.events.delivered();
}

/** The status of each response, in ascending order; 303 is a success. */
const statuses = (responses: { problem: { status: number } | null }[]): number[] =>
  responses.map(({ problem }) => problem?.status ?? 303).toSorted((a, b) => a - b);

test('a failed refund without an order is listed until it is settled by hand, once', async () => {
  const buyer = new Buyer(shop);
  const id = await failRefund(buyer);
  expect(await office.query('order:refunds-without-order', {})).toMatchObject([
    { id, intentId: buyer.intent, amountCents: 4800 },
  ]);
  const before = await office.query('order:failed-refund', { id });
  expect(before).toMatchObject({ orderNo: null, amountCents: 4800, isOpen: true });
  await expect(office.query('order:failed-refund', { id: id + 1 })).rejects.toThrow();
  const input = { refund: String(id), day: '2026-08-22', way: 'transfer', remark: 'to Clara' };
  const settle = () => office.run('order:settle-by-hand', input);
  expect(statuses(await Promise.all([settle(), settle()]))).toEqual([303, 409]);
  expect(await office.query('order:refunds-without-order', {})).toEqual([]);
  expect(await office.query('order:failed-refund', { id })).toMatchObject({ isOpen: false });
  expect(await countViolations(pool)).toMatchObject({ paid_without_ticket_or_refund: 0 });
  const { rows } = await pool.query(
    `select thing_kind, thing_name from audit_event where command = 'order:settle-by-hand'`,
  );
  expect(rows).toEqual([{ thing_kind: 'payment', thing_name: buyer.intent }]);
});

test('a failed refund without an order is requested again, once, until it arrives', async () => {
  const buyer = new Buyer(shop);
  const id = await failRefund(buyer);
  const retry = (refund: number) => office.run('order:retry-refund', { refund: String(refund) });
  expect(statuses(await Promise.all([retry(id), retry(id)]))).toEqual([303, 409]);
  expect(await office.query('order:refunds-without-order', {})).toEqual([]);
  await executeRefund(payment, await findOpenRefund(buyer));
  await failAtProvider(buyer);
  const [failedAgain] = await office.query('order:refunds-without-order', {});
  expect(failedAgain).toMatchObject({ intentId: buyer.intent, amountCents: 4800 });
  expect((await retry(failedAgain?.id ?? 0)).problem).toBeNull();
  await executeRefund(payment, await findOpenRefund(buyer));
  expect(await office.query('order:refunds-without-order', {})).toEqual([]);
  const paidBack = sandbox.faults
    .refunds()
    .filter((r) => r.payment_intent === buyer.intent && r.status === 'succeeded');
  expect(paidBack.map(({ amount }) => amount)).toEqual([4800]);
  expect(await countViolations(pool)).toMatchObject({ paid_without_ticket_or_refund: 0 });
});

test('a refund of a wrong payment that failed twice is dealt with once the dashboard has made it', async () => {
  const buyer = new Buyer(shop);
  const id = await failRefund(buyer);
  await pool.query(`update refund set reason = 'mismatch' where id = $1`, [id]);
  await office.run('order:retry-refund', { refund: String(id) });
  await executeRefund(payment, await findOpenRefund(buyer));
  await failAtProvider(buyer);
  expect(await office.query('order:refunds-without-order', {})).toHaveLength(1);
  sandbox.faults.dashboardRefund(buyer.intent);
  await sandbox.events.delivered();
  expect(await office.query('order:refunds-without-order', {})).toEqual([]);
});

async function findOpenRefund(buyer: Buyer): Promise<number> {
  const { rows } = await pool.query<{ id: number }>(
    'select id from refund where intent_id = $1 and failed_at is null and succeeded_at is null',
    [buyer.intent],
  );
  return rows[0]?.id ?? 0;
}
