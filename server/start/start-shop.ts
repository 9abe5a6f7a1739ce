import path from 'node:path';
import { completeStart } from './complete-start.ts';
import { type Env, readEnv } from '../env.ts';
import { type Infrastructure, startInfrastructure } from './start-infrastructure.ts';
import { startProcess } from './start-process.ts';
import { createLog, type Logger } from '../platform/log.ts';
import { migrate } from '../platform/database/migrate.ts';
import { toMigrationSettings } from '../documents/to-migration-settings.ts';
import { checkPort } from '../platform/http/http-server.ts';
import { createShutdown, type Shutdown } from '../platform/process/shutdown.ts';
import { SANDBOX_PREFIX } from '../site/sandbox-proxy.ts';
import type { WorkerSettings } from './worker-process.ts';

export interface StartOptions {
  /** false: without the fast paths of server/perf, for tests (decision 26). */
  perf?: boolean;
}

/** Starts everything, bottom to top; a shutdown stops it in reverse order. */
export async function startShop({ perf = true }: StartOptions = {}): Promise<void> {
  const startedAt = performance.now();
  const env = readEnv();
  const log = createLog({ level: env.logLevel, isReadable: !env.isProduction });
  const shutdown = createShutdown(log);
  try {
    await startAll({ env, log, shutdown, perf, startedAt });
  } catch (error) {
    // Ctrl-C during the start: later steps fail on what is already closed
    if (!shutdown.isStopping()) throw error;
    await shutdown.stop('while starting');
  }
}

interface StartDeps {
  env: Env;
  log: Logger;
  shutdown: Shutdown;
  perf: boolean;
  /** The moment of the start, by `performance.now()`. */
  startedAt: number;
}

async function startAll(deps: StartDeps): Promise<void> {
  const { env, log, shutdown, startedAt } = deps;
  // a port in use should fail at once, not after the database's creation and the first drawing
  await checkPort(env.port, env.host);
  const infrastructure = await startInfrastructure(env, log, shutdown);
  // Vite works with one process only
  const isSingle = env.webConcurrency === 1 || env.isDevelopment;
  const port = isSingle
    ? await startSingleProcess(deps, infrastructure)
    : await startWorkers(deps, infrastructure);
  infrastructure.sandbox?.setWebhookUrl(`http://127.0.0.1:${port}/payment/webhook`);
  const publicUrl = env.hasPublicUrl ? env.publicUrl : `http://localhost:${port}`;
  infrastructure.sandbox?.setBrowserUrl(`${publicUrl}${SANDBOX_PREFIX}`);
  const { pool } = infrastructure.databases;
  const milliseconds = () => performance.now() - startedAt;
  await completeStart({ env, log, shutdown, pool, publicUrl, milliseconds });
}

async function startSingleProcess(
  { env, log, shutdown, perf }: StartDeps,
  { databases, payment }: Infrastructure,
): Promise<number> {
  process.on('SIGUSR2', () => {
    log.warn('SIGUSR2 replaces processes one by one; that needs WEB_CONCURRENCY=2 or more');
  });
  return await startProcess({ env, log, shutdown, databases, payment, perf });
}

/** Starts WEB_CONCURRENCY processes on one port; this process runs database and sandbox and supervises them. */
async function startWorkers(
  { env, log, shutdown, perf }: StartDeps,
  { databases, connection, payment }: Infrastructure,
): Promise<number> {
  const [{ superviseWorkers }, { AggregatorRegistry }] = await Promise.all([
    import('../platform/process/supervise-workers.ts'),
    import('prom-client'),
  ]);
  const metrics = new AggregatorRegistry();
  const workers = await superviseWorkers({
    script: path.join(import.meta.dirname, 'worker-process.ts'),
    count: env.webConcurrency,
    settings: { connection, payment, perf } satisfies WorkerSettings,
    collectMetrics: () => metrics.clusterMetrics(),
    log,
  });
  shutdown.add('processes', () => workers.stop());
  process.on('SIGUSR2', () => {
    log.info('Replacing the processes one by one');
    // new code may need new tables; the old code works with them (docs/deploying.md)
    migrate(databases.pool, log, { settings: toMigrationSettings(env) })
      .then(() => workers.renew())
      .then(() => log.info('Replaced all processes'))
      .catch((error: unknown) => log.error({ err: error }, 'Could not replace the processes'));
  });
  return workers.port;
}
