import { createServer, type IncomingMessage } from 'node:http';
import { tmpdir } from 'node:os';
import { getRequestListener } from '@hono/node-server';
import { Logger as QueueLogger, runOnce } from 'graphile-worker';
import type { Pool } from 'pg';
import { Stripe } from 'stripe';
import { type AppDeps, createApp, createPaymentDeps } from '#server/app.ts';
import { startCatalogue } from '#server/concerts/catalogue.ts';
import { type Env, parseEnv } from '#server/env.ts';
import { loadFestival } from '#server/festival/festival-content.ts';
import { jobTasks } from '#server/jobs.ts';
import { listen } from '#server/platform/http/http-server.ts';
import { createDocumentThreads, type DocumentThreads } from '#server/documents/document-threads.ts';
import type { PaymentDeps } from '#server/payment/payment-deps.ts';
import { createPictureStore } from '#server/drawing/pictures/picture-store.ts';
import type { Databases } from '#server/platform/database/database.ts';
import type { ApiApp } from '#server/platform/http/mount.ts';
import type { Task } from '#server/platform/jobs/job-runner.ts';
import type { Logger } from '#server/platform/log.ts';
import { createLoadMonitor } from '#server/platform/process/load-monitor.ts';
import { createSignedTokens } from '#server/platform/security/signed-tokens.ts';
import type { Provider } from '#server/platform/stripe.ts';
import type { Sandbox } from '#sandbox/start-sandbox.ts';
import { SANDBOX_KEYS } from './test-sandbox.ts';

/** How a shop under test differs from the usual one. */
export interface ShopOptions {
  holdMinutes?: number;
  /** In ms: how long this shop waits for the provider; short where a test lets the provider be silent. */
  providerTimeout?: number;
  /** Whether the sandbox's webhooks come to this shop; of several on one database only one takes them. */
  takesWebhooks?: boolean;
  /** Makes its documents; threads unless given. */
  threads?: DocumentThreads;
  log: Logger;
}

/** The sandbox as far as a shop knows it; it may run in another process. */
export type ReachedSandbox = Pick<Sandbox, 'url' | 'stripeJsUrl' | 'setWebhookUrl'>;

/** A whole shop in this process: API over HTTP, real database, payment sandbox; no pages, no pictures. */
export interface TestShop<S = Sandbox> extends Databases {
  url: string;
  /** The API, for calls within this process. */
  app: ApiApp;
  env: Env;
  sandbox: S;
  payment: PaymentDeps;
  /** Carries out the jobs of these kinds that are due, retries included, until none is left. */
  runJobs(...names: string[]): Promise<void>;
  close(): Promise<void>;
}

/** Starts a shop on a migrated database with a festival; `close` leaves database and sandbox as they are. */
export async function startTestShop<S extends ReachedSandbox>(
  databases: Databases,
  sandbox: S,
  options: ShopOptions,
): Promise<TestShop<S>> {
  const { parts, stop } = await makeParts(databases, sandbox, options);
  const app = createApp(parts);
  const answer = getRequestListener(
    (request, env) =>
      app.fetch(request, {
        peer: (env as { incoming: IncomingMessage }).incoming.socket.remoteAddress ?? '',
      }),
    { overrideGlobalObjects: false },
  );
  const server = createServer((request, response) => void answer(request, response));
  const port = await listen(server, 0, '127.0.0.1');
  const url = `http://127.0.0.1:${port}`;
  if (options.takesWebhooks ?? true) sandbox.setWebhookUrl(`${url}/payment/webhook`);
  const payment = createPaymentDeps(parts);
  const { connection } = databases;
  const { smtpUrl } = parts.env;
  const threads = options.threads ?? createDocumentThreads({ connection, smtpUrl });
  const tasks = jobTasks({ ...parts, payment, threads, loadMonitor: createLoadMonitor() });
  return {
    ...databases,
    url,
    app,
    env: parts.env,
    sandbox,
    payment,
    runJobs: (...names) => runDueJobs(databases.pool, tasks, names),
    async close() {
      stop();
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
      await threads.stop();
    },
  };
}

async function runDueJobs(pool: Pool, tasks: Record<string, Task>, names: string[]): Promise<void> {
  await pool.query(`update graphile_worker._private_jobs set run_at = now() where run_at > now()`);
  const taskList = Object.fromEntries(
    names.map((name) => [
      name,
      async (payload: unknown) => {
        await tasks[name]?.(payload as Record<string, unknown>, {
          attempt: 1,
          lastAttempt: false,
          dueAt: new Date(),
        });
      },
    ]),
  );
  await runOnce({
    pgPool: pool,
    taskList,
    noHandleSignals: true,
    concurrency: 4,
    logger: new QueueLogger(() => () => undefined),
  });
}

async function makeParts(
  databases: Databases,
  sandbox: ReachedSandbox,
  options: ShopOptions,
): Promise<{ parts: AppDeps; stop: () => void }> {
  const { log } = options;
  const env = parseEnv({
    APP_SECRET: 'a secret for tests, 32 characters',
    DATA_DIR: tmpdir(),
    RATE_LIMIT: 'off',
    CART_HOLD_MINUTES: String(options.holdMinutes ?? 30),
  });
  const festival = await loadFestival(databases.db);
  // never prepared: nothing is drawn, every picture is missing
  const pictures = createPictureStore({
    sourceDirs: [],
    cacheDir: tmpdir(),
    mediaUrl: '',
    log,
    copyright: () => ({ de: '', en: '' }),
    shareLine: () => '',
    seasonWords: () => ({ title: '', line: '', note: '' }),
  });
  const catalogue = await startCatalogue(databases.db, log, () => Promise.resolve());
  const parts: AppDeps = {
    env,
    log,
    ...databases,
    tokens: createSignedTokens(env.appSecret),
    provider: providerOf(sandbox, options.providerTimeout ?? 10_000),
    catalogue,
    pictures,
    festival,
    publicUrl: () => 'http://festival.example',
  };
  return { parts, stop: () => catalogue.stop() };
}

/** As the product's own, but without repetitions: a test says itself how often something is tried. */
function providerOf(sandbox: ReachedSandbox, timeout: number): Provider {
  const { hostname, port } = new URL(sandbox.url);
  return {
    stripe: new Stripe(SANDBOX_KEYS.secretKey, {
      host: hostname,
      port,
      protocol: 'http',
      timeout,
      maxNetworkRetries: 0,
      telemetry: false,
    }),
    publishableKey: SANDBOX_KEYS.publishableKey,
    webhookSecrets: [SANDBOX_KEYS.webhookSecret],
    livemode: false,
    jsUrl: sandbox.stripeJsUrl,
  };
}
