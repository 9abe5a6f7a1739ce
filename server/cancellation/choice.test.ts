import type { PoolClient } from 'pg';
import { beforeEach, expect, test } from 'vitest';
import { testLog } from '#test/database.ts';
import { testTokens } from '#test/api-app.ts';
import { openTestOffice } from '#test/office.ts';
import { buyOrder } from '#test/shop/buy-order.ts';
import { cancelConcert } from '#test/shop/cancel-concert.ts';
import { openChoiceLink, visitor } from '#test/shop/choice-link.ts';
import { createConcert, type TestConcert } from '#test/shop/create-concert.ts';
import { drain } from '#test/shop/drain.ts';
import { openShop } from '#test/shop/open-shop.ts';
import { listRefunds } from '#test/shop/refund-state.ts';
import { waitUntilBlocked } from '#test/shop/wait-until-blocked.ts';
import { inTransaction } from '../platform/database/database.ts';
import { readForVisitor } from '../operations.ts';
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
let concert: TestConcert;
let bought: { orderNo: string; intent: string };
let link: Awaited<ReturnType<typeof openChoiceLink>>;

beforeEach(async () => {
  concert = await createConcert(pool, { quantity: 10, prices: [3650] });
  bought = await buyOrder(shop, concert);
  const run = await cancelConcert(office, concert, { donation: true });
  await finish();
  link = await openChoiceLink(shop, run, bought.orderNo);
  return async () => expect(await drain(shop)).toEqual([]);
});

const finish = () => shop.runJobs('step-run-item', 'execute-refund');
const refunds = () => listRefunds(pool, bought.intent);

/** Lets the next step be taken. */
async function pass(): Promise<void> {
  await link.due();
  await finish();
}

/** Lets the day be over until which the buyer may choose. */
const end = () =>
  pool.query(
    `update run_item set facts = facts || '{"endsAt":"2025-01-01T00:00:00Z"}' where id = $1`,
    [link.id],
  );

const mailsOf = async (kind: string) =>
  (
    await pool.query(
      `select from mail where kind = $1 and facts->>'orderId' = (
     select order_id::text from run_item where id = $2)`,
      [kind, link.id],
    )
  ).rowCount;

test('a buyer who may donate waits with a void ticket, an invoice and no refund', async () => {
  expect(await link.state()).toEqual({ state: 'asked', donated: 0 });
  expect(await refunds()).toEqual([]);
  expect(await link.read()).toMatchObject({
    answers: ['refund', 'part', 'all'],
    cents: 7300,
    outcome: null,
  });
  const page = await office.query('order:page', { orderNo: bought.orderNo });
  expect(page).toMatchObject({ owedCents: 0, refundableCents: 0 });
});

test('a part is donated and the rest refunded, once and an hour later', async () => {
  expect(await link.answer('')).toBe(422);
  expect(await link.answer('part', '73')).toBe(422);
  expect(await link.answer('part', '0')).toBe(422);
  expect(await link.answer('all')).toBeNull();
  expect(await link.answer('part', '20,50')).toBeNull();
  await finish();
  expect(await link.state()).toEqual({ state: 'asked', donated: 0 });
  await pass();
  await pass();
  expect(await link.state()).toEqual({ state: 'shared', donated: 2050 });
  expect(await refunds()).toEqual([{ reason: 'office', cents: 5250, state: 'succeeded' }]);
  expect(await mailsOf('donation-thanks')).toBe(1);
  expect(await link.answer('refund')).toBe(409);
  expect(await link.read()).toMatchObject({ answers: [], outcome: 'part', donatedCents: 2050 });
});

test('a choice that comes while it is carried out is too late', async () => {
  const setState = (client: Pick<PoolClient, 'query'>, state: string) =>
    client.query('update run_item set state = $2 where id = $1', [link.id, state]);
  const { late } = await inTransaction(pool, async (client) => {
    await setState(client, 'refunded');
    const answer = link.answer('all');
    await waitUntilBlocked(pool, 'run_item');
    return { late: answer };
  });
  expect(await late).toBe(409);
  expect(await link.state()).toMatchObject({ state: 'refunded' });
  await setState(pool, 'asked');
});

test('a rest that fails and is returned in the dashboard is dealt with', async () => {
  sandbox.faults.nextRefund('fails');
  await link.answer('part', '20');
  await pass();
  const made = sandbox.faults.refunds().find((each) => each.payment_intent === bought.intent);
  sandbox.faults.endRefund(made?.id ?? '', 'failed');
  await sandbox.events.delivered();
  expect(await link.state()).toEqual({ state: 'failed', donated: 2000 });
  sandbox.faults.dashboardRefund(bought.intent, 5300);
  await sandbox.events.delivered();
  expect(await link.state()).toEqual({ state: 'shared', donated: 2000 });
});

test('all is donated: nothing is refunded, and nothing is owed', async () => {
  expect(await link.answer('all')).toBeNull();
  await pass();
  expect(await link.state()).toEqual({ state: 'donated', donated: 7300 });
  expect(await refunds()).toEqual([]);
  const page = await office.query('order:page', { orderNo: bought.orderNo });
  expect(page).toMatchObject({ owedCents: 0, refundableCents: 0 });
});

test('a buyer who never answers is reminded, and has the money back', async () => {
  await pass();
  expect(await mailsOf('choice-reminder')).toBe(1);
  expect(await link.state()).toEqual({ state: 'asked', donated: 0 });
  await end();
  expect(await link.answer('all')).toBe(409);
  expect(await link.read()).toMatchObject({ answers: [], outcome: 'refund', decidedAt: null });
  await pass();
  expect(await link.state()).toEqual({ state: 'refunded', donated: 0 });
  expect(await refunds()).toMatchObject([{ cents: 7300 }]);
  expect(await link.read()).toMatchObject({ answers: [], outcome: 'refund' });
});

test('a choice of the last hour stands, and nobody puts it off after the end', async () => {
  expect(await link.answer('part', '20')).toBeNull();
  await end();
  expect(await link.answer('part', '30')).toBe(409);
  expect(await link.read()).toMatchObject({ answers: [], outcome: 'part', donatedCents: 2000 });
  await pass();
  expect(await link.state()).toEqual({ state: 'shared', donated: 2000 });
});

test('a dispute in the middle leaves the payment to the bank', async () => {
  expect(await link.answer('refund')).toBeNull();
  const dispute = sandbox.faults.openDispute(bought.intent);
  await sandbox.events.delivered();
  await pass();
  expect(await link.state()).toEqual({ state: 'disputed', donated: 0 });
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
  expect(await statusOf(testTokens.sign('order', link.id))).toBe(404);
  expect(await statusOf(deps.tokens.sign('choice', link.id, 2))).toBe(410);
  expect(await statusOf(link.token)).toBe(200);
});
