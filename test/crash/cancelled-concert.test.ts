// Kills everything with SIGKILL, twice, in the middle of the run that refunds the buyers of a cancelled concert.
import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { Pool } from 'pg';
import { expect, onTestFinished, test } from 'vitest';
import { findRunningEmbedded } from '#packages/embedded-postgres/embedded-postgres.ts';
import { buildFolder } from '#server/edge/site-build.ts';
import { openPool } from '#server/platform/database/open-pool.ts';
import { migrate } from '#server/platform/database/migrate.ts';
import { testLog } from '../database.ts';
import { findAvailablePort } from '../find-available-port.ts';
import { openTestOffice } from '../office.ts';
import { buyOrder } from '../shop/buy-order.ts';
import { cancelConcert } from '../shop/cancel-concert.ts';
import { createConcert, ensureFestival } from '../shop/create-concert.ts';
import { startTestSandbox } from '../shop/test-sandbox.ts';
import { checkRuns } from '../simulation/check-runs.ts';
import { compareAfterCrash, onDatabaseOf } from './compare-after-crash.ts';
import { type KillableShop, startKillableShop } from './start-killable-shop.ts';

const ORDER_COUNT = 100;
const CONCURRENT_BUYER_COUNT = 5;

// the shop serves the built site: CI builds before `npm test`
test.runIf(existsSync(path.join(buildFolder, 'server')))(
  'killed twice during a run, each buyer is refunded once, with one invoice and one mail',
  async () => {
    const dataDir = await mkdtemp(path.join(tmpdir(), 'festival-crash-'));
    onTestFinished(() => rm(dataDir, { recursive: true, force: true, maxRetries: 20 }));
    const concert = await onDatabaseOf(dataDir, async ({ pool }) => {
      await migrate(pool, testLog);
      await ensureFestival(pool);
      return await createConcert(pool, { quantity: 500, prices: [1900] });
    });
    const sandbox = await startTestSandbox();
    onTestFinished(() => sandbox.close());
    const port = await findAvailablePort();
    sandbox.setWebhookUrl(`http://127.0.0.1:${port}/payment/webhook`);
    const start = async (): Promise<KillableShop> => {
      const shop = await startKillableShop({ dataDir, port, sandboxUrl: sandbox.url });
      onTestFinished(() => shop.kill(false).catch(() => undefined));
      return shop;
    };

    let shop = await start();
    const { url } = shop;
    const buy = async (first: number) => {
      for (let n = first; n < ORDER_COUNT; n += CONCURRENT_BUYER_COUNT) {
        await buyOrder({ url, sandbox }, concert, { method: n % 2 ? 'postal' : 'boxoffice' });
      }
    };
    await Promise.all(Array.from({ length: CONCURRENT_BUYER_COUNT }, (_, first) => buy(first)));
    await onRunning(dataDir, async (pool) => {
      await cancelConcert(await openTestOffice({ pool }), concert);
    });
    for (const [stepped, withDatabase] of [
      [ORDER_COUNT * 0.2, false],
      [ORDER_COUNT * 0.6, true],
    ] as const) {
      await onRunning(dataDir, (pool) => waitUntilStepped(pool, stepped));
      await shop.kill(withDatabase);
      shop = await start();
    }
    const mails = `mail where kind = 'concert-cancelled'`;
    await onRunning(dataDir, (pool) => waitUntil(pool, mails, ORDER_COUNT));
    await onRunning(dataDir, (pool) =>
      waitUntil(pool, 'refund where succeeded_at is not null', ORDER_COUNT),
    );
    await shop.kill(true);
    const violations = await onDatabaseOf(dataDir, async (databases) => [
      ...(await compareAfterCrash(databases, sandbox, new Set())),
      ...(await checkRuns(databases.pool, await openTestOffice(databases))),
    ]);
    expect(violations).toEqual([]);
    expect(sandbox.faults.refunds()).toHaveLength(ORDER_COUNT);
  },
);

/** Runs `work` on the database of a shop that runs. */
async function onRunning(dataDir: string, work: (pool: Pool) => Promise<unknown>): Promise<void> {
  const connection = await findRunningEmbedded(dataDir);
  if (connection === null) throw new Error('the embedded database does not run');
  const pool = openPool(connection, testLog, { max: 2 });
  try {
    await work(pool);
  } finally {
    await pool.end();
  }
}

/** Waits until the run has stepped this number of items, but not all. */
async function waitUntilStepped(pool: Pool, count: number): Promise<void> {
  const stepped = await waitUntil(pool, 'run_item where invoice_id > 0', count);
  expect(stepped).toBeLessThan(ORDER_COUNT);
}

/** Waits until a table has this number of rows at least; returns how many there are. */
async function waitUntil(pool: Pool, rowsSql: string, count: number): Promise<number> {
  for (;;) {
    const { rows } = await pool.query<{ n: number }>(
      `select count(*)::integer as n from ${rowsSql}`,
    );
    if (rows[0] !== undefined && rows[0].n >= count) return rows[0].n;
    await pause(5);
  }
}
