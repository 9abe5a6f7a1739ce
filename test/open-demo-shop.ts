import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll } from 'vitest';
import type { Pool } from 'pg';
import type { Role } from '#contract/office/staff.ts';
import { parseEnv } from '#server/settings/env.ts';
import { listDemoAccounts } from '#server/staff/staff-password.ts';
import type { Shutdown } from '#server/platform/process/shutdown.ts';
import { createSignedTokens } from '#server/platform/security/signed-tokens.ts';
import { startInfrastructure } from '#server/start/start-infrastructure.ts';
import { startProcess } from '#server/start/start-process.ts';
import type { Sandbox } from '#packages/stripe-sandbox/start-sandbox.ts';
import { createTestDatabase, testLog } from './database.ts';
import { type DatabaseProxy, startDatabaseProxy } from './database-proxy.ts';
import { findAvailablePort } from './find-available-port.ts';
import { type ShopProcess, startShopProcess } from './shop-process.ts';
import { SANDBOX_KEYS, startTestSandbox } from './shop/test-sandbox.ts';

/** What the shop under test depends on; the test controls it. */
interface Surroundings {
  /** Connects to its database directly, not through the proxy. */
  pool: Pool;
  sandbox: Sandbox;
  databaseProxy: DatabaseProxy;
}

/** The whole shop with the demonstration as its own process. */
export interface DemoShop extends ShopProcess, Surroundings {}

/** The whole shop with the demonstration in the test's process. */
export interface DemoSite extends Surroundings {
  url: string;
  /** The demonstration's account of this role in the office. */
  accountOf: (role: Role) => { email: string; password: string };
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
  const { env, ...surroundings } = await openSurroundings({ LOG_LEVEL: 'debug', ...environment });
  const shop = await startShopProcess(env, { args: [program], maxDescriptors });
  surroundings.sandbox.setWebhookUrl(`${shop.url}/payment/webhook`);
  afterAll(async () => {
    shop.child.kill('SIGTERM');
    await shop.ended;
  });
  return { ...shop, ...surroundings };
}

/** Starts the shop like openDemoShop, but in this process, for tests that need neither its log nor its end. */
export async function openDemoSite(environment: Record<string, string> = {}): Promise<DemoSite> {
  const { env: values, ...surroundings } = await openSurroundings({
    APP_SECRET: 'a secret for tests, 32 characters',
    ...environment,
  });
  const env = parseEnv(values);
  const steps: (() => Promise<void> | void)[] = [];
  const shutdown: Shutdown = {
    add: (_name, step) => void steps.push(step),
    stop: () => Promise.resolve(),
    isStopping: () => false,
  };
  const { databases, payment } = await startInfrastructure(env, testLog, shutdown);
  const port = await startProcess({ env, log: testLog, shutdown, databases, payment });
  const url = `http://127.0.0.1:${port}`;
  surroundings.sandbox.setWebhookUrl(`${url}/payment/webhook`);
  afterAll(async () => {
    for (const step of steps.toReversed()) await step();
  });
  const accounts = listDemoAccounts(createSignedTokens(env.appSecret));
  const accountOf = (role: Role) => {
    const account = accounts.find((each) => each.role === role);
    return { email: account?.email ?? '', password: account?.password ?? '' };
  };
  return { url, accountOf, ...surroundings };
}

/** Opens what the shop depends on, and the environment that leads it there. Closed after the shop. */
async function openSurroundings(
  environment: Record<string, string>,
): Promise<Surroundings & { env: Record<string, string | undefined> }> {
  const database = await createTestDatabase('demo');
  const sandbox = await startTestSandbox();
  const databaseProxy = await startDatabaseProxy(database.connection);
  const dataDir = mkdtempSync(path.join(tmpdir(), 'festival-shop-'));
  afterAll(async () => {
    databaseProxy.close();
    await sandbox.close();
    rmSync(dataDir, { recursive: true });
  });
  const env = {
    PATH: process.env.PATH,
    TZ: 'Pacific/Auckland',
    PORT: String(await findAvailablePort()),
    HOST: '127.0.0.1',
    DATA_DIR: dataDir,
    DATABASE_URL: databaseProxy.connectionString,
    DEMO: '1',
    STRIPE_SECRET_KEY: SANDBOX_KEYS.secretKey,
    STRIPE_PUBLISHABLE_KEY: SANDBOX_KEYS.publishableKey,
    STRIPE_WEBHOOK_SECRET: `whsec_old, ${SANDBOX_KEYS.webhookSecret}`,
    STRIPE_API_BASE: sandbox.url,
    STRIPE_JS_URL: sandbox.stripeJsUrl,
    ...environment,
  };
  return { env, pool: database.pool, sandbox, databaseProxy };
}
