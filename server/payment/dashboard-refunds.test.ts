import { beforeEach, expect, test } from 'vitest';
import { testLog } from '#test/database.ts';
import { accepted, Buyer } from '#test/buyer.ts';
import { type TestConcert, createConcert } from '#test/shop/create-concert.ts';
import { drain, loseWebhooks } from '#test/shop/drain.ts';
import { loseTickets } from '#test/shop/lose-tickets.ts';
import { openTestOffice } from '#test/office.ts';
import { openShop } from '#test/shop/open-shop.ts';
import { listRefunds } from '#test/shop/refund-state.ts';
import { countViolations } from '../invariants.ts';
import { executeRefund } from './execute-refund.ts';
import { reconcile } from './reconcile.ts';
import { undecidedTicketsSql } from '../orders/order-filter-sql.ts';
import { unresolvedRefundSql } from '../orders/cancel-order.ts';
import { commitRefund } from '#test/shop/commit-refund.ts';

// these tests cause failed refunds on purpose, so their error logs are silenced
testLog.level = 'fatal';
const shop = await openShop();
const { pool, sandbox, payment } = shop;
const office = await openTestOffice(shop, 'admin');
let concert: TestConcert;
let buyer: Buyer;
let orderNo: string;

beforeEach(async () => {
  sandbox.faults.clear();
  concert = await createConcert(pool, { quantity: 2 });
  buyer = new Buyer(shop);
});

async function buy(): Promise<void> {
  await buyer.checkOut(concert, { quantity: 2 }, 'postal');
  buyer.pay();
  const { body } = await accepted(buyer.complete());
  const order = await buyer.order(body.data?.order_token ?? '');
  orderNo = order.body.data?.order_no ?? '';
  await sandbox.events.delivered();
}

/** Refunds that count as paid, cancellation invoices and valid tickets. */
async function sums() {
  const { rows } = await pool.query<{ refunded: number; invoiced: number; valid: number }>(
    `select (select coalesce(sum(amount_cents), 0)::int from refund
             where checkout_id = c.id and failed_at is null) as refunded,
       (select coalesce(sum(amount_cents), 0)::int from invoice
        where order_id = o.id and series = 'cancellation') as invoiced,
       (select count(*)::int from ticket where order_id = o.id and voided_at is null) as valid
     from checkout c join orders o on o.checkout_id = c.id where c.intent_id = $1`,
    [buyer.intent],
  );
  return rows[0];
}

/** Runs the jobs of refunds; the first attempt of one that is too high only reduces it. */
async function runRefunds(): Promise<void> {
  await shop.runJobs('execute-refund');
  const { rows } = await pool.query<{ id: number }>(
    `select id from refund where intent_id = $1 and succeeded_at is null and failed_at is null`,
    [buyer.intent],
  );
  for (const { id } of rows) await executeRefund(payment, id);
}

/** The refunds that failed and that nobody has dealt with. */
async function listFailed(): Promise<number[]> {
  const { rows } = await pool.query<{ id: number }>(
    `select id from refund where intent_id = $1 and ${unresolvedRefundSql}`,
    [buyer.intent],
  );
  return rows.map(({ id }) => id);
}

const theirCents = () =>
  sandbox.faults
    .refunds()
    .filter(({ payment_intent: intent }) => intent === buyer.intent)
    .reduce((sum, { amount }) => sum + amount, 0);

test.each([5250, 2000])(
  'a refund of %s cents in the dashboard, unknown when the office refunds the order, is cancelled once',
  async (cents) => {
    await buy();
    loseWebhooks(shop);
    sandbox.faults.dashboardRefund(buyer.intent, cents);
    await commitRefund(pool, { orderNo, ticketIds: null });
    await runRefunds();
    expect(theirCents()).toBe(5250);
    expect(await sums()).toEqual({ refunded: 5250, invoiced: 5250, valid: 0 });
    expect(await drain(shop)).toEqual([]);
  },
);

