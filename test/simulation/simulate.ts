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
import { createConcert } from '../shop/create-concert.ts';
import { advanceAll } from '../shop/advance-time.ts';
import { PageBuyer } from '../shop/page-buyer.ts';
import type { TestShop } from '../shop/start-test-shop.ts';
import { buyerSteps } from './buyer-steps.ts';
import { Random } from './random.ts';
import { environmentSteps } from './environment-steps.ts';
import type { Step, World } from './world.ts';

export interface Simulated {
  /** Every step and its result. */
  log: string[];
  /** Violations of the invariants; must be empty. */
  violations: string[];
  /** How often the important cases occurred: a simulation without them proves nothing. */
  counts: Record<string, number>;
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
  const concerts = [
    await createConcert(shop.pool, { quantity: 12, prices: [2000, 0] }),
    await createConcert(shop.pool, { quantity: 10, prices: [1500, 900], presold: 1 }),
    await createConcert(shop.pool, { quantity: 6, prices: [2400, 1800] }),
  ];
  const buyers = Array.from({ length: BUYER_COUNT }, () => newBuyer(shops, random));
  const world: World = { random, shops, concerts, buyers, acknowledged: new Set() };
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

const steps = [...buyerSteps, ...environmentSteps];
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
  for (const refund of sandbox.faults.refunds()) {
    if (refund.status === 'pending') sandbox.faults.endRefund(refund.id, 'succeeded');
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
    await shop.runJobs('execute-refund');
    await sandbox.events.delivered();
  }
  await listAfterDecisions(shop);
  const violations = await checkInvariants(pool, sandbox);
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

async function countCases({ shops: [shop] }: World): Promise<Record<string, number>> {
  const { rows } = await shop.pool.query<Record<string, number>>(
    `select (select count(*)::int from orders) as orders,
       (select count(*)::int from refund where reason = 'tickets_gone') as gone,
       (select count(*)::int from refund where reason = 'mismatch') as mismatch,
       (select count(*)::int from refund where reason = 'dashboard') as dashboard,
       (select count(*)::int from dispute where status = 'lost') as lost,
       (select count(*)::int from checkout where closed_at is not null) as closed,
       (select count(*)::int from ticket where voided_at is not null) as void`,
  );
  return rows[0] ?? {};
}
