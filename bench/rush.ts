// `npm run bench:rush -- [BUYERS] [AT_ONCE]`: complete purchases of one hot concert, from first add to order
// token, on an empty shop and after 100,000 orders, with buyers, payment sandbox and database on this machine;
// beside them the plain SQL of a hold and an order on the same PostgreSQL.
import { availableParallelism, cpus } from 'node:os';
import { setTimeout as wait } from 'node:timers/promises';
import { cpuSeconds } from './cpu-time.ts';
import { seedHistory } from './growth/seed-history.ts';
import { inParallel, row, type Times } from './measure.ts';
import { createHotTicket, type HotTicket } from './purchase.ts';
import { Buyers } from './rush/buyer.ts';
import { plainSql } from './rush/plain-sql.ts';
import { startShopProcess, type ShopProcess } from './shop-process.ts';

const count = Number(process.argv[2] ?? 3000);
const atOnce = Number(process.argv[3] ?? 200);
const WARM = 200;
/** While the new concerts' plates are drawn. */
const SETTLE_MS = 20_000;
const HISTORY = { seasons: 1, concertsPerSeason: 8, orders: 100_000, accounts: 20_000 };

async function send(shop: ShopProcess, ware: HotTicket, people: number): Promise<Buyers> {
  const buyers = new Buyers(shop, ware, atOnce);
  await inParallel(Array.from({ length: people }), atOnce, () => buyers.buy());
  buyers.goHome();
  return buyers;
}

/** Oversold concerts, orders without a payment of their own, and numbers of invoices left out. */
async function wrongs({ pool }: ShopProcess): Promise<Record<string, number>> {
  const { rows } = await pool.query<Record<string, number>>(
    `select (select count(*)::integer from stock where sold + held > quantity) as oversold,
       (select count(*) - count(distinct checkout_id) from orders)::integer as twice,
       (select max(last) - count(*) from invoice_counter c, invoice i
        where i.series = 'invoice' and c.series = 'invoice')::integer as gaps`,
  );
  return rows[0] ?? {};
}

/** Purchases per second. */
async function rush(shop: ShopProcess): Promise<number> {
  const hot = await createHotTicket(shop, count * 2 + 200_000);
  await send(shop, hot, WARM);
  const wrongBefore = await wrongs(shop);
  const cpu = () => [cpuSeconds(shop.child.pid ?? 0), cpuSeconds(shop.databasePid)] as const;
  const [shopBefore, databaseBefore] = cpu();
  const began = performance.now();
  const { times, outcome } = await send(shop, hot, count);
  const rate = outcome.bought / ((performance.now() - began) / 1000);
  const [shopAfter, databaseAfter] = cpu();

  const { bought, refused, failed } = outcome;
  const note = `${bought} bought, ${refused} refused, ${failed} failed`;
  row('purchases per second', rate.toFixed(0), note);
  const perPurchase = (seconds: number) => ((seconds * 1000) / bought).toFixed(1);
  row('processor time per purchase, shop, ms', perPurchase(shopAfter - shopBefore));
  row('processor time per purchase, database, ms', perPurchase(databaseAfter - databaseBefore));
  for (const [name, taken] of Object.entries(times)) printTimes(name, taken);
  const plain = plainSql(shop, hot);
  if (plain !== null) {
    row(
      'plain hold + order SQL per second',
      plain.toFixed(0),
      `ratio ${(rate / plain).toFixed(2)}`,
    );
  }
  const wrong = Object.entries(await wrongs(shop)).map(
    ([name, number]) => `${name} ${number - (wrongBefore[name] ?? 0)}`,
  );
  row('what must be 0', '', wrong.join(', '));
  return rate;
}

function printTimes(name: string, taken: Times): void {
  const [p50, p99] = [0.5, 0.99].map((share) => taken.at(share).toFixed(0));
  row(`${name}, p50 / p99 ms`, `${p50} / ${p99}`);
}

/** On a shop of its own, so that no work is left over from another one. */
async function rushOn(
  name: string,
  prepare: (shop: ShopProcess) => Promise<void>,
): Promise<number> {
  console.log(`\n${name}`);
  const shop = await startShopProcess();
  try {
    await prepare(shop);
    return await rush(shop);
  } finally {
    await shop.stop();
  }
}

const cpuName = cpus()[0]?.model ?? 'CPU';
console.log(`${cpuName}, ${availableParallelism()} cores, Node ${process.version}`);
const empty = await rushOn('empty shop', async () => undefined);
const grown = await rushOn('after 100,000 orders', async ({ pool }) => {
  await seedHistory(pool, HISTORY);
  await wait(SETTLE_MS);
});
row('\nafter 100,000 orders / empty', (grown / empty).toFixed(2));
