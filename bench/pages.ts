// `npm run bench:pages`: the list and a concert from one process of the shop, against nginx with the same bytes in the
// same run; the processor time of rendering a page that is not cached; one process against two. Only ratios are
// comparable: client and servers share the machine. Needs a build, nginx and wrk: `apt-get install -y nginx-light wrk`.
// Bars: 0.6 of nginx's rate (0.3 with PERF=off, decision 26), 6 ms to render a page.
import { spawnSync } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { cpuTimeMs } from './cpu-time.ts';
import { percentile } from './measure.ts';
import { fetchPage } from './pages/fetch-page.ts';
import { compareServers, describeLoad, type Server } from './pages/compare-servers.ts';
import { serveWithNginx } from './pages/serve-with-nginx.ts';
import { report, reportMachine, reportMax, reportMin } from './report.ts';
import { type BenchShop, isPlain, startBenchShop } from './start-bench-shop.ts';

const BATCH_SIZE = 50;
const BATCH_COUNT = 12;
const MIN_NGINX_RATIO = isPlain ? 0.3 : 0.6;
const MAX_RENDERING_MS = 6;

const missing = ['nginx', 'wrk'].filter((name) => spawnSync(name, ['-v']).error !== undefined);
if (missing.length > 0) {
  console.log(`Skipped: install ${missing.join(' and ')}: apt-get install -y nginx-light wrk`);
  process.exit(0);
}

/**
 * Processor time in ms of rendering a page. One with a message is for one visitor and misses the cache. Takes the lower
 * quartile of the batches, not the minimum: when a database process ends, its time vanishes from the sum.
 */
async function measureRendering(
  shop: BenchShop,
  page: string,
  encoding: 'gzip' | 'identity',
): Promise<number> {
  const pid = shop.child.pid ?? 0;
  const batches: number[] = [];
  for (let batch = 0; batch < BATCH_COUNT; batch++) {
    const before = cpuTimeMs(pid);
    for (let n = 0; n < BATCH_SIZE; n++) {
      await fetchPage(shop.url + page, encoding, { cookie: 'flash=none' });
    }
    batches.push((cpuTimeMs(pid) - before) / BATCH_SIZE);
  }
  return percentile(batches, 0.25);
}

const serverOf = (shop: BenchShop, page: string): Server => ({
  url: shop.url + page,
  pid: shop.child.pid ?? 0,
});

async function compareWithNginx(shop: BenchShop, pages: [string, string][]): Promise<void> {
  const folder = await mkdtemp(path.join(tmpdir(), 'bench-pages-'));
  const fetched = pages.map(async ([name, page]) => [name, await fetchPage(shop.url + page)]);
  const nginx = await serveWithNginx(folder, Object.fromEntries(await Promise.all(fetched)));
  for (const [name, page] of pages) {
    const { ratio, a, b } = await compareServers(serverOf(shop, page), {
      url: `${nginx.url}/${name}.html`,
      pid: nginx.pid,
    });
    reportMin(`${name}: rate of the shop / of nginx`, ratio, MIN_NGINX_RATIO);
    report('  shop', '', describeLoad(a));
    report('  nginx', '', describeLoad(b));
  }
  await nginx.stop();
  await rm(folder, { recursive: true });
}

reportMachine();
const shop = await startBenchShop();
const { rows } = await shop.pool.query<{ id: number }>('select min(id) as id from concert');
const pages: [string, string][] = [
  ['list', '/de/concerts/all'],
  ['concert', `/de/concerts/${rows[0]?.id}`],
];
await compareWithNginx(shop, pages);
for (const [name, page] of pages) {
  const plainMs = await measureRendering(shop, page, 'identity');
  const gzipMs = await measureRendering(shop, page, 'gzip');
  reportMax(`${name}: processor time to render`, plainMs, MAX_RENDERING_MS, ' ms');
  report('  with gzip', `${gzipMs.toFixed(2)} ms`);
}
const pair = await startBenchShop({ WEB_CONCURRENCY: '2' });
for (const [name, page] of pages) {
  const { ratio, a, b } = await compareServers(serverOf(pair, page), serverOf(shop, page));
  report(`${name}: rate of two processes / of one`, ratio.toFixed(2));
  report('  two', '', describeLoad(a));
  report('  one', '', describeLoad(b));
}
await pair.stop();
await shop.stop();
