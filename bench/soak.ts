// `npm run bench:soak -- MINUTES [PURCHASES_PER_MINUTE]`: people look, buy and abandon carts; every minute
// the memory, connections, file handles and job backlog of the shop. Says at the end what has grown.
import { readdirSync, readFileSync } from 'node:fs';
import { setTimeout as wait } from 'node:timers/promises';
import { startSandbox } from '#sandbox/start-sandbox.ts';
import { findJobBacklog } from '#server/platform/jobs/job-backlog.ts';
import { SANDBOX_KEYS } from '#test/shop/test-sandbox.ts';
import { row, Times } from './measure.ts';
import { abandonCart, atRate, look, createHotTicket, purchase } from './purchase.ts';
import { startShopProcess, type ShopProcess } from './shop-process.ts';

const minutes = Number(process.argv[2] ?? 60);
const purchasesPerMinute = Number(process.argv[3] ?? 30);
const LOOKS_PER_PURCHASE = 20;
/** What may differ between the middle and the end without having grown. */
const LEEWAY = { memory: 40, connections: 2, files: 10, jobs: 20, lag: 20 };

type Reading = Record<keyof typeof LEEWAY, number>;

async function read(shop: ShopProcess, calls: Times): Promise<Reading> {
  const proc = `/proc/${shop.child.pid}`;
  const [, rss] = /VmRSS:\s+(\d+)/.exec(readFileSync(`${proc}/status`, 'utf8')) ?? [];
  const { rows } = await shop.pool.query<{ connections: number }>(
    `select count(*)::integer as connections from pg_stat_activity where application_name = 'festival'`,
  );
  const backlog = await findJobBacklog(shop.pool);
  return {
    memory: Math.round(Number(rss) / 1024),
    connections: rows[0]?.connections ?? 0,
    files: readdirSync(`${proc}/fd`).length,
    jobs: backlog.reduce((sum, { due, retrying, failed }) => sum + due + retrying + failed, 0),
    lag: Math.round(calls.at(0.99)),
  };
}

// the stand-in for the provider remembers every payment: not in the process that is watched
const sandbox = await startSandbox({ ...SANDBOX_KEYS });
const shop: ShopProcess = {
  ...(await startShopProcess({
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
  const ware = await createHotTicket(shop, 1_000_000);
  let calls = new Times();
  const survive = (work: () => Promise<unknown>) => async (): Promise<void> => {
    await work().catch((error: unknown) => {
      failures++;
      console.error(error);
    });
  };
  const perSecond = purchasesPerMinute / 60;
  const traffic = [
    atRate(
      perSecond,
      survive(() => purchase(shop, ware, calls, 'onlineticket')),
    ),
    atRate(
      perSecond,
      survive(() => abandonCart(shop, ware, calls)),
    ),
    atRate(
      perSecond * LOOKS_PER_PURCHASE,
      survive(() => look(shop, calls)),
    ),
  ];
  console.log('minute  memory MB  connections  files  jobs waiting  p99 ms');
  for (let minute = 0; minute <= minutes; minute++) {
    const reading = await read(shop, calls);
    readings.push(reading);
    calls = new Times();
    const { memory, connections, files, jobs, lag } = reading;
    const cells = [minute, memory, connections, files, jobs, lag].map((cell) =>
      String(cell).padStart(8),
    );
    console.log(cells.join('  '));
    if (minute < minutes) await wait(60_000);
  }
  await Promise.all(traffic.map((one) => one.stop()));
} finally {
  await shop.stop();
  await sandbox.close();
}

/** The highest of a half: single peaks (a brochure, a garbage collection to come) are in both. */
function highest(name: keyof Reading, from: number, to: number): number {
  return Math.max(...readings.slice(from, to).map((reading) => reading[name]));
}

const half = Math.ceil(readings.length / 2);
for (const name of Object.keys(LEEWAY) as (keyof Reading)[]) {
  const [first, second] = [highest(name, 1, half), highest(name, half, readings.length)];
  row(name, `${first} → ${second}`, second > first + LEEWAY[name] ? 'HAS GROWN' : 'steady');
}
row('calls that failed', String(failures));
