// DATA_DIR is deleted under a selling shop: the archive restores every order acknowledged more than ARCHIVE_SECONDS
// before.
import { existsSync } from 'node:fs';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { migrate } from '#server/platform/database/migrate.ts';
import { buildFolder } from '#server/edge/site-build.ts';
import type { Sandbox } from '#packages/stripe-sandbox/start-sandbox.ts';
import { accepted, Buyer } from '../buyer.ts';
import { testLog } from '../database.ts';
import { findAvailablePort } from '../find-available-port.ts';
import { runProcess } from '../run-process.ts';
import { ensureFestival, createConcert, type TestConcert } from '../shop/create-concert.ts';
import { startTestSandbox } from '../shop/test-sandbox.ts';
import { compareAfterCrash, onDatabaseOf } from './compare-after-crash.ts';
import { type KillableShop, shopEnvironment, startKillableShop } from './start-killable-shop.ts';

/** Short, so that the test is quick; by default it is 30. */
const ARCHIVE_SECONDS = Number(process.env['ARCHIVE_SECONDS'] ?? 5);
const BUYER_COUNT = 4;
const root = path.join(import.meta.dirname, '../..');

// the shop serves the built site: CI builds before `npm test`
test.runIf(existsSync(path.join(buildFolder, 'server')))(
  'the disk of a selling shop is lost, its orders are not',
  { timeout: 300_000 },
  async () => {
    const folder = await mkdtemp(path.join(tmpdir(), 'festival-lost-disk-'));
    onTestFinished(() => rm(folder, { recursive: true, force: true, maxRetries: 20 }));
    const [dataDir, backupDir] = [path.join(folder, 'data'), path.join(folder, 'backup')];
    const concert = await onDatabaseOf(dataDir, async (databases) => {
      await migrate(databases.pool, testLog);
      await ensureFestival(databases.pool);
      return await createConcert(databases.pool, { quantity: 100_000 });
    });
    const sandbox = await startTestSandbox();
    onTestFinished(() => sandbox.close());
    const port = await findAvailablePort();
    sandbox.setWebhookUrl(`http://127.0.0.1:${port}/payment/webhook`);
    const env = { BACKUP_DIR: backupDir, ARCHIVE_SECONDS: String(ARCHIVE_SECONDS) };
    const place = { dataDir, port, sandboxUrl: sandbox.url, env };
    const shop = await startKillableShop(place);
    onTestFinished(() => shop.kill(false).catch(() => undefined));

    const sales = startSales(shop, sandbox, concert);
    await vi.waitUntil(() => hasBaseBackup(backupDir), { timeout: 60_000, interval: 100 });
    // enough orders since then that only the WAL restores
    const inBaseBackup = sales.acknowledgedBefore(Date.now()).size;
    const safeNow = () => sales.acknowledgedBefore(Date.now() - ARCHIVE_SECONDS * 1000);
    await vi.waitUntil(() => safeNow().size > inBaseBackup + 10, { timeout: 200_000 });
    const lostAt = Date.now();
    await rm(dataDir, { recursive: true, force: true, maxRetries: 50 });
    await shop.kill(false);
    await sales.stop();
    await rm(dataDir, { recursive: true, force: true, maxRetries: 50 });

    const restore = runProcess(
      process.execPath,
      ['scripts/run.mjs', 'restore', '--from', backupDir],
      { cwd: root, env: shopEnvironment(place) },
    );
    const { code, output } = await restore.ended;
    expect([code, output]).toEqual([0, expect.stringMatching(/^Restored as of \d{4}-.*orders/m)]);
    const safe = sales.acknowledgedBefore(lostAt - ARCHIVE_SECONDS * 1000);
    const violations = await onDatabaseOf(dataDir, (databases) =>
      compareAfterCrash(databases, sandbox, safe),
    );
    expect(violations).toEqual([]);
    expect(safe.size).toBeGreaterThan(inBaseBackup);
  },
);

async function hasBaseBackup(backupDir: string): Promise<boolean> {
  const names = await readdir(path.join(backupDir, 'base')).catch(() => []);
  return names.some((name) => name.endsWith('Z'));
}

/** Lets people buy one after the other, and notes when each order was acknowledged. */
function startSales(shop: KillableShop, sandbox: Sandbox, concert: TestConcert) {
  const acknowledged: { token: string; at: number }[] = [];
  const over = new AbortController();
  const buyOnce = async (): Promise<void> => {
    const buyer = new Buyer({ url: shop.url, sandbox });
    await buyer.checkOut(concert);
    buyer.pay();
    const done = await accepted(buyer.complete());
    acknowledged.push({ token: done.body.data?.order_token ?? '', at: Date.now() });
  };
  const person = async (): Promise<void> => {
    while (!over.signal.aborted) await buyOnce().catch(() => undefined);
  };
  const people = Array.from({ length: BUYER_COUNT }, person);
  return {
    acknowledgedBefore: (moment: number) =>
      new Set(acknowledged.filter(({ at }) => at < moment).map(({ token }) => token)),
    async stop(): Promise<void> {
      over.abort();
      await Promise.all(people);
    },
  };
}
