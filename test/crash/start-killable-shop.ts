import type { ChildProcess } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { startShopProcess } from '../shop-process.ts';
import { SANDBOX_KEYS } from '../shop/test-sandbox.ts';

/** The shop with all its processes, to be killed. */
export interface KillableShop {
  url: string;
  /** Kills the whole process group with SIGKILL, PostgreSQL's processes too if asked to. */
  kill(withDatabase: boolean): Promise<void>;
}

export interface KillableShopOptions {
  dataDir: string;
  port: number;
  sandboxUrl: string;
  /** Further settings. */
  env?: NodeJS.ProcessEnv;
}

/** Starts the shop in a process group of its own and waits until it is ready. */
export async function startKillableShop(options: KillableShopOptions): Promise<KillableShop> {
  const env = shopEnvironment(options);
  const { child, ended, url } = await startShopProcess(env, { detached: true });
  return {
    url,
    async kill(withDatabase) {
      if (withDatabase) process.kill(postmasterOf(options.dataDir), 'SIGKILL');
      killGroup(child);
      await ended;
    },
  };
}

/** The environment of that shop, for commands that run while it does. */
export function shopEnvironment(options: KillableShopOptions): NodeJS.ProcessEnv {
  const { dataDir, port, sandboxUrl, env } = options;
  return {
    ...process.env,
    NODE_ENV: '',
    DATA_DIR: dataDir,
    DATABASE_URL: '',
    BACKUP_DIR: '',
    PORT: String(port),
    APP_SECRET: 'a secret for tests, 32 characters',
    RATE_LIMIT: 'off',
    DEMO: '0',
    LOG_LEVEL: 'error',
    STRIPE_SECRET_KEY: SANDBOX_KEYS.secretKey,
    STRIPE_PUBLISHABLE_KEY: SANDBOX_KEYS.publishableKey,
    STRIPE_WEBHOOK_SECRET: SANDBOX_KEYS.webhookSecret,
    STRIPE_API_BASE: sandboxUrl,
    STRIPE_JS_URL: `${sandboxUrl}/stripe.js`,
    ...env,
  };
}

function killGroup(child: ChildProcess): void {
  if (child.pid !== undefined) process.kill(-child.pid, 'SIGKILL');
}

/** PostgreSQL runs in a session of its own: killing the group does not end it. */
function postmasterOf(dataDir: string): number {
  return Number(readFileSync(path.join(dataDir, 'postgres/postmaster.pid'), 'utf8').split('\n')[0]);
}
