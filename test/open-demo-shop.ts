import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll } from 'vitest';
import type { Pool } from 'pg';
import type { Sandbox } from '#packages/stripe-sandbox/start-sandbox.ts';
import { createTestDatabase } from './database.ts';
import { type DatabaseProxy, startDatabaseProxy } from './database-proxy.ts';
import { findAvailablePort } from './find-available-port.ts';
import { type ShopProcess, startShopProcess } from './shop-process.ts';
import { SANDBOX_KEYS, startTestSandbox } from './shop/test-sandbox.ts';

/** The whole shop with the demonstration as its own process; the test controls what it depends on. */
export interface DemoShop extends ShopProcess {
  /** Connects to its database directly, not through the proxy. */
  pool: Pool;
  sandbox: Sandbox;
  databaseProxy: DatabaseProxy;
}

/**
 * Starts the shop, or the given program, on a test database; stops it after the last test of the file. Call it at the
 * top level of the file: a hook that a hook adds does not run.
 */
export async function openDemoShop(
  environment: Record<string, string> = {},
  program = 'server/main.ts',
  maxDescriptors?: number,
): Promise<DemoShop> {
  const database = await createTestDatabase();
  const sandbox = await startTestSandbox();
  const databaseProxy = await startDatabaseProxy(database.connection);
  const dataDir = mkdtempSync(path.join(tmpdir(), 'festival-shop-'));
  const env = {
    PATH: process.env.PATH,
    TZ: 'Pacific/Auckland',
    PORT: String(await findAvailablePort()),
    HOST: '127.0.0.1',
    DATA_DIR: dataDir,
    DATABASE_URL: databaseProxy.connectionString,
    DEMO: '1',
    LOG_LEVEL: 'debug',
    STRIPE_SECRET_KEY: SANDBOX_KEYS.secretKey,
    STRIPE_PUBLISHABLE_KEY: SANDBOX_KEYS.publishableKey,
    STRIPE_WEBHOOK_SECRET: `whsec_old, ${SANDBOX_KEYS.webhookSecret}`,
    STRIPE_API_BASE: sandbox.url,
    STRIPE_JS_URL: sandbox.stripeJsUrl,
    ...environment,
  };
  const shop = await startShopProcess(env, { args: [program], maxDescriptors });
  sandbox.setWebhookUrl(`${shop.url}/payment/webhook`);
  afterAll(async () => {
    shop.child.kill('SIGTERM');
    await shop.ended;
    databaseProxy.close();
    await sandbox.close();
    rmSync(dataDir, { recursive: true });
  });
  return { ...shop, pool: database.pool, sandbox, databaseProxy };
}
