// `npm run bench:browser -- [ROUNDS]`: each kind of page on a phone, in Chromium with a processor four times slower
// and slow 4G: paints, layout shift, longest tasks, kB. Prints the median of the rounds beside its bar. Bytes and
// shifts are comparable between machines; compare times only with those of another build on the same machine.
import { chromium } from '@playwright/test';
import { accepted, Buyer } from '#test/buyer.ts';
import { ensureBrowser } from '../scripts/find-browser.ts';
import { type PageVisit, type ReturningVisitor, visitPage } from './browser/visit-page.ts';
import { median } from './measure.ts';
import { addTicketsForSale } from './purchase.ts';
import { report, reportMachine, reportMax } from './report.ts';
import { type BenchShop, startBenchShop } from './start-bench-shop.ts';

const rounds = Number(process.argv[2] ?? 5);
const bars = [
  { key: 'largestPaint', name: 'largest paint', max: 1500, unit: ' ms' },
  { key: 'shift', name: 'layout shift', max: 0.02, unit: '' },
  { key: 'longestTask', name: 'longest task', max: 100, unit: ' ms' },
  { key: 'longestTaskAfterInteraction', name: 'longest task, hydrating', max: 100, unit: ' ms' },
] as const;

async function fillCart(shop: BenchShop): Promise<ReturningVisitor> {
  const buyer = new Buyer(shop);
  await accepted(buyer.add(await addTicketsForSale(shop, 1000)));
  return { sessionId: buyer.sessionId, previousUrl: `${shop.url}/de/concerts/all` };
}

function reportPage(name: string, visits: PageVisit[]): void {
  const medianOf = (read: (visit: PageVisit) => number) => median(visits.map(read));
  console.log(`\n${name}`);
  report('  first paint', `${medianOf((visit) => visit.firstPaint).toFixed(0)} ms`);
  for (const { key, name: what, max, unit } of bars) {
    reportMax(
      `  ${what}`,
      medianOf((visit) => visit[key]),
      max,
      unit,
    );
  }
  for (const type of ['Document', 'Font', 'Image', 'Script']) {
    const kilobytes = medianOf(({ loaded }) => loaded[type] ?? 0);
    report(`  ${type.toLowerCase()}`, `${kilobytes.toFixed(0)} kB`);
  }
  const scripts = medianOf(({ hydrated }) => hydrated['Script'] ?? 0);
  report('  script, hydrated', `${scripts.toFixed(0)} kB`);
}

reportMachine();
const shop = await startBenchShop();
const browser = await chromium.launch({ executablePath: ensureBrowser() });
try {
  const { rows } = await shop.pool.query<{ id: number }>('select min(id) as id from concert');
  const withCart = await fillCart(shop);
  const pages: [string, string, ReturningVisitor?][] = [
    ['home', '/de'],
    ['list', '/de/concerts/all'],
    ['concert', `/de/concerts/${rows[0]?.id}`],
    ['contact', '/de/contact'],
    ['about', '/de/about'],
    ['login', '/auth/login'],
    ['cart with a ticket', '/ticketshop', withCart],
    ['checkout with a ticket', '/ticketshop/checkout', withCart],
  ];
  for (const [name, path, visitor] of pages) {
    const visits: PageVisit[] = [];
    for (let round = 0; round < rounds; round++) {
      visits.push(await visitPage(browser, shop.url + path, visitor));
    }
    reportPage(name, visits);
  }
} finally {
  await browser.close();
  await shop.stop();
}
