// Two processes of the shop in production mode on one PostgreSQL, behind nginx with deploy/nginx/shop.conf or Caddy
// with deploy/Caddyfile, while people buy and a person works in the office. First both processes are replaced one after
// the other, as for a new version (SIGTERM, then a new one). Then one is killed with SIGKILL and started again.
// Bars: no call fails; no retry while processes are replaced; every paid order has its tickets, documents and mail;
// no invariant is violated.
//
//   node bench/rolling-restart.ts [--proxy nginx|caddy] [--old FOLDER] [postgres://… of an empty database]
//
// --old: a built checkout of an earlier version, which the processes run until they are replaced; nobody works in the
// office then. Without an address, the database is an embedded one.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import type { Pool } from 'pg';
import { SMTPServer } from 'smtp-server';
import { openPool } from '#server/platform/database/open-pool.ts';
import { createLog } from '#server/platform/log.ts';
import { startEmbeddedPostgres } from '#packages/embedded-postgres/embedded-postgres.ts';
import { startSandbox } from '#packages/stripe-sandbox/start-sandbox.ts';
import { findAvailablePort } from '#test/find-available-port.ts';
import { type ShopProcess, startShopProcess } from '#test/shop-process.ts';
import { checkInvariants } from '#test/shop/check-invariants.ts';
import type { TestConcert } from '#test/shop/create-concert.ts';
import { SANDBOX_KEYS } from '#test/shop/test-sandbox.ts';
import { startCaddy } from '#test/start-caddy.ts';
import { startNginx } from '#test/start-nginx.ts';
import { type Outcomes, RetryingBuyer } from './rolling-restart/retrying-buyer.ts';
import { startOfficeReader } from './rolling-restart/start-office-reader.ts';
import { waitUntilDrained } from './wait-until-drained.ts';

const BUYER_COUNT = 12;
/** How long people buy before and after each event. */
const PHASE_MS = 4_000;
/** Jobs of a killed process are unlocked after 15 s; then documents and mails follow. */
const MAX_DRAIN_MS = 900_000;

const { values: options, positionals } = parseArgs({
  allowPositionals: true,
  options: { proxy: { type: 'string', default: 'nginx' }, old: { type: 'string' } },
});
const log = createLog({ level: 'warn', isReadable: true });
const folder = await mkdtemp(path.join(tmpdir(), 'rolling-restart-'));

async function startDatabase(): Promise<{ url: string; stop: () => Promise<void> }> {
  const given = positionals[0];
  if (given !== undefined) return { url: given, stop: () => Promise.resolve() };
  const port = await findAvailablePort();
  const settings = { listen_addresses: '127.0.0.1', port: String(port), max_connections: '120' };
  const postgres = await startEmbeddedPostgres({ dataDir: path.join(folder, 'pg'), log, settings });
  return { url: `postgres://app@127.0.0.1:${port}/postgres`, stop: () => postgres.stop() };
}

/** Starts an SMTP server that counts mails by their Message-ID. */
async function startMailServer(): Promise<{
  url: string;
  mails: Map<string, number>;
  stop: () => void;
}> {
  const mails = new Map<string, number>();
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS', 'AUTH'],
    onData(stream, _session, callback) {
      let text = '';
      stream.on('data', (chunk: Buffer) => (text += chunk.toString('latin1')));
      stream.on('end', () => {
        const id = /^message-id: (.*)$/im.exec(text)?.[1] ?? '';
        mails.set(id, (mails.get(id) ?? 0) + 1);
        callback(null);
      });
    },
  });
  const port = await findAvailablePort();
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  return { url: `smtp://127.0.0.1:${port}`, mails, stop: () => server.close(() => undefined) };
}

async function findConcerts(pool: Pool): Promise<TestConcert[]> {
  const { rows } = await pool.query<TestConcert>(
    `select c.id, p.id as "productId", array_agg(t.id order by t.position) as types
     from concert c join product p on p.concert_id = c.id join ticket_type t on t.product_id = p.id
     join stock s on s.product_id = p.id
     where c.onsale and s.quantity - s.sold > 20 group by c.id, p.id order by c.id`,
  );
  return rows;
}

