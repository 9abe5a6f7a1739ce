import { completeStart } from './complete-start.ts';
import { type Env, readEnv } from '../settings/env.ts';
import { startInfrastructure } from './start-infrastructure.ts';
import { startProcess } from './start-process.ts';
import { createLog, type Logger } from '../platform/log.ts';
import { checkPort } from '../edge/listen.ts';
import { createShutdown, type Shutdown } from '../platform/process/shutdown.ts';
import { SANDBOX_PREFIX } from '../edge/sandbox-proxy.ts';

/**
 * Starts everything, bottom to top; a shutdown stops it in reverse order.
 * @param built the build of the site, if one is in progress: the pages wait for it, the database does not
 */
export async function startShop(built?: Promise<void>): Promise<void> {
  const startedAt = performance.now();
  const env = readEnv();
  const log = createLog({ level: env.logLevel, isReadable: !env.isProduction });
  const shutdown = createShutdown(log);
  try {
    await startAll({ env, log, shutdown, startedAt, built });
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
  /** The moment of the start, by `performance.now()`. */
  startedAt: number;
  built: Promise<void> | undefined;
}

async function startAll(deps: StartDeps): Promise<void> {
  const { env, log, shutdown, startedAt, built } = deps;
  // a port in use should fail at once, not after the database's creation and the first drawing
  await checkPort(env.port, env.host);
  if (env.hasWebConcurrency)
    log.warn('WEB_CONCURRENCY has no effect; several processes are services of their own');
  const { databases, payment, sandbox } = await startInfrastructure(env, log, shutdown);
  await built;
  const port = await startProcess({ env, log, shutdown, databases, payment });
  sandbox?.setWebhookUrl(`http://127.0.0.1:${port}/payment/webhook`);
  const publicUrl = env.hasPublicUrl ? env.publicUrl : `http://localhost:${port}`;
  sandbox?.setBrowserUrl(`${publicUrl}${SANDBOX_PREFIX}`);
  const { pool } = databases;
  const milliseconds = () => performance.now() - startedAt;
  await completeStart({ env, log, shutdown, pool, publicUrl, milliseconds });
}
