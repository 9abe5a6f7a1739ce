import { readEnv } from '../env.ts';
import { startProcess } from './start-process.ts';
import { openDatabases } from '../platform/database/database.ts';
import { type Connection } from '../platform/database/open-pool.ts';
import { createLog } from '../platform/log.ts';
import { createShutdown } from '../platform/process/shutdown.ts';
import type { ProviderSettings } from '../platform/stripe.ts';
import { runWorker } from '../platform/process/worker-channel.ts';

/** The message that start-shop.ts sends to each of its processes. */
export interface WorkerSettings {
  connection: Connection;
  payment: ProviderSettings;
  perf: boolean;
}

// One of several processes that respond on one port (WEB_CONCURRENCY); only start-shop.ts starts it.
runWorker<WorkerSettings>(async ({ connection, payment, perf }, { collectMetrics }) => {
  const env = readEnv();
  const log = createLog({ level: env.logLevel, isReadable: !env.isProduction }).child({
    pid: process.pid,
  });
  const shutdown = createShutdown(log);
  const databases = openDatabases(connection, log);
  shutdown.add('connections', () => databases.close());
  return await startProcess({
    env,
    log,
    shutdown,
    databases,
    payment,
    perf,
    collectMetrics,
  });
});
