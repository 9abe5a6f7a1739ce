import { afterAll } from 'vitest';
import { openDatabases } from '#server/platform/database/database.ts';
import type { Sandbox } from '#packages/stripe-sandbox/start-sandbox.ts';
import { createTestDatabase, type TestDatabase, testLog } from '../database.ts';
import { ensureFestival } from './create-concert.ts';
import { type ShopOptions, startTestShop, type TestShop } from './start-test-shop.ts';
import { startTestSandbox } from './test-sandbox.ts';

export type OpenShopOptions = Partial<ShopOptions> & {
  /** Shares the database of another shop, so that both sell the same tickets. */
  database?: TestDatabase;
  sandbox?: Sandbox;
};

/** A shop for this test file, closed after its last test: `const shop = await openShop();` */
export async function openShop(options: OpenShopOptions = {}): Promise<TestShop> {
  const { database, sandbox: given, ...rest } = options;
  const own = database ?? (await createTestDatabase());
  // a second process has its own connections
  const databases = database === undefined ? own : openDatabases(own.connection, testLog);
  await ensureFestival(databases.pool);
  const sandbox = given ?? (await startTestSandbox());
  const shop = await startTestShop(databases, sandbox, { log: testLog, ...rest });
  afterAll(async () => {
    await shop.close();
    if (given === undefined) await sandbox.close();
    if (database !== undefined) await databases.close();
  });
  return shop;
}
