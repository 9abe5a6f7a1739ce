// `npm run bench:pages`: the list and a concert from one process of the shop, against nginx with the same bytes in the
// same run, alone and behind nginx with deploy/nginx; the processor time of rendering a page that is not cached. Only
// ratios are comparable: client and servers share the machine. Needs `apt-get install -y nginx-light wrk`.
// Bars: 0.25 of nginx's rate, 0.75 behind nginx with deploy/nginx (decision 10), 6 ms to render a page.
import { spawnSync } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { cpuTimeMs } from './cpu-time.ts';
import { percentile } from './measure.ts';
import { fetchPage } from './pages/fetch-page.ts';
import { compareServers, describeLoad, type Server } from './pages/compare-servers.ts';
import { serveWithNginx } from './pages/serve-with-nginx.ts';
import { startNginx } from '#test/start-nginx.ts';
import { report, reportMachine, reportMax, reportMin } from './report.ts';
import { type BenchShop, startBenchShop } from './start-bench-shop.ts';

const BATCH_SIZE = 50;
const BATCH_COUNT = 12;
const MIN_NGINX_RATIO = 0.25;
const MIN_PROXY_RATIO = 0.75;
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
  const proxy = await startNginx(path.join(folder, 'proxy'), [Number(new URL(shop.url).port)]);
  for (const [name, page] of pages) {
    const { ratio, a, b } = await compareServers(serverOf(shop, page), {
      url: `${nginx.url}/${name}.html`,
      pid: nginx.pid,
    });
    reportMin(`${name}: rate of the shop / of nginx`, ratio, MIN_NGINX_RATIO);
    report('  shop', '', describeLoad(a));
    report('  nginx', '', describeLoad(b));
    const behind = await compareServers(
      { url: proxy.url + page, pid: proxy.pid },
      { url: `${nginx.url}/${name}.html`, pid: nginx.pid },
    );
    reportMin(`${name}: rate behind nginx / of nginx`, behind.ratio, MIN_PROXY_RATIO);
  }
  await proxy.stop();
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
await shop.stop();
