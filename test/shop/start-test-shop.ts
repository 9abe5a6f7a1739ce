import { createServer, type IncomingMessage } from 'node:http';
import { tmpdir } from 'node:os';
import { getRequestListener } from '@hono/node-server';
import { Logger as QueueLogger, runOnce } from 'graphile-worker';
import type { Pool } from 'pg';
import { Stripe } from 'stripe';
import { mountApi } from '#server/edge/api.ts';
import { createEdge } from '#server/edge/app.ts';
import { createShopDeps } from '#server/start/create-deps.ts';
import type { ShopDeps } from '#server/deps.ts';
import { startCatalogue } from '#server/programme/catalogue.ts';
import { type Env, parseEnv } from '#server/settings/env.ts';
import { loadFestival } from '#server/programme/festival-content.ts';
import { jobTasks } from '#server/jobs.ts';
import { createAddressOf } from '#server/platform/client-address.ts';
import { listen } from '#server/edge/listen.ts';
import { createDocumentThreads, type DocumentThreads } from '#server/documents/document-threads.ts';
import type { PaymentDeps } from '#server/payment/settlement.ts';
import { createPictureStore } from '#server/drawing/pictures/picture-store.ts';
import type { Databases } from '#server/platform/database/database.ts';
import type { ApiApp } from '#server/operations/define-api.ts';
import type { Task } from '#server/platform/jobs/job-runner.ts';
import type { Logger } from '#server/platform/log.ts';
import {
  createSecurityEventReporter,
  type ReportSecurityEvent,
} from '#server/platform/security/security-events.ts';
import { createConcurrencyLimiter } from '#server/platform/process/concurrency-limiter.ts';
import { createSignedTokens } from '#server/platform/security/signed-tokens.ts';
import type { Provider } from '#server/platform/stripe.ts';
import type { Sandbox } from '#packages/stripe-sandbox/start-sandbox.ts';
import { SANDBOX_KEYS } from './test-sandbox.ts';

/** Settings of a shop under test. */
export interface ShopOptions {
  /** APP_SECRET; shops with different ones are different shops to the provider. */
  appSecret?: string;
  holdMinutes?: number;
  /** Limits calls and networks; `X-Forwarded-For` names a buyer's address. */
  limits?: boolean;
  /** Timeout of calls to the provider in ms; short if a test makes the provider silent. */
  providerTimeout?: number;
  /** Whether this shop receives the sandbox's webhooks; one of several shops on a database does. */
  takesWebhooks?: boolean;
  /** Draws the documents; default is new threads. */
  threads?: DocumentThreads;
  report?: ReportSecurityEvent;
  log: Logger;
}

/** The part of the sandbox that a shop needs; it may run in another process. */
export type ReachableSandbox = Pick<Sandbox, 'url' | 'stripeJsUrl' | 'setWebhookUrl'>;

/** A whole shop in this process: API over HTTP, real database, payment sandbox; no pages, no pictures. */
export interface TestShop<S = Sandbox> extends Databases {
  url: string;
  /** The API, for calls within this process. */
  app: ApiApp;
  /** What the API's operations get. */
  deps: ShopDeps;
  env: Env;
  sandbox: S;
  payment: PaymentDeps;
  /** The names of all kinds of jobs. */
  tasks: string[];
  /** Runs the due jobs of these kinds, retries included, until none is left. */
  runJobs(...names: string[]): Promise<void>;
  close(): Promise<void>;
}

/** Starts a shop on a migrated database with a festival; `close` leaves database and sandbox as they are. */
export async function startTestShop<S extends ReachableSandbox>(
  databases: Databases,
  sandbox: S,
  options: ShopOptions,
): Promise<TestShop<S>> {
  const { deps, stop } = await createDeps(databases, sandbox, options);
  const app = createEdge(deps);
  mountApi(app, deps);
  const listener = getRequestListener(
    (request, env) =>
      app.fetch(request, {
        peer: (env as { incoming: IncomingMessage }).incoming.socket.remoteAddress ?? '',
      }),
    { overrideGlobalObjects: false },
  );
  const server = createServer((request, response) => void listener(request, response));
  const port = await listen(server, 0, '127.0.0.1');
  const url = `http://127.0.0.1:${port}`;
  if (options.takesWebhooks ?? true) sandbox.setWebhookUrl(`${url}/payment/webhook`);
  const { connection } = databases;
  const { smtpUrl } = deps.env;
  const threads = options.threads ?? createDocumentThreads({ connection, smtpUrl });
  const tasks = jobTasks({ ...deps, threads });
  return {
    ...databases,
    url,
    app,
    deps,
    env: deps.env,
    sandbox,
    payment: deps,
    tasks: Object.keys(tasks),
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
          isLastAttempt: false,
          dueAt: new Date(),
        });
      },
    ]),
  );
  // a job that waits for another one of its queue is missed
  for (let left = 1; left > 0;) {
    await runOnce({
      pgPool: pool,
      taskList,
      noHandleSignals: true,
      concurrency: 4,
      logger: new QueueLogger(() => () => undefined),
    });
    const { rows } = await pool.query<{ count: number }>(
      `select count(*)::integer as count from graphile_worker.jobs
       where task_identifier = any ($1) and queue_name is not null and run_at <= now() and attempts < max_attempts`,
      [names],
    );
    left = rows[0]?.count ?? 0;
  }
}

async function createDeps(
  databases: Databases,
  sandbox: ReachableSandbox,
  options: ShopOptions,
): Promise<{ deps: ShopDeps; stop: () => void }> {
  const { log } = options;
  const env = parseEnv({
    APP_SECRET: options.appSecret ?? 'a secret for tests, 32 characters',
    DATA_DIR: tmpdir(),
    RATE_LIMIT: options.limits === true ? 'on' : 'off',
    TRUSTED_PROXY: '127.0.0.1',
    CART_HOLD_MINUTES: String(options.holdMinutes ?? 30),
  });
  const festival = await loadFestival(databases.pool);
  // not prepared: no picture is drawn
  const pictures = createPictureStore({
    sourceDirs: [],
    cacheDir: tmpdir(),
    mediaUrl: '',
    log,
    copyright: () => ({ de: '', en: '' }),
    seasonWords: () => ({ title: '', line: '', note: '' }),
  });
  const catalogue = await startCatalogue(databases.pool, log, {
    prepare: () => Promise.resolve(),
    picturesVersion: () => 0,
  });
  const deps = createShopDeps({
    env,
    log,
    report: options.report ?? createSecurityEventReporter(log),
    ...databases,
    tokens: createSignedTokens(env.appSecret),
    addressOf: createAddressOf(env.trustedProxies),
    provider: providerOf(sandbox, options.providerTimeout ?? 10_000),
    catalogue,
    pictures,
    festival,
    publicUrl: () => 'http://festival.example',
  });
  return { deps, stop: () => catalogue.stop() };
}

/** The shop's provider without retries: a test decides how often a call is tried. */
function providerOf(sandbox: ReachableSandbox, timeout: number): Provider {
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
    limitOpenings: createConcurrencyLimiter(20, Infinity),
    limitReads: createConcurrencyLimiter(20, Infinity),
    publishableKey: SANDBOX_KEYS.publishableKey,
    webhookSecrets: [SANDBOX_KEYS.webhookSecret],
    livemode: false,
    jsUrl: sandbox.stripeJsUrl,
  };
}