const database = await startDatabase();
const mail = await startMailServer();
const sandbox = await startSandbox({ ...SANDBOX_KEYS });
const ports = [await findAvailablePort(), await findAvailablePort()] as const;
const startProxy = options.proxy === 'caddy' ? startCaddy : startNginx;
const proxy = await startProxy(path.join(folder, 'proxy'), [...ports]);
sandbox.setWebhookUrl(`${proxy.url}/payment/webhook`);
const startProcess = async (port: number, cwd?: string): Promise<ShopProcess> => {
  const shop = await startShopProcess(settings(port), { cwd });
  shop.child.stderr?.pipe(process.stderr);
  return shop;
};
const settings = (port: number) => ({
  PATH: process.env.PATH,
  NODE_ENV: 'production',
  PORT: String(port),
  HOST: '127.0.0.1',
  DATA_DIR: path.join(folder, 'data'),
  DATABASE_URL: database.url,
  DEMO: '1',
  PUBLIC_URL: proxy.url,
  TRUSTED_PROXY: '127.0.0.1',
  APP_SECRET: 'the same for both, at least 32 characters',
  TAX_TREATMENT: 'exempt',
  SMTP_URL: mail.url,
  MAIL_FROM: 'Tickets <tickets@festival.example>',
  LOG_LEVEL: 'error',
  STRIPE_SECRET_KEY: SANDBOX_KEYS.secretKey,
  STRIPE_PUBLISHABLE_KEY: SANDBOX_KEYS.publishableKey,
  STRIPE_WEBHOOK_SECRET: SANDBOX_KEYS.webhookSecret,
  STRIPE_TEST: '1',
  STRIPE_API_BASE: sandbox.url,
  STRIPE_JS_URL: sandbox.stripeJsUrl,
});
const processes = [
  await startProcess(ports[0], options.old),
  await startProcess(ports[1], options.old),
];
const pool = openPool({ connectionString: database.url }, log, { max: 4 });
// the demonstration has too few tickets for all buyers
await pool.query('update stock set quantity = quantity + 10000');
const concerts = await findConcerts(pool);

const outcomes: Outcomes = { calls: 0, retries: 0, retriesByStatus: {}, slowestMs: 0 };
const bought: string[] = [];
const failures: string[] = [];
const stopped = new AbortController();

async function buy(n: number): Promise<void> {
  for (let turn = n; !stopped.signal.aborted; turn++) {
    const concert = concerts[turn % concerts.length];
    if (concert === undefined) throw new Error('nothing is on sale');
    const buyer = new RetryingBuyer({ url: proxy.url, sandbox }, outcomes);
    try {
      await buyer.checkOut(concert);
      buyer.pay();
      const done = await buyer.complete();
      if (done.status === 200) bought.push(buyer.intent);
      else failures.push(`complete: ${done.status} ${JSON.stringify(done.body)}`);
    } catch (error) {
      failures.push(String(error));
    }
  }
}

const buyers = Array.from({ length: BUYER_COUNT }, (_, n) => buy(n));
const reader = options.old === undefined ? await startOfficeReader(pool, proxy.url) : undefined;
await wait(PHASE_MS);
const retriesBefore = outcomes.retries;
for (const [n, port] of ports.entries()) {
  processes[n]?.child.kill('SIGTERM');
  await processes[n]?.ended;
  processes[n] = await startProcess(port);
  await wait(PHASE_MS);
}
const office = await reader?.stop();
const retriesWhileReplaced = outcomes.retries - retriesBefore;
const boughtBefore = bought.length;
processes[1]?.child.kill('SIGKILL');
await wait(PHASE_MS);
const boughtWhileKilled = bought.length - boughtBefore;
processes[1] = await startProcess(ports[1]);
await wait(PHASE_MS);
stopped.abort();
await Promise.all(buyers);
await waitUntilDrained(pool, MAX_DRAIN_MS);

const { rows } = await pool.query<{
  orders: number;
  documents: number;
  confirmed: number;
  missing: number;
}>(
  `select count(*)::int as orders,
     count(*) filter (where exists (select from document d where d.order_id = o.id and d.kind = 'invoice'))::int as documents,
     count(*) filter (where exists (select from mail m where m.event_key = 'order-' || o.id and m.sent_at is not null))::int
       as confirmed,
     (select count(*) from unnest($1::text[]) as i (id) where not exists (
       select from orders o join checkout c on c.id = o.checkout_id where c.intent_id = i.id))::int as missing
   from orders o`,
  [bought],
);
const violations = await checkInvariants(pool, sandbox);
const duplicateMails = [...mail.mails.values()].filter((times) => times > 1).length;
const version = await pool.query<{ server_version: string }>('show server_version');
const result = {
  postgres: version.rows[0]?.server_version,
  bought: bought.length,
  ...rows[0],
  boughtWhileOneWasKilled: boughtWhileKilled,
  mailsReceived: mail.mails.size,
  duplicateMails,
  calls: outcomes.calls,
  retries: outcomes.retries,
  retriesWhileReplaced,
  retriesByStatus: outcomes.retriesByStatus,
  office,
  slowestMs: Math.round(outcomes.slowestMs),
  failures: failures.length,
  violations,
};
console.log(JSON.stringify(result, null, 2));
if (failures.length > 0) console.log('First failures:', failures.slice(0, 3));

for (const { child } of processes) child.kill('SIGTERM');
await Promise.all(processes.map(({ ended }) => ended));
await proxy.stop();
await sandbox.close();
mail.stop();
await pool.end();
await database.stop();
await rm(folder, { recursive: true, force: true });
const isMet =
  violations.length === 0 &&
  rows[0]?.missing === 0 &&
  rows[0].documents === rows[0].orders &&
  rows[0].confirmed === rows[0].orders &&
  failures.length === 0 &&
  Object.keys(office?.failedByStatus ?? {}).length === 0 &&
  retriesWhileReplaced === 0;
console.log(isMet ? 'All bars met.' : 'BARS MISSED.');
process.exitCode = isMet ? 0 : 1;
