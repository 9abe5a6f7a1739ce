import type { Pool } from 'pg';
import { listViolations } from '#server/invariants.ts';
import type { Logger } from '#server/platform/log.ts';
import { cancelExpiredPayments } from '#server/payment/cancel-payment.ts';
import { undecidedTicketsSql } from '#server/orders/order-filter-sql.ts';
import { reconcile } from '#server/payment/reconcile.ts';
import { recordTicketDecision } from '#server/payment/refund.ts';
import { inTransaction } from '#server/platform/database/database.ts';
import { Buyer } from '../buyer.ts';
import { commitRefund } from '../shop/commit-refund.ts';
import { checkInvariants } from '../shop/check-invariants.ts';
import { openTestOffice } from '../office.ts';
import { advanceAll, advanceRuns } from '../shop/advance-time.ts';
import { PageBuyer } from '../shop/page-buyer.ts';
import type { TestShop } from '../shop/start-test-shop.ts';
import { buyerSteps } from './buyer-steps.ts';
import { checkRuns } from './check-runs.ts';
import { Random } from './random.ts';
import { environmentSteps } from './environment-steps.ts';
import { addConcert, officeSteps } from './office-steps.ts';
import type { Step, World } from './world.ts';

export interface Simulated {
  /** Every step and its result. */
  log: string[];
  /** Violations of the invariants; must be empty. */
  violations: string[];
  /** How often the important cases occurred: a simulation without them proves nothing. */
  counts: Record<string, unknown>;
}

const BUYER_COUNT = 8;
const CONCURRENT_STEP_COUNT = 4;
/** Steps between two checks of the invariants. */
const CHECK_INTERVAL_COUNT = 25;

/**
 * Runs `steps` random steps of buyers and environment on a shop, several at a time, in a sequence that the
 * seed determines; then lets all work finish and checks the invariants.
 */
export async function simulate(
  shops: [TestShop, TestShop],
  options: { seed: number; steps: number; log: Logger },
): Promise<Simulated> {
  const random = new Random(options.seed);
  const [shop] = shops;
  // a concert may be moved to any day
  await shop.pool.query(`update festival set content = content - 'startDate' - 'endDate'`);
  const offices: World['offices'] = [
    await openTestOffice(shops[0]),
    await openTestOffice(shops[1]),
  ];
  const concerts = [
    await addConcert(shop, { quantity: 12, prices: [2000, 0] }),
    await addConcert(shop, { quantity: 10, prices: [1500, 900], presold: 1 }),
    await addConcert(shop, { quantity: 6, prices: [2400, 1800] }),
  ];
  const buyers = Array.from({ length: BUYER_COUNT }, () => newBuyer(shops, random));
  const world: World = { random, shops, offices, concerts, buyers, acknowledged: new Set() };
  const log: string[] = [];
  for (let done = 0; done < options.steps; done += CONCURRENT_STEP_COUNT) {
    const chosen = Array.from({ length: CONCURRENT_STEP_COUNT }, () => choose(random));
    const results = await Promise.all(chosen.map((step) => attempt(step, world)));
    log.push(results.join(' | '));
    if (random.chance(0.35)) world.buyers[random.below(BUYER_COUNT)] = newBuyer(shops, random);
    if (done % CHECK_INTERVAL_COUNT >= CONCURRENT_STEP_COUNT) continue;
    const violations = await listAfterDecisions(shop);
    if (violations.length > 0) return { log, violations, counts: {} };
  }
  const violations = await finishAllWork(world);
  return { log, violations, counts: await countCases(world) };
}

/** A buyer whose session id the seed determines. */
function newBuyer(shops: readonly TestShop[], random: Random): PageBuyer {
  const hex = Array.from({ length: 32 }, () => random.below(16).toString(16)).join('');
  const id = hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
  return new PageBuyer(random.pick(shops), id);
}

const steps = [...buyerSteps, ...environmentSteps, ...officeSteps];
const allWeights = steps.reduce((sum, step) => sum + step.weight, 0);

function choose(random: Random): Step {
  let left = random.next() * allWeights;
  for (const step of steps) {
    left -= step.weight;
    if (left < 0) return step;
  }
  return steps[0] as Step;
}

/** A step may fail. Only violations of the invariants fail the simulation. */
async function attempt(step: Step, world: World): Promise<string> {
  try {
    return `${step.name}: ${await step.run(world)}`;
  } catch (error) {
    return `${step.name}: ${error instanceof Error ? error.message : String(error)}`;
  }
}

/** Violations once the office has decided about the tickets of lost disputes; one may be reported in between. */
async function listAfterDecisions({ pool }: TestShop): Promise<string[]> {
  for (let attempts = 0; ; attempts++) {
    const { rows } = await pool.query<{ id: number; order_no: string }>(
      `select id, order_no from orders o where ${undecidedTicketsSql}`,
    );
    for (const { id, order_no: orderNo } of rows) {
      if (id % 2 === 0) await commitRefund(pool, { orderNo, ticketIds: null });
      else await inTransaction(pool, (client) => recordTicketDecision(client, id));
    }
    const violations = await listViolations(pool);
    if (violations.length === 0 || attempts === 3) return violations;
  }
}

