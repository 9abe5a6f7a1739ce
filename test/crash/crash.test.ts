// kill -9 of everything while people buy: what was acknowledged is there, and nothing disagrees.
import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { expect, onTestFinished, test } from 'vitest';
import { cancelExpiredPayments } from '#server/payment/cancel-expired-payments.ts';
import { reconcile } from '#server/payment/reconcile.ts';
import { type Databases, openDatabases } from '#server/platform/database/database.ts';
import { migrate } from '#server/platform/database/migrate.ts';
import { startEmbeddedPostgres } from '#server/platform/embedded-postgres/embedded-postgres.ts';
import { buildFolder } from '#server/site/site-build.ts';
import type { Sandbox } from '#sandbox/start-sandbox.ts';
import { testLog } from '../database.ts';
import { accepted, Buyer } from '../buyer.ts';
import { findDifferences } from '../shop/check-invariants.ts';
import { ensureFestival, makeConcert, type MadeConcert } from '../shop/make-concert.ts';
import { advanceAll } from '../shop/advance-time.ts';
import { startTestShop } from '../shop/start-test-shop.ts';
import { startTestSandbox } from '../shop/test-sandbox.ts';
import { type RunningShop, startShopProcess } from './running-shop.ts';

const BUYERS = 5;
const ROUNDS = 3;

// the program serves the built site; `npm test` in CI runs after the build
test.runIf(existsSync(path.join(buildFolder, 'server')))(
  'killed at random moments, everything acknowledged is there',
  { timeout: 170_000 },
  async () => {
    const dataDir = await mkdtemp(path.join(tmpdir(), 'festival-crash-'));
    onTestFinished(() => rm(dataDir, { recursive: true, force: true, maxRetries: 20 }));
    const concerts = await onDatabaseOf(dataDir, async (databases) => {
      await migrate(databases.pool, testLog);
      await ensureFestival(databases.pool);
      const big = await makeConcert(databases.pool, { quantity: 100_000 });
      return [big, await makeConcert(databases.pool, { quantity: 25, prices: [1900, 950] })];
    });
    const sandbox = await startTestSandbox();
    onTestFinished(() => sandbox.close());
    const port = await freePort();
    sandbox.setWebhookUrl(`http://127.0.0.1:${port}/payment/webhook`);

    const acknowledged = new Set<string>();
    for (let round = 0; round < ROUNDS; round++) {
      const place = { dataDir, port, sandboxUrl: sandbox.url };
      const shop = await startShopProcess(place);
      onTestFinished(() => shop.kill(false).catch(() => undefined));
      await buyUntilKilled({ shop, sandbox, concerts, acknowledged, round });
    }
    const broken = await onDatabaseOf(dataDir, (databases) =>
      compare(databases, sandbox, acknowledged),
    );
    expect(broken).toEqual([]);
    expect(acknowledged.size).toBeGreaterThan(ROUNDS * 5);
  },
);

interface Rush {
  shop: RunningShop;
  sandbox: Sandbox;
  concerts: MadeConcert[];
  acknowledged: Set<string>;
  round: number;
}

/** People buy until so many orders more have been acknowledged; then everything is killed at once. */
async function buyUntilKilled(rush: Rush): Promise<void> {
  const enough = rush.acknowledged.size + 6 + Math.floor(Math.random() * 15);
  const killed = new AbortController();
  const person = async (): Promise<void> => {
    while (!killed.signal.aborted) await buyOnce(rush).catch(() => undefined);
  };
  const people = Array.from({ length: BUYERS }, person);
  while (rush.acknowledged.size < enough) await pause(5);
  // every other time the database is killed in the same moment, without a chance to shut down
  await rush.shop.kill(rush.round % 2 === 1);
  killed.abort();
  await Promise.all(people);
}

async function buyOnce({ shop, sandbox, concerts, acknowledged }: Rush): Promise<void> {
  const buyer = new Buyer({ url: shop.url, sandbox });
  const concert = concerts[Math.random() < 0.7 ? 0 : 1] as MadeConcert;
  await buyer.checkOut(concert, { quantity: 1 + Math.floor(Math.random() * 2) });
  buyer.pay();
  const done = await accepted(buyer.complete());
  acknowledged.add(done.body.data?.order_token ?? '');
}

/** The shop comes back once more, all holds have run out, and it is reconciled. */
async function compare(
  databases: Databases,
  sandbox: Sandbox,
  acknowledged: ReadonlySet<string>,
): Promise<string[]> {
  const shop = await startTestShop(databases, sandbox, { log: testLog });
  await sandbox.events.delivered();
  await advanceAll(databases.pool, 60);
  for (let round = 0; round < 3; round++) {
    while ((await cancelExpiredPayments(shop.payment)) > 0) continue;
    await reconcile(shop.payment);
    await shop.runJobs('execute-refund');
    await sandbox.events.delivered();
  }
  const broken = await findDifferences(databases.pool, sandbox);
  for (const token of acknowledged) {
    const { status } = await new Buyer(shop).order(token);
    if (status !== 200) broken.push(`an acknowledged order answers ${status}`);
  }
  await shop.close();
  return broken;
}

/** Works on the database of a DATA_DIR while no shop does. */
async function onDatabaseOf<T>(
  dataDir: string,
  work: (databases: Databases) => Promise<T>,
): Promise<T> {
  const postgres = await startEmbeddedPostgres({ dataDir, log: testLog });
  const databases = openDatabases(postgres.connection, testLog);
  try {
    return await work(databases);
  } finally {
    await databases.close();
    await postgres.stop();
  }
}

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}
