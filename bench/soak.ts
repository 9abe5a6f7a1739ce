// `npm run bench:soak -- [MINUTES] [PURCHASES_PER_MINUTE]`: people read pages, buy and abandon carts. Prints every
// minute the shop's memory, connections, open files, waiting jobs and p99.
// Bar: the second half's maximum exceeds the first half's by no more than the tolerance.
import { readdirSync, readFileSync } from 'node:fs';
import { setTimeout as wait } from 'node:timers/promises';
import { startSandbox } from '#packages/stripe-sandbox/start-sandbox.ts';
import { listJobBacklog } from '#server/platform/jobs/job-runner.ts';
import { SANDBOX_KEYS } from '#test/shop/test-sandbox.ts';
import { Durations, runEvery } from './measure.ts';
import { abandonCart, addTicketsForSale, purchase, readAny } from './purchase.ts';
import { report, reportMax } from './report.ts';
import { type BenchShop, startBenchShop } from './start-bench-shop.ts';

const minutes = Number(process.argv[2] ?? 60);
const purchasesPerMinute = Number(process.argv[3] ?? 30);
const READS_PER_PURCHASE_COUNT = 20;
/** By how much the second half may exceed the first. */
const tolerances = {
  'memory, MB': 40,
  connections: 2,
  'open files': 10,
  'waiting jobs': 20,
  'p99, ms': 20,
};

type Reading = Record<keyof typeof tolerances, number>;

async function read(shop: BenchShop, calls: Durations): Promise<Reading> {
  const proc = `/proc/${shop.child.pid}`;
  const [, rss] = /VmRSS:\s+(\d+)/.exec(readFileSync(`${proc}/status`, 'utf8')) ?? [];
  const { rows } = await shop.pool.query<{ connections: number }>(
    `select count(*)::integer as connections from pg_stat_activity where application_name = 'festival'`,
  );
  const backlog = await listJobBacklog(shop.pool);
  return {
    'memory, MB': Math.round(Number(rss) / 1024),
    connections: rows[0]?.connections ?? 0,
    'open files': readdirSync(`${proc}/fd`).length,
    'waiting jobs': backlog.reduce(
      (sum, { due, retrying, failed }) => sum + due + retrying + failed,
      0,
    ),
    'p99, ms': Math.round(calls.percentile(0.99)),
  };
}

// the sandbox stores every payment in memory: run it outside the measured process
const sandbox = await startSandbox({ ...SANDBOX_KEYS });
const shop: BenchShop = {
  ...(await startBenchShop({
    STRIPE_SECRET_KEY: SANDBOX_KEYS.secretKey,
    STRIPE_PUBLISHABLE_KEY: SANDBOX_KEYS.publishableKey,
    STRIPE_WEBHOOK_SECRET: SANDBOX_KEYS.webhookSecret,
    STRIPE_API_BASE: sandbox.url,
    STRIPE_JS_URL: sandbox.stripeJsUrl,
  })),
  sandboxUrl: sandbox.url,
};
sandbox.setWebhookUrl(`${shop.url}/payment/webhook`);
const readings: Reading[] = [];
let failures = 0;
try {
  const ticket = await addTicketsForSale(shop, 1_000_000);
  let calls = new Durations();
  const countFailures = (work: () => Promise<unknown>) => async (): Promise<void> => {
    await work().catch((error: unknown) => {
      failures++;
      console.error(error);
    });
  };
  const intervalMs = 60_000 / purchasesPerMinute;
  const traffic = [
    runEvery(
      intervalMs,
      countFailures(() => purchase(shop, ticket, calls, 'onlineticket')),
    ),
    runEvery(
      intervalMs,
      countFailures(() => abandonCart(shop, ticket, calls)),
    ),
    runEvery(
      intervalMs / READS_PER_PURCHASE_COUNT,
      countFailures(() => readAny(shop, calls)),
    ),
  ];
  console.log(['minute', ...Object.keys(tolerances)].map((name) => name.padStart(12)).join(''));
  for (let minute = 0; minute <= minutes; minute++) {
    const reading = await read(shop, calls);
    readings.push(reading);
    calls = new Durations();
    const cells = [minute, ...Object.values(reading)];
    console.log(cells.map((cell) => String(cell).padStart(12)).join(''));
    if (minute < minutes) await wait(60_000);
  }
  await Promise.all(traffic.map((one) => one.stop()));
} finally {
  await shop.stop();
  await sandbox.close();
}

/** The maximum of a range of readings: single peaks (a garbage collection, a brochure) occur in both halves. */
function maxOf(name: keyof Reading, from: number, to: number): number {
  return Math.max(...readings.slice(from, to).map((reading) => reading[name]));
}

const half = Math.ceil(readings.length / 2);
for (const name of Object.keys(tolerances) as (keyof Reading)[]) {
  const [first, second] = [maxOf(name, 1, half), maxOf(name, half, readings.length)];
  report(`${name}: first half → second half`, `${first} → ${second}`);
  reportMax('  growth', second - first, tolerances[name]);
}
reportMax('failed calls', failures, 0);
