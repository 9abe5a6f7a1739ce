// Kills everything with SIGKILL while people buy: every acknowledged order must be there, no invariant violated.
import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { expect, onTestFinished, test } from 'vitest';
import { migrate } from '#server/platform/database/migrate.ts';
import { buildFolder } from '#server/edge/site-build.ts';
import type { Sandbox } from '#packages/stripe-sandbox/start-sandbox.ts';
import { testLog } from '../database.ts';
import { accepted, Buyer } from '../buyer.ts';
import { ensureFestival, createConcert, type TestConcert } from '../shop/create-concert.ts';
import { findAvailablePort } from '../find-available-port.ts';
import { startTestSandbox } from '../shop/test-sandbox.ts';
import { compareAfterCrash, onDatabaseOf } from './compare-after-crash.ts';
import { type KillableShop, startKillableShop } from './start-killable-shop.ts';

const BUYER_COUNT = 5;
const ROUND_COUNT = 3;

// the shop serves the built site: CI builds before `npm test`
test.runIf(existsSync(path.join(buildFolder, 'server')))(
  'killed at random moments, everything acknowledged is there',
  async () => {
    const dataDir = await mkdtemp(path.join(tmpdir(), 'festival-crash-'));
    onTestFinished(() => rm(dataDir, { recursive: true, force: true, maxRetries: 20 }));
    const concerts = await onDatabaseOf(dataDir, async (databases) => {
      await migrate(databases.pool, testLog);
      await ensureFestival(databases.pool);
      const big = await createConcert(databases.pool, { quantity: 100_000 });
      return [big, await createConcert(databases.pool, { quantity: 25, prices: [1900, 950] })];
    });
    const sandbox = await startTestSandbox();
    onTestFinished(() => sandbox.close());
    const port = await findAvailablePort();
    sandbox.setWebhookUrl(`http://127.0.0.1:${port}/payment/webhook`);

    const acknowledged = new Set<string>();
    for (let round = 0; round < ROUND_COUNT; round++) {
      const place = { dataDir, port, sandboxUrl: sandbox.url };
      const shop = await startKillableShop(place);
      onTestFinished(() => shop.kill(false).catch(() => undefined));
      await buyUntilKilled({ shop, sandbox, concerts, acknowledged, round });
    }
    const violations = await onDatabaseOf(dataDir, (databases) =>
      compareAfterCrash(databases, sandbox, acknowledged),
    );
    expect(violations).toEqual([]);
    expect(acknowledged.size).toBeGreaterThan(ROUND_COUNT * 5);
  },
);

interface Round {
  shop: KillableShop;
  sandbox: Sandbox;
  concerts: TestConcert[];
  acknowledged: Set<string>;
  round: number;
}

/** Lets people buy until 6 to 20 more orders are acknowledged, then kills everything at once. */
async function buyUntilKilled(state: Round): Promise<void> {
  const enough = state.acknowledged.size + 6 + Math.floor(Math.random() * 15);
  const killed = new AbortController();
  const person = async (): Promise<void> => {
    while (!killed.signal.aborted) await buyOnce(state).catch(() => undefined);
  };
  const people = Array.from({ length: BUYER_COUNT }, person);
  while (state.acknowledged.size < enough) await pause(5);
  // every other round kills the database, too
  await state.shop.kill(state.round % 2 === 1);
  killed.abort();
  await Promise.all(people);
}

async function buyOnce({ shop, sandbox, concerts, acknowledged }: Round): Promise<void> {
  const buyer = new Buyer({ url: shop.url, sandbox });
  const concert = concerts[Math.random() < 0.7 ? 0 : 1] as TestConcert;
  await buyer.checkOut(concert, { quantity: 1 + Math.floor(Math.random() * 2) });
  buyer.pay();
  const done = await accepted(buyer.complete());
  acknowledged.add(done.body.data?.order_token ?? '');
}
