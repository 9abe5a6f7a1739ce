// Two processes of the shop in production's mode, on one PostgreSQL, behind nginx with deploy/nginx/shop.conf.
// Buyers buy. Both processes are replaced, one after the other, as for a new version (SIGTERM, a new one, the
// next): nobody may even have to ask again. Then one is killed (kill -9) and started again. Nothing may be lost:
// every paid order is there with tickets, documents and mail, no ticket is sold twice, payments and orders agree.
//
//   node bench/rolling-restart.ts [postgres://… of an empty database; else an embedded one]
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import type { Pool } from 'pg';
import { SMTPServer } from 'smtp-server';
import { openPool } from '#server/platform/database/open-pool.ts';
import { createLog } from '#server/platform/log.ts';
import { startEmbeddedPostgres } from '#server/platform/embedded-postgres/embedded-postgres.ts';
import { startSandbox } from '#sandbox/start-sandbox.ts';
import { findDifferences } from '#test/shop/check-invariants.ts';
import type { MadeConcert } from '#test/shop/make-concert.ts';
import { SANDBOX_KEYS } from '#test/shop/test-sandbox.ts';
import { freePort } from './rolling-restart/free-port.ts';
import { type Outcomes, RetryingBuyer } from './rolling-restart/retrying-buyer.ts';
import { startNginx } from './rolling-restart/start-nginx.ts';
import { startProcess } from './rolling-restart/start-process.ts';

const BUYERS = 12;
/** In ms: how long they buy before and after each event. */
const PHASE = 4_000;
/** In ms: jobs of a killed process are taken over after 15 s; then documents and mails have to be made. */
const REST = 900_000;

const log = createLog({ level: 'warn', readable: true });
const folder = await mkdtemp(path.join(tmpdir(), 'two-processes-'));

async function startDatabase(): Promise<{ url: string; stop: () => Promise<void> }> {
  const given = process.argv[2];
  if (given !== undefined) return { url: given, stop: () => Promise.resolve() };
  const port = await freePort();
  const settings = { listen_addresses: '127.0.0.1', port: String(port), max_connections: '120' };
  const postgres = await startEmbeddedPostgres({ dataDir: path.join(folder, 'pg'), log, settings });
  return { url: `postgres://app@127.0.0.1:${port}/postgres`, stop: () => postgres.stop() };
}

/** Counts the confirmation mails by their order. */
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
  const port = await freePort();
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  return { url: `smtp://127.0.0.1:${port}`, mails, stop: () => server.close(() => undefined) };
}

async function findConcerts(pool: Pool): Promise<MadeConcert[]> {
  const { rows } = await pool.query<MadeConcert>(
    `select c.id, p.id as "productId", array_agg(t.id order by t.position) as types
     from concert c join product p on p.concert_id = c.id join ticket_type t on t.product_id = p.id
     join stock s on s.product_id = p.id
     where c.onsale and s.quantity - s.sold > 20 group by c.id, p.id order by c.id`,
  );
  return rows;
}

/** Until nothing is left to be done: no job that could run, no mail unsent. */
async function untilRest(pool: Pool): Promise<void> {
  const end = performance.now() + REST;
  while (performance.now() < end) {
    const { rows } = await pool.query<{ left: number }>(
      `select (select count(*) from graphile_worker.jobs where attempts < max_attempts and task_identifier
                 in ('make-documents', 'send-mail', 'execute-refund'))::int
              + (select count(*) from mail where sent_at is null and bounced_at is null and dropped_at is null)::int
         as left`,
    );
    if (rows[0]?.left === 0) return;
    await wait(500);
  }
}

