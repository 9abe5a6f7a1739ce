import { findViolations } from '#server/invariants.ts';
import type { Logger } from '#server/platform/log.ts';
import { cancelExpiredPayments } from '#server/payment/cancel-expired-payments.ts';
import { reconcile } from '#server/payment/reconcile.ts';
import { Buyer } from '../buyer.ts';
import { checkInvariants } from '../shop/check-invariants.ts';
import { makeConcert } from '../shop/make-concert.ts';
import { advanceAll } from '../shop/advance-time.ts';
import { PageBuyer } from '../shop/page-buyer.ts';
import type { TestShop } from '../shop/start-test-shop.ts';
import { buyerSteps } from './buyer-steps.ts';
import { Random } from './random.ts';
import { troubleSteps } from './trouble-steps.ts';
import type { Step, World } from './world.ts';

export interface Simulated {
  /** Everything that happened, step by step. */
  log: string[];
  /** What was not as it must be; empty is what we want. */
  broken: string[];
  /** How much of what matters has happened, so that a quiet simulation does not pass for a proof. */
  counts: Record<string, number>;
}

/** How many buyers there are at a time, and steps under way at the same time. */
const BUYERS = 8;
const AT_ONCE = 4;
const CHECK_EVERY = 25;

/**
 * Lets buyers, the provider, the clock and bad luck do `steps` things to a shop, several at a time, in an
 * order that follows from the seed; then lets everything come to rest and compares.
 */
export async function simulate(
  shops: [TestShop, TestShop],
  options: { seed: number; steps: number; log: Logger },
): Promise<Simulated> {
  const random = new Random(options.seed);
  const [shop] = shops;
  const concerts = [
    await makeConcert(shop.pool, { quantity: 12, prices: [2000, 0] }),
    await makeConcert(shop.pool, { quantity: 10, prices: [1500, 900], presold: 1 }),
    await makeConcert(shop.pool, { quantity: 6, prices: [2400, 1800] }),
  ];
  const buyers = Array.from({ length: BUYERS }, () => newBuyer(shops, random));
  const world: World = { random, shops, concerts, buyers, acknowledged: new Set() };
  const log: string[] = [];
  for (let done = 0; done < options.steps; done += AT_ONCE) {
    const chosen = Array.from({ length: AT_ONCE }, () => choose(random));
    const results = await Promise.all(chosen.map((step) => attempt(step, world)));
    log.push(results.join(' | '));
    if (random.chance(0.35)) world.buyers[random.below(BUYERS)] = newBuyer(shops, random);
    if (done % CHECK_EVERY >= AT_ONCE) continue;
    const broken = await findViolations(shop.pool);
    if (broken.length > 0) return { log, broken, counts: {} };
  }
  const broken = await comeToRest(world);
  return { log, broken, counts: await countDeeds(world) };
}

/** A session id that follows from the seed. */
function newBuyer(shops: readonly TestShop[], random: Random): PageBuyer {
  const hex = Array.from({ length: 32 }, () => random.below(16).toString(16)).join('');
  const id = hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
  return new PageBuyer(random.pick(shops), id);
}

const steps = [...buyerSteps, ...troubleSteps];
const allWeights = steps.reduce((sum, step) => sum + step.weight, 0);

function choose(random: Random): Step {
  let left = random.next() * allWeights;
  for (const step of steps) {
    left -= step.weight;
    if (left < 0) return step;
  }
  return steps[0] as Step;
}

/** A step may fail, that is the point; what it leaves behind is judged by the promises. */
async function attempt(step: Step, world: World): Promise<string> {
  try {
    return `${step.name}: ${await step.run(world)}`;
  } catch (error) {
    return `${step.name}: ${error instanceof Error ? error.message : String(error)}`;
  }
}

/** The trouble ends, all holds run out, every process does its work; then nothing may be left open. */
async function comeToRest(world: World): Promise<string[]> {
  const [shop] = world.shops;
  const { pool, sandbox, payment } = shop;
  sandbox.faults.clear();
  for (const intent of sandbox.faults.intents()) {
    if (intent.status === 'processing') sandbox.faults.endProcessing(intent.id, 'succeed');
  }
  for (const refund of sandbox.faults.refunds()) {
    if (refund.status === 'pending') sandbox.faults.endRefund(refund.id, 'succeeded');
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
  const broken = await checkInvariants(pool, sandbox);
  const buyer = new Buyer(shop);
  for (const token of world.acknowledged) {
    const order = await buyer.order(token);
    if (order.status !== 200) broken.push(`an order that was handed out is gone: ${order.status}`);
  }
  const { rows } = await pool.query<{ open: number }>(
    `select count(*)::int as open from checkout where closed_at is null and settled_at is null`,
  );
  if (rows[0]?.open !== 0) broken.push(`${rows[0]?.open} checkouts are still open`);
  return broken;
}

async function countDeeds({ shops: [shop] }: World): Promise<Record<string, number>> {
  const { rows } = await shop.pool.query<Record<string, number>>(
    `select (select count(*)::int from orders) as orders,
       (select count(*)::int from refund where reason = 'tickets_gone') as gone,
       (select count(*)::int from refund where reason = 'mismatch') as mismatch,
       (select count(*)::int from refund where reason = 'dashboard') as dashboard,
       (select count(*)::int from checkout where closed_at is not null) as closed,
       (select count(*)::int from ticket where voided_at is not null) as void`,
  );
  return rows[0] ?? {};
}
