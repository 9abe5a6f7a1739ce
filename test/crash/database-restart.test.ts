// The database is killed under a running shop and restarts: buyers see 503 for a moment, nothing is lost.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { reconcile } from '#server/payment/reconcile.ts';
import { openDatabases } from '#server/platform/database/database.ts';
import { createLog } from '#server/platform/log.ts';
import { migrate } from '#server/platform/database/migrate.ts';
import { startEmbeddedPostgres } from '#packages/embedded-postgres/embedded-postgres.ts';
import { Buyer } from '../buyer.ts';
import { drain } from '../shop/drain.ts';
import { ensureFestival, createConcert } from '../shop/create-concert.ts';
import { startTestShop } from '../shop/start-test-shop.ts';
import { startTestSandbox } from '../shop/test-sandbox.ts';

/** Statuses a buyer may see during the outage; any other, 500 above all, is a bug. */
const EXPECTED = new Set([200, 503]);
const log = createLog({ level: 'silent', isReadable: false });

test('the database is killed twice while people buy', async () => {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'festival-restart-'));
  onTestFinished(() => rm(dataDir, { recursive: true, force: true }));
  const postgres = await startEmbeddedPostgres({ dataDir, log });
  onTestFinished(() => postgres.stop());
  const databases = openDatabases(postgres.connection, log);
  onTestFinished(() => databases.close());
  await migrate(databases.pool, log);
  await ensureFestival(databases.pool);
  const concert = await createConcert(databases.pool, { quantity: 10_000 });
  const sandbox = await startTestSandbox();
  onTestFinished(() => sandbox.close());
  const shop = await startTestShop(databases, sandbox, { log });
  onTestFinished(() => shop.close());

  const tokens = new Set<string>();
  const statuses = new Set<number>();
  const over = new AbortController();
  const person = async (): Promise<void> => {
    while (!over.signal.aborted) {
      const buyer = new Buyer(shop);
      const steps = [
        () => buyer.add(concert),
        () => buyer.details(),
        () => buyer.delivery('boxoffice'),
        () => buyer.initiate(),
      ];
      let status = 200;
      for (const step of steps) if (status === 200) ({ status } = await step());
      statuses.add(status);
      if (status !== 200) continue;
      buyer.pay();
      const done = await buyer.complete();
      statuses.add(done.status);
      if (done.body.data?.order_token !== undefined) tokens.add(done.body.data.order_token);
    }
  };
  const people = Array.from({ length: 4 }, person);
  for (let kills = 0; kills < 2; kills++) {
    const enough = tokens.size + 8;
    await expect.poll(() => tokens.size, { interval: 5 }).toBeGreaterThan(enough);
    process.kill(postgres.pid(), 'SIGKILL');
  }
  const enough = tokens.size + 8;
  await expect.poll(() => tokens.size).toBeGreaterThan(enough);
  over.abort();
  await Promise.all(people);

  expect(statuses.difference(EXPECTED)).toEqual(new Set());
  await sandbox.events.delivered();
  await reconcile(shop.payment);
  expect(await drain(shop)).toEqual([]);
  for (const token of tokens) expect((await new Buyer(shop).order(token)).status).toBe(200);
});
