// `npm run bench:office -- [CALLS] [BUYERS]`: with 100,000 orders, the p95 of `Server-Timing` of every page of the
// office, and the sales per second with five people in the office beside a quiet run (office.md 13.2).
// Bars: 100 ms for a page, 0.9 of the sales per second, a p99 of a purchase of at most twice the quiet one.
import { inParallel, percentile } from './measure.ts';
import { OfficePerson } from './office/office-person.ts';
import { listOfficePages } from './office/office-pages.ts';
import { seedOffice } from './office/seed-office.ts';
import { createHotTicket } from './purchase.ts';
import { report, reportMachine, reportMax, reportMin } from './report.ts';
import { RushBuyers } from './rush/rush-buyers.ts';
import { type BenchShop, startBenchShop } from './start-bench-shop.ts';

const callCount = Number(process.argv[2] ?? 40);
const buyerCount = Number(process.argv[3] ?? 1500);
const WARM_UP_COUNT = 10;
const PEOPLE_COUNT = 5;
const CONCURRENT_BUYER_COUNT = 100;
const MAX_PAGE_P95_MS = 100;
const MIN_SALES_RATIO = 0.9;
const MAX_P99_RATIO = 2;

/** Prints the p95 of every page, and the time of one call of every PDF; returns the paths of the pages that exist. */
async function measurePages(shop: BenchShop, person: OfficePerson): Promise<string[]> {
  const existing: string[] = [];
  for (const path of await listOfficePages(shop.pool)) {
    const first = await person.open(path);
    if (first.status >= 500) throw new Error(`${path} fails with ${first.status}`);
    if (first.status !== 200) {
      report(path, String(first.status), 'left out');
      continue;
    }
    if (path.endsWith('.pdf')) {
      report(path, `${first.milliseconds.toFixed(0)} ms`, 'once, without a bar');
      continue;
    }
    existing.push(path);
    for (let n = 1; n < WARM_UP_COUNT; n++) await person.open(path);
    const durations: number[] = [];
    for (let n = 0; n < callCount; n++) durations.push((await person.open(path)).milliseconds);
    reportMax(path, percentile(durations, 0.95), MAX_PAGE_P95_MS, ' ms');
  }
  return existing;
}

/** Sells while people read pages, a page a second each; returns sales per second and p99 in ms. */
async function sell(
  shop: BenchShop,
  people: OfficePerson[],
  paths: string[],
): Promise<{ rate: number; p99: number }> {
  const ticket = await createHotTicket(shop, buyerCount + 1000);
  const buyers = new RushBuyers(shop, ticket, CONCURRENT_BUYER_COUNT);
  const readers = people.map((person, index) => person.read(paths, index));
  const startedAt = performance.now();
  await inParallel(Array.from({ length: buyerCount }), CONCURRENT_BUYER_COUNT, () => buyers.buy());
  const rate = buyers.outcomes.bought / ((performance.now() - startedAt) / 1000);
  await Promise.all(readers.map((reader) => reader.stop()));
  buyers.close();
  return { rate, p99: buyers.durations.purchase.percentile(0.99) };
}

reportMachine();
const shop = await startBenchShop({ STAFF_IDLE_MINUTES: '600', STAFF_STEP_UP_MINUTES: '600' });
try {
  await seedOffice(shop.pool);
  const person = await OfficePerson.signIn(shop, 'admin');
  const paths = await measurePages(shop, person);
  await sell(shop, [], []);
  const quiet = await sell(shop, [], []);
  const people = await Promise.all(
    Array.from({ length: PEOPLE_COUNT }, () => OfficePerson.signIn(shop, 'office')),
  );
  const busy = await sell(
    shop,
    people,
    paths.filter((path) => !path.startsWith('/office/staff') && path !== '/office/audit.csv'),
  );
  report('purchases per second, quiet', quiet.rate.toFixed(0));
  report(`purchases per second, ${PEOPLE_COUNT} people`, busy.rate.toFixed(0));
  reportMin('sales ratio', busy.rate / quiet.rate, MIN_SALES_RATIO);
  reportMax('p99 of a purchase, ratio', busy.p99 / quiet.p99, MAX_P99_RATIO);
  reportMachine();
} finally {
  await shop.stop();
}
