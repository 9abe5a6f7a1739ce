// `npm run bench:browser [-- ROUNDS]`: each kind of page on a phone, in Chromium with a processor four times slower
// and slow 4G: paints, layout shift, the longest task, weight. Prints the middle of the rounds and its ratio to the
// aim; bytes and shifts hold elsewhere, times count against those of another build on the same machine.
import { randomUUID } from 'node:crypto';
import { chromium } from '@playwright/test';
import { ensureBrowser } from '../scripts/find-browser.ts';
import { visitPage, type Buyer, type Visit } from './browser/visit-page.ts';
import { median, row } from './measure.ts';
import { createHotTicket, post } from './purchase.ts';
import { startShopProcess, type ShopProcess } from './shop-process.ts';

const rounds = Number(process.argv[2] ?? 5);
/** In ms, and layout shift without unit. */
const AIMS = { largestPaint: 1500, shift: 0.02, longestTask: 100, longestAwake: 100 };

/** Puts a ticket into a cart. */
async function fillCart(shop: ShopProcess): Promise<Buyer> {
  const { productId, typeId } = await createHotTicket(shop, 1000);
  const sessionId = randomUUID();
  await post(`${shop.url}/cart`, { sessionId, items: [{ productId, id: typeId, quantity: 1 }] });
  return { sessionId, cameFrom: `${shop.url}/de/concerts/all` };
}

function print(name: string, visits: Visit[]): void {
  const middle = (of: (visit: Visit) => number) => median(visits.map(of));
  const first = middle((visit) => visit.firstPaint);
  row(name, `${first.toFixed(0)} ms`, 'first paint');
  for (const [key, aim] of Object.entries(AIMS)) {
    const value = middle((visit) => visit[key as keyof typeof AIMS]);
    const digits = aim < 1 ? 3 : 0;
    row(`  ${key}`, value.toFixed(digits), `${(value / aim).toFixed(2)} of the aim`);
  }
  const weight = (kind: string) => middle(({ read }) => read[kind] ?? 0).toFixed(0);
  const kinds = ['Document', 'Font', 'Image', 'Script'].map((kind) => `${kind} ${weight(kind)}`);
  const alive = middle((visit) => visit.alive['Script'] ?? 0).toFixed(0);
  row('  kB', '', `${kinds.join(', ')}; once alive Script ${alive}`);
}

const shop = await startShopProcess();
const browser = await chromium.launch({ executablePath: ensureBrowser() });
try {
  const { rows } = await shop.pool.query<{ id: number }>('select min(id) as id from concert');
  const buyer = await fillCart(shop);
  const pages: [string, string, Buyer?][] = [
    ['home', '/de'],
    ['list', '/de/concerts/all'],
    ['concert', `/de/concerts/${rows[0]?.id}`],
    ['contact', '/de/contact'],
    ['about', '/de/about'],
    ['login', '/auth/login'],
    ['cart with a ticket', '/ticketshop', buyer],
    ['checkout with a ticket', '/ticketshop/checkout', buyer],
  ];
  for (const [name, address, who] of pages) {
    const visits: Visit[] = [];
    for (let round = 0; round < rounds; round++) {
      visits.push(await visitPage(browser, shop.url + address, who));
    }
    print(name, visits);
  }
} finally {
  await browser.close();
  await shop.stop();
}