test('a refund of everything in the dashboard while the office refunds one ticket is cancelled up to the amount', async () => {
  await buy();
  loseWebhooks(shop);
  const { rows } = await pool.query<{ id: number }>(
    `select id from ticket where product_id = $1 order by id limit 1`,
    [concert.productId],
  );
  await commitRefund(pool, { orderNo, ticketIds: rows.map(({ id }) => id) });
  sandbox.faults.dashboardRefund(buyer.intent);
  await runRefunds();
  expect(theirCents()).toBe(5250);
  expect(await sums()).toEqual({ refunded: 5250, invoiced: 5250, valid: 0 });
  expect(await drain(shop)).toEqual([]);
});

test('a refund of a part in the dashboard, which matches no ticket, waits for a decision', async () => {
  const undecided = async () => {
    const { rows } = await pool.query<{ order_no: string }>(
      `select order_no from orders o where ${undecidedTicketsSql}`,
    );
    return rows.map((row) => row.order_no);
  };
  await buy();
  sandbox.faults.dashboardRefund(buyer.intent, 1000);
  await sandbox.events.delivered();
  expect(await undecided()).toEqual([orderNo]);
  const { rows } = await pool.query<{ id: number }>(
    `select id from ticket where product_id = $1 order by id limit 1`,
    [concert.productId],
  );
  await commitRefund(pool, { orderNo, ticketIds: rows.map(({ id }) => id) });
  expect(await undecided()).toEqual([]);
  await runRefunds();
  expect(await drain(shop)).toEqual([]);
});

test('a failed refund without an order is dealt with when it is made in the dashboard', async () => {
  await executeRefund(payment, await loseTickets(shop, buyer, concert, 'fails'));
  sandbox.faults.clear();
  sandbox.faults.endRefund(
    sandbox.faults.refunds().find(({ payment_intent: intent }) => intent === buyer.intent)?.id ??
      '',
    'failed',
  );
  await sandbox.events.delivered();
  expect(await listFailed()).toHaveLength(1);
  sandbox.faults.dashboardRefund(buyer.intent);
  await sandbox.events.delivered();
  expect(await listFailed()).toEqual([]);
  expect(await countViolations(pool)).toMatchObject({ paid_without_ticket_or_refund: 0 });
  expect(await drain(shop)).toEqual([]);
});

test('a part without an order that the dashboard returned and that fails stays open until it is returned', async () => {
  await loseTickets(shop, buyer, concert);
  sandbox.faults.clear();
  sandbox.faults.dashboardRefund(buyer.intent, 100);
  await runRefunds();
  expect(await drain(shop)).toEqual([]);
  const part = sandbox.faults
    .refunds()
    .find(({ payment_intent: intent, amount }) => intent === buyer.intent && amount === 100);
  sandbox.faults.endRefund(part?.id ?? '', 'failed');
  await sandbox.events.delivered();
  expect(await listFailed()).toHaveLength(1);
  sandbox.faults.dashboardRefund(buyer.intent, 100);
  await sandbox.events.delivered();
  expect(await listFailed()).toEqual([]);
  expect(await drain(shop)).toEqual([]);
});

test('two failed refunds, one made in the dashboard and one paid by hand, leave nothing to pay', async () => {
  await buy();
  const { rows } = await pool.query<{ id: number }>('select id from ticket where product_id = $1', [
    concert.productId,
  ]);
  for (const { id } of rows) {
    await commitRefund(pool, { orderNo, ticketIds: [id] });
    await runRefunds();
  }
  const theirs = sandbox.faults.refunds().filter((made) => made.payment_intent === buyer.intent);
  for (const { id } of theirs) sandbox.faults.endRefund(id, 'failed');
  await sandbox.events.delivered();
  sandbox.faults.dashboardRefund(buyer.intent, 2400);
  await sandbox.events.delivered();
  const [refund] = await listFailed();
  const byHand = { day: '2025-08-01', way: 'bank transfer', remark: '' };
  await office.run('order:settle-by-hand', { orderNo, refund: String(refund), ...byHand });
  expect(await listFailed()).toEqual([]);
  await commitRefund(pool, { orderNo, ticketIds: null });
  expect(await drain(shop)).toEqual([]);
});

