// `npm run bench:pages`: list and detail from one process of the shop against the same bytes from nginx, in the
// same run; what a page costs that nobody asked for before; one process against two. Ratios count, not numbers:
// client and servers share the machine. Needs a build, nginx and wrk: `apt-get install -y nginx-light wrk`.
import { spawnSync } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { availableParallelism, cpus, tmpdir } from 'node:os';
import path from 'node:path';
import { median, row } from './measure.ts';
import { cpuTime } from './pages/cpu-time.ts';
import { load, type Load } from './pages/load.ts';
import { readPage } from './pages/read-page.ts';
import { serveWithNginx } from './pages/serve-with-nginx.ts';
import { startShopProcess, type ShopProcess } from './shop-process.ts';

const SECONDS = 3;
/** What is compared is loaded in turn, so that a busy moment of the machine hits both. */
const ROUNDS = 5;
const BATCH = 50;
const BATCHES = 12;

const missing = ['nginx', 'wrk'].filter((name) => spawnSync(name, ['-v']).error !== undefined);
if (missing.length > 0) {
  console.log(`Skipped: ${missing.join(' and ')} not here; apt-get install -y nginx-light wrk`);
  process.exit(0);
}

interface Server {
  url: string;
  pid: number;
}
/** A load, and what an answer cost the server in microseconds of CPU: that holds on a busy machine, too. */
type Result = Load & { cost: number };

async function loadServer({ url, pid }: Server): Promise<Result> {
  const before = cpuTime(pid);
  const result = await load(url, SECONDS);
  return { ...result, cost: ((cpuTime(pid) - before) * 1000) / (result.rate * SECONDS) };
}

/** Loads both in turn; the middle ratio of their rates, and the middle of each. */
async function compare(a: Server, b: Server): Promise<{ ratio: number; a: Result; b: Result }> {
  const rounds: { a: Result; b: Result }[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    rounds.push({ a: await loadServer(a), b: await loadServer(b) });
  }
  const middle = (side: 'a' | 'b') => ({
    rate: median(rounds.map((round) => round[side].rate)),
    p99: median(rounds.map((round) => round[side].p99)),
    cost: median(rounds.map((round) => round[side].cost)),
  });
  const ratio = median(rounds.map((round) => round.a.rate / round.b.rate));
  return { ratio, a: middle('a'), b: middle('b') };
}

const resultText = ({ rate, p99, cost }: Result) =>
  `${rate.toFixed(0)}/s, p99 ${p99.toFixed(1)} ms, ${cost.toFixed(0)} µs CPU`;

/**
 * CPU of a page that is rendered anew: every query is another key of the cache. A quiet batch counts, but not the
 * quietest: a process of the database that ends takes its time with it.
 */
async function renderingCpu(
  shop: ShopProcess,
  address: string,
  encoding: 'gzip' | 'identity',
): Promise<number> {
  const pid = shop.child.pid ?? 0;
  const batches: number[] = [];
  for (let batch = 0; batch < BATCHES; batch++) {
    const before = cpuTime(pid);
    for (let page = 0; page < BATCH; page++) {
      await readPage(`${shop.url}${address}?show=${encoding}${batch * BATCH + page}`, encoding);
    }
    batches.push((cpuTime(pid) - before) / BATCH);
  }
  return batches.toSorted((a, b) => a - b)[Math.floor(BATCHES / 4)] ?? 0;
}

const at = (shop: ShopProcess, address: string): Server => ({
  url: shop.url + address,
  pid: shop.child.pid ?? 0,
});

async function measureAgainstNginx(shop: ShopProcess, pages: [string, string][]): Promise<void> {
  const folder = await mkdtemp(path.join(tmpdir(), 'bench-pages-'));
  const read = pages.map(async ([name, address]) => [name, await readPage(shop.url + address)]);
  const nginx = await serveWithNginx(folder, Object.fromEntries(await Promise.all(read)));
  for (const [name, address] of pages) {
    const { ratio, a, b } = await compare(at(shop, address), {
      url: `${nginx.url}/${name}.html`,
      pid: nginx.pid,
    });
    row(`${name}: shop / nginx`, ratio.toFixed(2), `${resultText(a)}; nginx ${resultText(b)}`);
  }
  await nginx.stop();
  await rm(folder, { recursive: true });
}

console.log(`${cpus()[0]?.model ?? ''}, ${availableParallelism()} cores, Node ${process.version}`);
const shop = await startShopProcess();
const { rows } = await shop.pool.query<{ id: number }>('select min(id) as id from concert');
const pages: [string, string][] = [
  ['list', '/de/concerts/all'],
  ['detail', `/de/concerts/${rows[0]?.id}`],
];
await measureAgainstNginx(shop, pages);
for (const [name, address] of pages) {
  const bare = await renderingCpu(shop, address, 'identity');
  const whole = await renderingCpu(shop, address, 'gzip');
  row(`${name}: rendering, CPU in ms`, bare.toFixed(1), `with gzip ${whole.toFixed(1)}`);
}
const pair = await startShopProcess({ WEB_CONCURRENCY: '2' });
for (const [name, address] of pages) {
  const { ratio, a, b } = await compare(at(pair, address), at(shop, address));
  row(`${name}: two processes / one`, ratio.toFixed(2), `${resultText(a)}; one ${resultText(b)}`);
}
await pair.stop();
await shop.stop();
