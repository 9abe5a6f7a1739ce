// `npm run bench:jobs -- [ORDERS]`: documents and mails of 500 orders that were bought at once, while the shop keeps
// selling. Bars: all mails within 60 s; calls of the shop at most twice as slow (p99) as before.
import { setTimeout as wait } from 'node:timers/promises';
import { cpuTimeMs } from './cpu-time.ts';
import { seedHistory } from './growth/seed-history.ts';
import { Durations, runEvery } from './measure.ts';
import { addTicketsForSale, purchase } from './purchase.ts';
import { report, reportMachine, reportMax } from './report.ts';
import { startBenchShop } from './start-bench-shop.ts';

const orderCount = Number(process.argv[2] ?? 500);
/** Short enough for a p99 that a few slow calls do not decide. */
const PURCHASE_INTERVAL_MS = 125;
const QUIET_MS = 20_000;
const POLL_MS = 100;
const MAX_WAIT_MS = 300_000;
const MAX_MAILED_SECONDS = 60;
const MAX_P99_RATIO = 2;

const shop = await startBenchShop();
try {
  const ticket = await addTicketsForSale(shop, 100_000);
  const history = { seasons: 2, concertsPerSeason: 16, orders: orderCount, accounts: 100 };
  await seedHistory(shop.pool, history);
  const [quiet, busy] = [new Durations(), new Durations()];
  let durations = new Durations();
  const selling = runEvery(PURCHASE_INTERVAL_MS, async () => {
    await purchase(shop, ticket, durations);
  });
  await wait(QUIET_MS / 2); // warm-up
  durations = quiet;
  await wait(QUIET_MS);

  const readCpu = (): { shop: number; database: number } => ({
    shop: cpuTimeMs(shop.child.pid ?? 0, shop.databasePid),
    database: cpuTimeMs(shop.databasePid),
  });
  const cpuQuiet = readCpu();
  await wait(QUIET_MS);
  const cpuBefore = readCpu();
  const sellingCpuPerMs = (cpuBefore.shop - cpuQuiet.shop) / QUIET_MS;

  durations = busy;
  await queueDocuments();
  const firstMailMs = await waitUntilMailed(1);
  const mailedMs = firstMailMs + (await waitUntilMailed(orderCount));
  const cpuAfter = readCpu();
  await selling.stop();

  reportMachine();
  reportMax(
    `documents and mails of ${orderCount} orders`,
    mailedMs / 1000,
    MAX_MAILED_SECONDS,
    ' s',
  );
  report('first mail after', `${(firstMailMs / 1000).toFixed(1)} s`);
  const perOrder = (ms: number): string => `${(ms / orderCount).toFixed(0)} ms`;
  const jobsCpuMs = cpuAfter.shop - cpuBefore.shop - sellingCpuPerMs * mailedMs;
  report('processor time per order, shop', perOrder(jobsCpuMs), 'without the selling');
  report('processor time per order, database', perOrder(cpuAfter.database - cpuBefore.database));
  reportSelling('without jobs', quiet);
  reportSelling('with jobs', busy);
  reportMax(
    'p99 with jobs / without',
    busy.percentile(0.99) / quiet.percentile(0.99),
    MAX_P99_RATIO,
  );
} finally {
  await shop.stop();
}

function reportSelling(name: string, calls: Durations): void {
  const [p50, p99] = [0.5, 0.99].map((share) => calls.percentile(share).toFixed(0));
  report(`selling ${name}, p50 / p99`, `${p50} / ${p99} ms`, `${calls.count} calls`);
}

/** Deletes documents and mails of the seeded orders and queues the jobs that a sale queues. */
async function queueDocuments(): Promise<void> {
  const seeded = `from orders where order_no like 'OLD-%'`;
  await shop.pool.query(`delete from document where order_id in (select id ${seeded})`);
  await shop.pool.query(`delete from mail where event_key in (select 'order-' || id ${seeded})`);
  await shop.pool.query(
    `select graphile_worker.add_job('make-documents', json_build_object('orderId', id),
       job_key => 'documents-' || id, max_attempts => 25) ${seeded}`,
  );
}

/** Waits until this many seeded orders have their mail; returns the ms it took. */
async function waitUntilMailed(count: number): Promise<number> {
  const startedAt = performance.now();
  while (performance.now() - startedAt < MAX_WAIT_MS) {
    const { rows } = await shop.pool.query<{ count: number }>(
      `select count(*)::integer as count from orders o join mail m on m.event_key = 'order-' || o.id
       where o.order_no like 'OLD-%' and coalesce(m.sent_at, m.dropped_at) is not null`,
    );
    if ((rows[0]?.count ?? 0) >= count) return performance.now() - startedAt;
    await wait(POLL_MS);
  }
  throw new Error(`the mails were not sent within ${MAX_WAIT_MS / 1000} s`);
}