test('a failed refund of which the dashboard returned a part is settled by hand over the rest', async () => {
  await buy();
  await commitRefund(pool, { orderNo, ticketIds: null });
  await runRefunds();
  const [made] = sandbox.faults.refunds().filter((each) => each.payment_intent === buyer.intent);
  sandbox.faults.endRefund(made?.id ?? '', 'failed');
  sandbox.faults.dashboardRefund(buyer.intent, 4800);
  await sandbox.events.delivered();
  const [id = 0] = await listFailed();
  const shown = await office.query('order:failed-refund', { id });
  expect(shown).toMatchObject({ amountCents: 5250, owedCents: 450 });
  const byHand = { day: '2025-08-01', way: 'bank transfer', remark: '' };
  const settled = await office.run('order:settle-by-hand', {
    orderNo,
    refund: String(id),
    ...byHand,
  });
  expect(settled.output).toMatchObject({ cents: 450 });
  const page = await office.query('order:page', { orderNo });
  expect(page).toMatchObject({ owedCents: 0, refundableCents: 0 });
  expect(page.refunds[0]).toMatchObject({ amountCents: 5250, settled: { cents: 450 } });
  const { rows } = await pool.query(
    'select sum(amount_cents)::int as cents from returned_money where intent_id = $1',
    [buyer.intent],
  );
  expect(rows).toEqual([{ cents: 5250 }]);
  expect(await drain(shop)).toEqual([]);
});

test('a refund without an order of which the dashboard returned a part is settled by hand over the rest', async () => {
  await executeRefund(payment, await loseTickets(shop, buyer, concert, 'fails'));
  sandbox.faults.clear();
  const made = sandbox.faults.refunds().find((each) => each.payment_intent === buyer.intent);
  sandbox.faults.endRefund(made?.id ?? '', 'failed');
  sandbox.faults.dashboardRefund(buyer.intent, 4000);
  await sandbox.events.delivered();
  const [id = 0] = await listFailed();
  expect(await office.query('order:failed-refund', { id })).toMatchObject({ owedCents: 800 });
  const byHand = { day: '2025-08-01', way: 'bank transfer', remark: '' };
  const settled = await office.run('order:settle-by-hand', { refund: String(id), ...byHand });
  expect(settled.output).toMatchObject({ cents: 800 });
  expect(await drain(shop)).toEqual([]);
});

test.each([
  ['of another sum, before ours', 1000, false],
  ['of the same sum, after ours', 2400, true],
])(
  'a refund %s, with our number from before a restore, is not taken for ours',
  async (_, lostCents, isMade) => {
    await buy();
    loseWebhooks(shop);
    const { rows } = await pool.query<{ id: number }>(
      'select id from ticket where product_id = $1',
      [concert.productId],
    );
    await commitRefund(pool, { orderNo, ticketIds: rows.slice(0, 1).map(({ id }) => id) });
    const { rows: requested } = await pool.query<{ id: number }>(
      'select id from refund where intent_id = $1',
      [buyer.intent],
    );
    if (isMade) await runRefunds();
    await payment.provider.stripe.refunds.create({
      payment_intent: buyer.intent,
      amount: lostCents,
      metadata: { refund: String(requested[0]?.id), reason: 'office' },
    });
    await runRefunds();
    await reconcile(payment);
    expect(await listRefunds(pool, buyer.intent)).toEqual([
      { reason: 'office', cents: 2400, state: 'succeeded' },
      { reason: 'dashboard', cents: lostCents, state: 'succeeded' },
    ]);
    expect(theirCents()).toBe(2400 + lostCents);
    await commitRefund(pool, { orderNo, ticketIds: null });
    expect(await drain(shop)).toEqual([]);
  },
);

test('a refund of a part in the dashboard before a payment is settled may fail before the shop knows it', async () => {
  loseWebhooks(shop);
  await buyer.checkOut(concert, { quantity: 2 });
  buyer.pay();
  const { id } = sandbox.faults.dashboardRefund(buyer.intent, 100);
  expect((await buyer.complete()).status).toBe(409);
  sandbox.faults.endRefund(id, 'failed');
  await runRefunds();
  const [refund] = await listFailed();
  expect((await office.run('order:retry-refund', { refund: String(refund) })).problem).toBeNull();
  expect(await drain(shop)).toEqual([]);
});
