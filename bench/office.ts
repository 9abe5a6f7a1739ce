// `npm run bench:office -- [CALLS] [BURST_PAIRS]`: with 100,000 orders, the p95 of `Server-Timing` of every page of the
// office, and the sales per second with five people in the office beside bursts without them (office.md 13.2).
// Bars: 100 ms for a page, 0.9 of the sales per second, a p99 of a purchase of at most twice the quiet one.
import { setTimeout as wait } from 'node:timers/promises';
import { inParallel, percentile } from './measure.ts';
import { OfficePerson, READING_MS } from './office/office-person.ts';
import { listOfficePages } from './office/office-pages.ts';
import { seedOffice } from './office/seed-office.ts';
import { addTicketsForSale } from './purchase.ts';
import { report, reportMachine, reportMax, reportMin } from './report.ts';
import { RushBuyers } from './rush/rush-buyers.ts';
import { type BenchShop, startBenchShop } from './start-bench-shop.ts';
import { waitUntilDrained } from './wait-until-drained.ts';

const callCount = Number(process.argv[2] ?? 40);
const burstPairCount = Number(process.argv[3] ?? 6);
const WARM_UP_COUNT = 10;
/** How long the shop may draw the pictures of the new concerts before the measurement. */
const SETTLE_MS = 20_000;
const PEOPLE_COUNT = 5;
const BURST_COUNT = 500;
const CONCURRENT_BUYER_COUNT = 100;
const MAX_PAGE_P95_MS = 100;
const MIN_SALES_RATIO = 0.9;
const MAX_P99_RATIO = 2;
const MAX_DRAIN_MS = 120_000;

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

/** Sells a burst while people read pages; returns the milliseconds it took. */
async function sellBurst(
  { pool }: BenchShop,
  buyers: RushBuyers,
  people: OfficePerson[],
  paths: string[],
): Promise<number> {
  // Documents and mails of the burst before would slow down this one.
  await waitUntilDrained(pool, MAX_DRAIN_MS);
  const readers: ReturnType<OfficePerson['read']>[] = [];
  for (const [index, person] of people.entries()) {
    readers.push(person.read(paths, index * 7));
    await wait(READING_MS / people.length);
  }
  try {
    const startedAt = performance.now();
    await inParallel(Array.from({ length: BURST_COUNT }), CONCURRENT_BUYER_COUNT, () =>
      buyers.buy(),
    );
    return performance.now() - startedAt;
  } finally {
    // also after an error: a reader that fails because the shop has stopped would hide it
    await Promise.all(readers.map((reader) => reader.stop()));
  }
}

/** Sells in bursts, alternately with a quiet and a busy office: the machine's speed changes within minutes. */
async function compareSales(shop: BenchShop, people: OfficePerson[], paths: string[]) {
  const ticket = await addTicketsForSale(shop, BURST_COUNT * (2 * burstPairCount + 1));
  const createSide = (readers: OfficePerson[]) => ({
    readers,
    buyers: new RushBuyers(shop, ticket, CONCURRENT_BUYER_COUNT),
    milliseconds: 0,
  });
  const [warmUp, quiet, busy] = [createSide([]), createSide([]), createSide(people)];
  await sellBurst(shop, warmUp.buyers, [], paths);
  for (let n = 0; n < burstPairCount; n++) {
    for (const side of [quiet, busy]) {
      side.milliseconds += await sellBurst(shop, side.buyers, side.readers, paths);
    }
  }
  for (const { buyers } of [warmUp, quiet, busy]) buyers.close();
  const perSecond = ({ buyers, milliseconds }: typeof quiet) =>
    buyers.outcomes.bought / (milliseconds / 1000);
  const p99 = ({ buyers }: typeof quiet) => buyers.durations.purchase.percentile(0.99);
  report('purchases per second, quiet', perSecond(quiet).toFixed(0));
  report(`purchases per second, ${PEOPLE_COUNT} people`, perSecond(busy).toFixed(0));
  reportMin('sales ratio', perSecond(busy) / perSecond(quiet), MIN_SALES_RATIO);
  reportMax('p99 of a purchase, ratio', p99(busy) / p99(quiet), MAX_P99_RATIO);
}

reportMachine();
const shop = await startBenchShop({ STAFF_IDLE_MINUTES: '600', STAFF_STEP_UP_MINUTES: '600' });
try {
  await seedOffice(shop.pool);
  await wait(SETTLE_MS);
  const person = await OfficePerson.signIn(shop, 'admin');
  const paths = await measurePages(shop, person);
  const people = await Promise.all(
    Array.from({ length: PEOPLE_COUNT }, () => OfficePerson.signIn(shop, 'office')),
  );
  await compareSales(
    shop,
    people,
    paths.filter((path) => !path.startsWith('/office/staff') && path !== '/office/audit.csv'),
  );
  reportMachine();
} finally {
  await shop.stop();
}
