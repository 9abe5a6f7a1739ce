import { beforeEach, expect, test } from 'vitest';
import { testLog } from '#test/database.ts';
import { testTokens } from '#test/api-app.ts';
import { openTestOffice } from '#test/office.ts';
import { buyOrder } from '#test/shop/buy-order.ts';
import { cancelConcert } from '#test/shop/cancel-concert.ts';
import { createConcert, type TestConcert } from '#test/shop/create-concert.ts';
import { drain } from '#test/shop/drain.ts';
import { openShop } from '#test/shop/open-shop.ts';
import { listRefunds } from '#test/shop/refund-state.ts';
import { readForVisitor, takeStep } from '../operations.ts';
import type { Visitor } from '../operations/caller.ts';
import type { Problem } from '../platform/problem.ts';

testLog.level = 'fatal';
const shop = await openShop();
const { pool, sandbox, deps } = shop;
await pool.query(
  `update festival set content = jsonb_set(content, '{association,donations}',
     '{"purpose":{"de":"Für junge Musiker","en":"For young musicians"},"note":{"de":"Danke","en":"Thanks"}}')`,
);
await deps.festival.reload();
const office = await openTestOffice(shop, 'admin');
const visitor: Visitor = {
  kind: 'visitor',
  language: 'de',
  address: '127.0.0.1',
  requestId: crypto.randomUUID(),
  userAgent: '',
  knownAccounts: [],
  cartSession: null,
  token: null,
  replacedToken: null,
};
let concert: TestConcert;
let bought: { orderNo: string; intent: string };
let token = '';
let item = 0;

beforeEach(async () => {
  concert = await createConcert(pool, { quantity: 10, prices: [3650] });
  bought = await buyOrder(shop, concert);
  const run = await cancelConcert(office, concert, { donation: true });
  await finish();
  const { rows } = await pool.query<{ id: number }>('select id from run_item where run_id = $1', [
    run,
  ]);
  item = rows[0]?.id ?? 0;
  token = deps.tokens.sign('choice', item, 1);
  return async () => expect(await drain(shop)).toEqual([]);
});

const finish = () => shop.runJobs('step-run-item', 'execute-refund');
const read = () => readForVisitor(deps, 'choice:read', visitor, { token });
const save = (entries: Record<string, string>) =>
  takeStep(deps, 'choice:save', visitor, { token, ...entries }, null).then(
    () => null,
    (error: Problem) => error.status,
  );
const refunds = () => listRefunds(pool, bought.intent);

/** Lets the next step of the item be due. */
async function pass(): Promise<void> {
  await pool.query('update run_item set next_at = now() where id = $1', [item]);
  await pool.query('select enqueue_run_item($1, now())', [item]);
  await finish();
}

async function stateOf() {
  const { rows } = await pool.query<{ state: string; donated: number }>(
    `select state, coalesce((select amount_cents from donation d
       where (d.order_id, d.run_id) = (s.order_id, s.run_id)), 0) as donated
     from run_item_state s where id = $1`,
    [item],
  );
  return rows[0];
}

const mailsOf = async (kind: string) =>
  (
    await pool.query(
      `select from mail where kind = $1 and facts->>'orderId' = (
     select order_id::text from run_item where id = $2)`,
      [kind, item],
    )
  ).rowCount;

test('a buyer who may donate waits with a void ticket, an invoice and no refund', async () => {
  expect(await stateOf()).toEqual({ state: 'asked', donated: 0 });
  expect(await refunds()).toEqual([]);
  expect(await read()).toMatchObject({ isOpen: true, cents: 7300, answer: null });
  const page = await office.query('order:page', { orderNo: bought.orderNo });
  expect(page).toMatchObject({ owedCents: 0, refundableCents: 0 });
});

test('a part is donated and the rest refunded, once and an hour later', async () => {
  expect(await save({ answer: '' })).toBe(422);
  expect(await save({ answer: 'part', amount: '73' })).toBe(422);
  expect(await save({ answer: 'part', amount: '0' })).toBe(422);
  expect(await save({ answer: 'all' })).toBeNull();
  expect(await save({ answer: 'part', amount: '20,50' })).toBeNull();
  await finish();
  expect(await stateOf()).toEqual({ state: 'asked', donated: 0 });
  await pass();
  await pass();
  expect(await stateOf()).toEqual({ state: 'shared', donated: 2050 });
  expect(await refunds()).toEqual([{ reason: 'office', cents: 5250, state: 'succeeded' }]);
  expect(await mailsOf('donation-thanks')).toBe(1);
  expect(await save({ answer: 'refund' })).toBe(409);
  expect(await read()).toMatchObject({ isOpen: false, answer: 'part', donatedCents: 2050 });
});

test('a rest that fails and is returned in the dashboard is dealt with', async () => {
  sandbox.faults.nextRefund('fails');
  await save({ answer: 'part', amount: '20' });
  await pass();
  const made = sandbox.faults.refunds().find((each) => each.payment_intent === bought.intent);
  sandbox.faults.endRefund(made?.id ?? '', 'failed');
  await sandbox.events.delivered();
  expect(await stateOf()).toEqual({ state: 'failed', donated: 2000 });
  sandbox.faults.dashboardRefund(bought.intent, 5300);
  await sandbox.events.delivered();
  expect(await stateOf()).toEqual({ state: 'shared', donated: 2000 });
});

test('all is donated: nothing is refunded, and nothing is owed', async () => {
  expect(await save({ answer: 'all' })).toBeNull();
  await pass();
  expect(await stateOf()).toEqual({ state: 'donated', donated: 7300 });
  expect(await refunds()).toEqual([]);
  const page = await office.query('order:page', { orderNo: bought.orderNo });
  expect(page).toMatchObject({ owedCents: 0, refundableCents: 0 });
});

test('a buyer who never answers is reminded, and has the money back', async () => {
  await pass();
  expect(await mailsOf('choice-reminder')).toBe(1);
  expect(await stateOf()).toEqual({ state: 'asked', donated: 0 });
  await pool.query(
    `update run_item set facts = facts || '{"endsAt":"2025-01-01T00:00:00Z"}' where id = $1`,
    [item],
  );
  await pass();
  expect(await stateOf()).toEqual({ state: 'refunded', donated: 0 });
  expect(await refunds()).toMatchObject([{ cents: 7300 }]);
  expect(await read()).toMatchObject({ isOpen: false, answer: 'refund' });
});

test('a dispute in the middle leaves the payment to the bank', async () => {
  expect(await save({ answer: 'refund' })).toBeNull();
  const dispute = sandbox.faults.openDispute(bought.intent);
  await sandbox.events.delivered();
  await pass();
  expect(await stateOf()).toEqual({ state: 'disputed', donated: 0 });
  sandbox.faults.closeDispute(dispute.id, 'lost');
  await sandbox.events.delivered();
});

test('an unknown link is 404, one whose order is gone 410', async () => {
  const statusOf = (other: string) =>
    readForVisitor(deps, 'choice:read', visitor, { token: other }).then(
      () => 200,
      (error: Problem) => error.status,
    );
  expect(await statusOf('x')).toBe(404);
  expect(await statusOf(testTokens.sign('order', item))).toBe(404);
  expect(await statusOf(deps.tokens.sign('choice', item, 2))).toBe(410);
  expect(await statusOf(token)).toBe(200);
});