/** Ends all faults, lets all holds expire and all jobs run; returns violations and what is still open. */
async function finishAllWork(world: World): Promise<string[]> {
  const [shop] = world.shops;
  const { pool, sandbox, payment } = shop;
  sandbox.faults.clear();
  for (const intent of sandbox.faults.intents()) {
    if (intent.status === 'processing') sandbox.faults.endProcessing(intent.id, 'succeed');
  }
  for (const dispute of sandbox.faults.disputes()) {
    if (dispute.status === 'needs_response') sandbox.faults.closeDispute(dispute.id, 'lost');
  }
  for (let round = 0; round < 3; round++) {
    await advanceAll(pool, 60);
    await pool.query(`update refund set requested_at = requested_at - interval '1 hour'`);
    await cancelExpiredPayments(payment);
    await sandbox.events.delivered();
    await reconcile(payment);
    await listAfterDecisions(shop);
    await finishRuns(world);
    for (const refund of sandbox.faults.refunds()) {
      if (refund.status === 'pending') sandbox.faults.endRefund(refund.id, 'succeeded');
    }
    await sandbox.events.delivered();
  }
  const violations = await checkInvariants(pool, sandbox);
  violations.push(...(await checkRuns(pool, world.offices[0])));
  const buyer = new Buyer(shop);
  for (const token of world.acknowledged) {
    const order = await buyer.order(token);
    if (order.status !== 200)
      violations.push(`an acknowledged order responds with ${order.status}`);
  }
  const { rows } = await pool.query<{ open: number }>(
    `select count(*)::int as open from checkout where closed_at is null and settled_at is null`,
  );
  if (rows[0]?.open !== 0) violations.push(`${rows[0]?.open} checkouts are still open`);
  return violations;
}

/** Lets the runs do all that they have, with lost jobs; the office deals with refunds that have failed. */
async function finishRuns({ shops: [shop], offices: [office] }: World): Promise<void> {
  const { pool } = shop;
  await advanceRuns(pool, 20 * 1440);
  await shop.runJobs('cancel-payment');
  await pool.query(
    `select enqueue_run_item(id, next_at, p_if_lost => true) from run_item where next_at is not null`,
  );
  await shop.runJobs('step-run-item', 'execute-refund', 'make-cancellation');
  const runs = await pool.query<{ id: number }>(
    `select distinct run_id as id from run_item_state where state = 'failed' order by 1`,
  );
  for (const { id } of runs.rows) await office.run('run:retry', { id: String(id) });
  const failed = await pool.query<{ id: number; orderNo: string | null }>(
    `select r.id, o.order_no as "orderNo" from refund r left join orders o on o.checkout_id = r.checkout_id
     where failed_at is not null and resolved_at is null order by r.id`,
  );
  for (const { id, orderNo } of failed.rows) {
    if (orderNo === null) await office.run('order:retry-refund', { refund: String(id) });
    else await office.run('order:refund', { orderNo, retry: '1', reason: 'failed' });
  }
  await refundKeptPostage(pool);
  await shop.runJobs('step-run-item', 'execute-refund', 'make-cancellation');
}

/** The office refunds the postage of orders whose last tickets it has refunded one by one; runs do it themselves. */
async function refundKeptPostage(pool: Pool): Promise<void> {
  const { rows } = await pool.query<{ orderNo: string }>(
    `select o.order_no as "orderNo" from orders o join checkout c on c.id = o.checkout_id, lateral (
       select sum(amount_cents) as cents, max(id) as last from invoice
       where order_id = o.id and series = 'cancellation') s
     where o.cancelled_at is not null and s.cents < c.amount_cents
       and not exists (select from run_item where invoice_id = s.last)`,
  );
  for (const { orderNo } of rows) await commitRefund(pool, { orderNo, ticketIds: null });
}

async function countCases({ shops: [shop] }: World): Promise<Record<string, unknown>> {
  const { rows } = await shop.pool.query<Record<string, unknown>>(
    `select (select count(*)::int from orders) as orders,
       (select count(*)::int from refund where reason = 'tickets_gone') as gone,
       (select count(*)::int from refund where reason = 'mismatch') as mismatch,
       (select count(*)::int from refund where reason = 'dashboard') as dashboard,
       (select count(*)::int from dispute where status = 'lost') as lost,
       (select count(*)::int from checkout where closed_at is not null) as closed,
       (select count(*)::int from ticket where voided_at is not null) as void,
       (select count(*)::int from concert where cancelled_at is not null) as cancelled,
       (select count(*)::int from run where kind = 'concert-changed') as moved,
       (select jsonb_object_agg(state, n) from (select state, count(*) as n from run_item_state group by 1)) as items,
       (select count(*)::int from donation) as donations`,
  );
  return rows[0] ?? {};
}
