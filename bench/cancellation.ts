// `npm run bench:cancellation -- [BURST_PAIRS]`: the sales per second beside the cancellation of a concert with 1,000
// orders, and quiet ones before (office.md 13.2).
// Bars: 0.9 of the sales per second, a p99 of a purchase of at most twice the quiet one.
import { setTimeout as wait } from 'node:timers/promises';
import type { Pool } from 'pg';
import type { ConcertTickets } from '#test/buyer.ts';
import { openTestOffice, type TestOffice } from '#test/office.ts';
import { inParallel } from './measure.ts';
import { addTicketsForSale } from './purchase.ts';
import { report, reportMachine, reportMax, reportMin } from './report.ts';
import { RushBuyers } from './rush/rush-buyers.ts';
import { type BenchShop, startBenchShop } from './start-bench-shop.ts';
import { waitUntilDrained } from './wait-until-drained.ts';

const burstPairCount = Number(process.argv[2] ?? 4);
const ORDER_COUNT = 1000;
const BURST_COUNT = 1000;
const CONCURRENT_BUYER_COUNT = 100;
/** How long the shop may draw the pictures of the new concerts before the measurement. */
const SETTLE_MS = 20_000;
const MAX_DRAIN_MS = 60_000;
const MIN_SALES_RATIO = 0.9;
const MAX_P99_RATIO = 2;

interface Side {
  buyers: RushBuyers;
  milliseconds: number;
}

async function sell(buyers: RushBuyers, count: number): Promise<number> {
  const startedAt = performance.now();
  await inParallel(Array.from({ length: count }), CONCURRENT_BUYER_COUNT, () => buyers.buy());
  return performance.now() - startedAt;
}

/** Cancels a concert; its run begins at once. Returns the run's id. */
async function cancel(shop: BenchShop, office: TestOffice, ticket: ConcertTickets) {
  const { rows } = await shop.pool.query<{ id: number; slug: string }>(
    'select c.id, c.slug from concert c join product p on p.concert_id = c.id where p.id = $1',
    [ticket.productId],
  );
  const reasons = { reason_de: 'Die Pianistin ist krank.', reason_en: 'The pianist is ill.' };
  const input = { id: String(rows[0]?.id), slug: rows[0]?.slug, ...reasons };
  const { output, problem } = await office.run('concert:cancel', input);
  if (problem !== null) throw new Error(JSON.stringify(problem));
  await office.run('run:start', { id: String(output?.['run']) });
  return Number(output?.['run']);
}

/** Sells in bursts, alternately quiet and beside a run: the machine's speed changes within minutes. */
async function compareSales(shop: BenchShop, office: TestOffice): Promise<void> {
  const { pool } = shop;
  const concerts = await listTickets(shop);
  const ticket = await addTicketsForSale(shop, BURST_COUNT * (2 * burstPairCount + 1));
  const createSide = (): Side => {
    const buyers = new RushBuyers(shop, ticket, CONCURRENT_BUYER_COUNT);
    return { buyers, milliseconds: 0 };
  };
  const [warmUp, quiet, busy] = [createSide(), createSide(), createSide()];
  await sell(warmUp.buyers, BURST_COUNT / 2);
  for (let n = 0; n < burstPairCount; n++) {
    const cancelled = concerts.filter((each) => each.productId !== ticket.productId)[n];
    if (cancelled === undefined) throw new Error('too few concerts are on sale');
    const before = new RushBuyers(shop, cancelled, CONCURRENT_BUYER_COUNT);
    await sell(before, ORDER_COUNT);
    before.close();
    await leaveOutDocuments(pool);
    quiet.milliseconds += await sell(quiet.buyers, BURST_COUNT);
    await leaveOutDocuments(pool);
    const startedAt = performance.now();
    const run = await cancel(shop, office, cancelled);
    busy.milliseconds += await sell(busy.buyers, BURST_COUNT);
    const { done, total } = await office.query('run:page', { id: run });
    report('items done at the end of the burst', `${done} of ${total}`);
    await waitUntilDone(office, run);
    report('run done after', `${((performance.now() - startedAt) / 1000).toFixed(0)} s`);
  }
  for (const { buyers } of [warmUp, quiet, busy]) buyers.close();
  const perSecond = ({ buyers, milliseconds }: Side) =>
    buyers.outcomes.bought / (milliseconds / 1000);
  const p99 = ({ buyers }: Side) => buyers.durations.purchase.percentile(0.99);
  report(
    'purchases per second, quiet / beside a run',
    `${perSecond(quiet).toFixed(0)} / ${perSecond(busy).toFixed(0)}`,
  );
  report(
    'purchase, p99, quiet / beside a run',
    `${p99(quiet).toFixed(0)} / ${p99(busy).toFixed(0)} ms`,
  );
  reportMin('sales ratio', perSecond(busy) / perSecond(quiet), MIN_SALES_RATIO);
  reportMax('p99 of a purchase, ratio', p99(busy) / p99(quiet), MAX_P99_RATIO);
}

/** Every concert on sale, with enough tickets of its first type that costs something. */
async function listTickets({ pool }: BenchShop): Promise<ConcertTickets[]> {
  await pool.query('update stock set quantity = sold + held + $1', [ORDER_COUNT]);
  const { rows } = await pool.query<ConcertTickets>(
    `select p.id as "productId", array[min(t.id)] as types from product p join concert c on c.id = p.concert_id
     join ticket_type t on t.product_id = p.id where c.onsale and t.price_cents > 0
       and not exists (select from ticket_type_only_with w where w.ticket_type_id = t.id)
       and not exists (select from ticket_quota q where q.ticket_type_id = t.id) group by 1 order by 1`,
  );
  return rows;
}

/** Leaves out the documents of the orders so far, which take minutes and would slow down the next burst. */
async function leaveOutDocuments(pool: Pool): Promise<void> {
  await pool.query(
    `select graphile_worker.complete_jobs(array(select id from graphile_worker.jobs
       where locked_at is null and task_identifier = 'make-documents'))`,
  );
  await waitUntilDrained(pool, MAX_DRAIN_MS);
}

async function waitUntilDone(office: TestOffice, run: number): Promise<void> {
  for (;;) {
    const { done, total } = await office.query('run:page', { id: run });
    if (done === total) return;
    await wait(250);
  }
}

reportMachine();
// all mails of a run at once, so that they are sent before the next burst
const shop = await startBenchShop({ MAIL_PER_MINUTE: '60000' });
try {
  await wait(SETTLE_MS);
  await compareSales(shop, await openTestOffice({ pool: shop.pool }));
  reportMachine();
} finally {
  await shop.stop();
}