const database = await startDatabase();
const mail = await startMailServer();
const sandbox = await startSandbox({ ...SANDBOX_KEYS });
const ports = [await freePort(), await freePort()] as const;
const nginx = await startNginx(path.join(folder, 'nginx'), [...ports]);
sandbox.setWebhookUrl(`${nginx.url}/payment/webhook`);
const settings = (port: number) => ({
  NODE_ENV: 'production',
  PORT: String(port),
  HOST: '127.0.0.1',
  DATA_DIR: path.join(folder, 'data'),
  DATABASE_URL: database.url,
  DEMO: '1',
  PUBLIC_URL: nginx.url,
  TRUSTED_PROXY: '127.0.0.1',
  APP_SECRET: 'the same for both, at least 32 characters',
  TAX_TREATMENT: 'exempt',
  SMTP_URL: mail.url,
  MAIL_FROM: 'Tickets <tickets@festival.example>',
  LOG_LEVEL: 'error',
  STRIPE_SECRET_KEY: SANDBOX_KEYS.secretKey,
  STRIPE_PUBLISHABLE_KEY: SANDBOX_KEYS.publishableKey,
  STRIPE_WEBHOOK_SECRET: SANDBOX_KEYS.webhookSecret,
  STRIPE_API_BASE: sandbox.url,
  STRIPE_JS_URL: sandbox.stripeJsUrl,
});
const processes = [await startProcess(settings(ports[0])), await startProcess(settings(ports[1]))];
const pool = openPool({ connectionString: database.url }, log, { max: 4 });
// the buyers are more than the demonstration has tickets for
await pool.query('update stock set quantity = quantity + 10000');
const concerts = await findConcerts(pool);

const met: Outcomes = { calls: 0, askedAgain: 0, reasons: {}, slowest: 0 };
const bought: string[] = [];
const refused: string[] = [];
const over = new AbortController();

async function buy(n: number): Promise<void> {
  for (let turn = n; !over.signal.aborted; turn++) {
    const concert = concerts[turn % concerts.length];
    if (concert === undefined) throw new Error('nothing is on sale');
    const buyer = new RetryingBuyer({ url: nginx.url, sandbox }, met);
    try {
      await buyer.checkOut(concert);
      buyer.pay();
      const done = await buyer.complete();
      if (done.status === 200) bought.push(buyer.intent);
      else refused.push(`complete: ${done.status} ${JSON.stringify(done.body)}`);
    } catch (error) {
      refused.push(String(error));
    }
  }
}

const buyers = Array.from({ length: BUYERS }, (_, n) => buy(n));
await wait(PHASE);
const askedBefore = met.askedAgain;
for (const [n, port] of ports.entries()) {
  processes[n]?.child.kill('SIGTERM');
  await processes[n]?.ended;
  processes[n] = await startProcess(settings(port));
  await wait(PHASE);
}
const askedAgainWhileReplaced = met.askedAgain - askedBefore;
const before = bought.length;
processes[1]?.child.kill('SIGKILL');
await wait(PHASE);
const whileAway = bought.length - before;
processes[1] = await startProcess(settings(ports[1]));
await wait(PHASE);
over.abort();
await Promise.all(buyers);
await untilRest(pool);

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
const differences = await findDifferences(pool, sandbox);
const twice = [...mail.mails.values()].filter((times) => times > 1).length;
const version = await pool.query<{ server_version: string }>('show server_version');
const result = {
  postgres: version.rows[0]?.server_version,
  bought: bought.length,
  ...rows[0],
  whileOneWasAway: whileAway,
  mailsReceived: mail.mails.size,
  mailsReceivedTwice: twice,
  calls: met.calls,
  askedAgain: met.askedAgain,
  askedAgainWhileReplaced,
  reasons: met.reasons,
  slowestMs: Math.round(met.slowest),
  refused: refused.length,
  differences,
};
console.log(JSON.stringify(result, null, 2));
if (refused.length > 0) console.log('First refusals:', refused.slice(0, 3));

for (const { child } of processes) child.kill('SIGTERM');
await Promise.all(processes.map(({ ended }) => ended));
await nginx.stop();
await sandbox.close();
mail.stop();
await pool.end();
await database.stop();
await rm(folder, { recursive: true, force: true });
const isWhole =
  differences.length === 0 &&
  rows[0]?.missing === 0 &&
  rows[0].documents === rows[0].orders &&
  rows[0].confirmed === rows[0].orders &&
  refused.length === 0 &&
  askedAgainWhileReplaced === 0;
console.log(isWhole ? 'Nothing was lost.' : 'SOMETHING WAS LOST.');
process.exitCode = isWhole ? 0 : 1;
