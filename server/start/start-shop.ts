import path from 'node:path';
import { showStartupBanner } from './startup-banner.ts';
import { readEnv } from '../env.ts';
import { type Infrastructure, startInfrastructure } from './start-infrastructure.ts';
import { startProcess } from './start-process.ts';
import { findDemoSubscriber } from '../newsletter/demo-subscriber.ts';
import { createNewsletterLinks } from '../newsletter/create-newsletter-links.ts';
import { createLog, type Logger } from '../platform/log.ts';
import { migrate } from '../platform/database/migrate.ts';
import { createShutdown, type Shutdown } from '../platform/process/shutdown.ts';
import { createSignedTokens } from '../platform/security/signed-tokens.ts';
import { SANDBOX_PREFIX } from '../site/sandbox-proxy.ts';
import type { WorkerSettings } from './worker-process.ts';

/** Starts everything, bottom to top; what was started is stopped in the opposite order. */
export async function startShop(): Promise<void> {
  const began = performance.now();
  const env = readEnv();
  const log = createLog({ level: env.logLevel, readable: !env.production });
  const shutdown = createShutdown(log);
  try {
    await startAll(began, env, log, shutdown);
  } catch (error) {
    // Ctrl-C while it was starting: what is still to be opened meets what is closed already
    if (!shutdown.isStopping()) throw error;
    await shutdown.stop('while starting');
  }
}

async function startAll(
  began: number,
  env: ReturnType<typeof readEnv>,
  log: Logger,
  shutdown: Shutdown,
): Promise<void> {
  const ground = await startInfrastructure(env, log, shutdown);
  // Vite serves one process
  const isAlone = env.webConcurrency === 1 || env.development;
  const port = isAlone
    ? await startSingleProcess(env, log, shutdown, ground)
    : await startWorkers(env.webConcurrency, log, shutdown, ground);
  ground.sandbox?.setWebhookUrl(`http://127.0.0.1:${port}/payment/webhook`);
  const publicUrl = env.publicUrlIsSet ? env.publicUrl : `http://localhost:${port}`;
  ground.sandbox?.setBrowserUrl(`${publicUrl}${SANDBOX_PREFIX}`);
  showStartupBanner({
    env,
    log,
    publicUrl,
    preferences: await findDemoPreferencesUrl(env, ground, publicUrl),
    embedded: env.databaseUrl === undefined,
    milliseconds: performance.now() - began,
  });
}

/** A link into the newsletter of the demonstration, to look at. */
async function findDemoPreferencesUrl(
  env: ReturnType<typeof readEnv>,
  { databases }: Infrastructure,
  publicUrl: string,
): Promise<string | null> {
  if (!env.demo || env.production) return null;
  const subscriber = await findDemoSubscriber(databases.pool);
  if (subscriber === null) return null;
  return createNewsletterLinks({ tokens: createSignedTokens(env.appSecret), publicUrl }, subscriber)
    .preferences;
}

async function startSingleProcess(
  env: ReturnType<typeof readEnv>,
  log: Logger,
  shutdown: Shutdown,
  { databases, payment }: Infrastructure,
): Promise<number> {
  process.on('SIGUSR2', () => {
    log.warn('SIGUSR2 renews processes one by one, which takes WEB_CONCURRENCY=2 or more');
  });
  return await startProcess({ env, log, shutdown, databases, payment });
}

/** WEB_CONCURRENCY processes on one port; this one keeps database and sandbox and watches over them. */
async function startWorkers(
  count: number,
  log: Logger,
  shutdown: Shutdown,
  { databases, connection, payment }: Infrastructure,
): Promise<number> {
  const [{ superviseWorkers }, { AggregatorRegistry }] = await Promise.all([
    import('../platform/process/supervise-workers.ts'),
    import('prom-client'),
  ]);
  const all = new AggregatorRegistry();
  const workers = await superviseWorkers({
    script: path.join(import.meta.dirname, 'worker-process.ts'),
    count,
    orders: { connection, payment } satisfies WorkerSettings,
    collectMetrics: () => all.clusterMetrics(),
    log,
  });
  shutdown.add('processes', () => workers.stop());
  process.on('SIGUSR2', () => {
    log.info('Renewing the processes one by one.');
    // new code may bring new tables; the old code lives with them (docs/deploying.md)
    migrate(databases.pool, log)
      .then(() => workers.renew())
      .then(() => log.info('All processes are new.'))
      .catch((error: unknown) => log.error({ err: error }, 'The processes could not be renewed'));
  });
  return workers.port;
}
