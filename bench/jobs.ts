// `npm run bench:jobs`: the documents and mails of 500 orders that were bought at once, while the shop goes
// on selling. Bar: within a minute, and calls of the shop at most twice as slow (p99) as before.
import { availableParallelism, loadavg } from 'node:os';
import { setTimeout as wait } from 'node:timers/promises';
import { cpuSeconds } from './cpu-time.ts';
import { seedHistory } from './growth/seed-history.ts';
import { row, Times } from './measure.ts';
import { atRate, createHotTicket, purchase } from './purchase.ts';
import { startShopProcess } from './shop-process.ts';

const orders = Number(process.argv[2] ?? 500);
/** As many calls as make a 99th percentile that is not the luck of three of them. */
const PURCHASES_PER_SECOND = 8;
const QUIET_MS = 20_000;
const LONGEST_MS = 300_000;

const shop = await startShopProcess();
try {
  const ware = await createHotTicket(shop, 100_000);
  await seedHistory(shop.pool, { seasons: 2, concertsPerSeason: 16, orders, accounts: 100 });
  const selling = { quiet: new Times(), busy: new Times() };
  let times = new Times();
  const shoppers = atRate(PURCHASES_PER_SECOND, async () => {
    await purchase(shop, ware, times);
  });
  await wait(QUIET_MS / 2); // warm
  times = selling.quiet;
  await wait(QUIET_MS);

  const cpu = (): { shop: number; database: number } => ({
    shop: cpuSeconds(shop.child.pid ?? 0),
    database: cpuSeconds(shop.databasePid),
  });
  const quietBegan = cpu();
  await wait(QUIET_MS);
  const began = cpu();
  const quietCpu = (began.shop - quietBegan.shop) / (QUIET_MS / 1000);

  times = selling.busy;
  await queueGrownOrders();
  const firstMail = await untilMailed(1);
  const seconds = firstMail + (await untilMailed(orders));
  const ended = cpu();
  await shoppers.stop();

  const rate = (orders / seconds) * 60;
  row('orders per minute', rate.toFixed(0), `${orders} in ${seconds.toFixed(1)} s`);
  row('first mail after, s', firstMail.toFixed(1));
  const perOrder = (used: number): string => ((used * 1000) / orders).toFixed(0);
  const own = ended.shop - began.shop - quietCpu * seconds;
  row('processor time per order, shop, ms', perOrder(own), 'without the selling');
  row('processor time per order, database, ms', perOrder(ended.database - began.database));
  printSelling('quiet', selling.quiet);
  printSelling('busy', selling.busy);
  row('ratio of p99, bar 2', (selling.busy.at(0.99) / selling.quiet.at(0.99)).toFixed(2));
  console.log(`${availableParallelism()} cores, load of the machine ${loadavg()[0]?.toFixed(1)}`);
} finally {
  await shop.stop();
}

function printSelling(name: string, calls: Times): void {
  const [p50, p99] = [0.5, 0.99].map((share) => calls.at(share).toFixed(0));
  row(`selling, ${name}, p50 / p99 ms`, `${p50} / ${p99}`, `${calls.count} calls`);
}

/** The grown orders lose their documents and mails, and get the jobs a sale gives them. */
async function queueGrownOrders(): Promise<void> {
  const grown = `from orders where order_no like 'OLD-%'`;
  await shop.pool.query(`delete from document where order_id in (select id ${grown})`);
  await shop.pool.query(`delete from mail where event_key in (select 'order-' || id ${grown})`);
  await shop.pool.query(
    `select graphile_worker.add_job('make-documents', json_build_object('orderId', id),
       job_key => 'documents-' || id, max_attempts => 25) ${grown}`,
  );
}

/** Seconds until so many of them have their mail. */
async function untilMailed(count: number): Promise<number> {
  const began = performance.now();
  while (performance.now() - began < LONGEST_MS) {
    const { rows } = await shop.pool.query<{ count: number }>(
      `select count(*)::integer as count from orders o join mail m on m.event_key = 'order-' || o.id
       where o.order_no like 'OLD-%' and coalesce(m.sent_at, m.dropped_at) is not null`,
    );
    if ((rows[0]?.count ?? 0) >= count) return (performance.now() - began) / 1000;
    await wait(100);
  }
  throw new Error('the mails did not go out');
}
