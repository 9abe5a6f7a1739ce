import { type ChildProcess, spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { SANDBOX_KEYS } from '../shop/test-sandbox.ts';

const root = path.join(import.meta.dirname, '../..');

/** The real program in processes of its own, with everything it starts. */
export interface RunningShop {
  url: string;
  /** Whether it answers that it is ready. */
  isReady(): Promise<boolean>;
  /** kill -9 of the whole process group, PostgreSQL's processes too if wished. */
  kill(withDatabase: boolean): Promise<void>;
}

export interface ShopPlace {
  dataDir: string;
  port: number;
  sandboxUrl: string;
}

/** Starts `node server/main.ts` and waits until it is ready. */
export async function startShopProcess(place: ShopPlace): Promise<RunningShop> {
  const child = spawn(process.execPath, ['server/main.ts'], {
    cwd: root,
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, ...environment(place) },
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => (output += text));
  }
  const ended = new Promise<void>((resolve) => child.once('close', () => resolve()));
  const url = `http://127.0.0.1:${place.port}`;
  const isReady = async (): Promise<boolean> => {
    const answer = await fetch(`${url}/readyz`).catch(() => null);
    await answer?.text();
    return answer?.status === 200;
  };
  while (!(await isReady())) {
    if (child.exitCode !== null) throw new Error(`the shop did not start:\n${output}`);
    await pause(100);
  }
  return {
    url,
    isReady,
    async kill(withDatabase) {
      if (withDatabase) process.kill(postmasterOf(place.dataDir), 'SIGKILL');
      killGroup(child);
      await ended;
    },
  };
}

function environment({ dataDir, port, sandboxUrl }: ShopPlace): NodeJS.ProcessEnv {
  return {
    NODE_ENV: '',
    DATA_DIR: dataDir,
    DATABASE_URL: '',
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
  };
}

function killGroup(child: ChildProcess): void {
  if (child.pid !== undefined) process.kill(-child.pid, 'SIGKILL');
}

/** PostgreSQL lives in a session of its own, so that it is not killed with the group. */
function postmasterOf(dataDir: string): number {
  return Number(readFileSync(path.join(dataDir, 'postgres/postmaster.pid'), 'utf8').split('\n')[0]);
}
