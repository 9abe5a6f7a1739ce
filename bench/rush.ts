// `npm run bench:rush -- [BUYERS] [AT_ONCE]`: complete purchases of one concert, from the first add to the order
// token, on an empty shop and after 100,000 orders. Buyers, payment sandbox and database run on this machine. For
// comparison, the plain SQL of a hold and an order on the same PostgreSQL.
// Bars: 150 purchases a second, 250 ms for an add (p99), no oversold ticket, no order without a payment, no gap.
import { setTimeout as wait } from 'node:timers/promises';
import type { ConcertTickets } from '#test/buyer.ts';
import { cpuTimeMs } from './cpu-time.ts';
import { seedHistory } from './growth/seed-history.ts';
import { type Durations, inParallel } from './measure.ts';
import { addTicketsForSale } from './purchase.ts';
import { report, reportMachine, reportMax, reportMin } from './report.ts';
import { measurePlainSql } from './rush/measure-plain-sql.ts';
import { RushBuyers } from './rush/rush-buyers.ts';
import { type BenchShop, startBenchShop } from './start-bench-shop.ts';

const buyerCount = Number(process.argv[2] ?? 3000);
const concurrency = Number(process.argv[3] ?? 200);
const WARM_UP_COUNT = 200;
/** How long the shop may draw the pictures of the new concerts before the measurement. */
const SETTLE_MS = 20_000;
const HISTORY = { seasons: 1, concertsPerSeason: 8, orders: 100_000, accounts: 20_000 };
const MIN_PURCHASES_PER_SECOND = 150;
const MAX_ADD_P99_MS = 250;

/** Lets this many buyers buy, `concurrency` at a time. */
async function sell(shop: BenchShop, ticket: ConcertTickets, count: number): Promise<RushBuyers> {
  const buyers = new RushBuyers(shop, ticket, concurrency);
  await inParallel(Array.from({ length: count }), concurrency, () => buyers.buy());
  buyers.close();
  return buyers;
}

/** Counts oversold concerts, checkouts with more than one order, and gaps in the invoice numbers. */
async function countViolations({ pool }: BenchShop): Promise<Record<string, number>> {
  const { rows } = await pool.query<Record<string, number>>(
    `select (select count(*)::integer from stock where sold + held > quantity) as "oversold concerts",
       (select count(*) - count(distinct checkout_id) from orders)::integer as "checkouts with two orders",
       (select max(last) - count(*) from invoice_counter c, invoice i
        where i.series = 'invoice' and c.series = 'invoice')::integer as "gaps in invoice numbers"`,
  );
  return rows[0] ?? {};
}

/** Runs the rush and prints its figures; returns the purchases per second. */
async function measureRush(shop: BenchShop): Promise<number> {
  const ticket = await addTicketsForSale(shop, buyerCount * 2 + 200_000);
  await sell(shop, ticket, WARM_UP_COUNT);
  const violationsBefore = await countViolations(shop);
  const cpuBefore = readCpu(shop);
  const startedAt = performance.now();
  const { durations, outcomes } = await sell(shop, ticket, buyerCount);
  const rate = outcomes.bought / ((performance.now() - startedAt) / 1000);
  const cpu = readCpu(shop);

  const { bought, soldOut, failed } = outcomes;
  report('buyers', String(buyerCount), `${bought} bought, ${soldOut} sold out, ${failed} failed`);
  reportMin('purchases per second', rate, MIN_PURCHASES_PER_SECOND);
  reportMax('add to cart, p99', durations.add.percentile(0.99), MAX_ADD_P99_MS, ' ms');
  for (const [name, taken] of Object.entries(durations)) reportDurations(name, taken);
  const perPurchase = (ms: number) => `${(ms / bought).toFixed(1)} ms`;
  report('processor time per purchase, shop', perPurchase(cpu.shop - cpuBefore.shop));
  report('processor time per purchase, database', perPurchase(cpu.database - cpuBefore.database));
  const plain = measurePlainSql(shop, ticket);
  if (plain !== null) {
    const note = `the shop reaches ${(rate / plain).toFixed(2)} of it`;
    report('hold and order as plain SQL, per second', plain.toFixed(0), note);
  }
  for (const [name, count] of Object.entries(await countViolations(shop))) {
    reportMax(name, count - (violationsBefore[name] ?? 0), 0);
  }
  return rate;
}

function readCpu({ child, databasePid }: BenchShop): { shop: number; database: number } {
  return { shop: cpuTimeMs(child.pid ?? 0, databasePid), database: cpuTimeMs(databasePid) };
}

function reportDurations(name: string, durations: Durations): void {
  const [p50, p99] = [0.5, 0.99].map((share) => durations.percentile(share).toFixed(0));
  report(`${name}, p50 / p99`, `${p50} / ${p99} ms`);
}

/** Measures a shop of its own, without remaining work of another measurement. */
async function measureOn(
  name: string,
  prepare: (shop: BenchShop) => Promise<void>,
): Promise<number> {
  console.log(`\n${name}`);
  const shop = await startBenchShop();
  try {
    await prepare(shop);
    return await measureRush(shop);
  } finally {
    await shop.stop();
  }
}

reportMachine();
const empty = await measureOn('Empty shop', async () => undefined);
const grown = await measureOn('After 100,000 orders', async ({ pool }) => {
  await seedHistory(pool, HISTORY);
  await wait(SETTLE_MS);
});
console.log('');
report('purchases per second, grown / empty shop', (grown / empty).toFixed(2));
