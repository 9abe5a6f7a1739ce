import { readEnv } from '../env.ts';
import { startProcess } from './start-process.ts';
import { openDatabases } from '../platform/database/database.ts';
import { type Connection } from '../platform/database/open-pool.ts';
import { createLog } from '../platform/log.ts';
import { createShutdown } from '../platform/process/shutdown.ts';
import type { ProviderSettings } from '../platform/stripe.ts';
import { runWorker } from '../platform/process/worker-channel.ts';

/** What start-shop.ts tells each of its processes: what it has laid the ground with. */
export interface WorkerSettings {
  connection: Connection;
  payment: ProviderSettings;
}

// One of several processes that answer on one port (WEB_CONCURRENCY); started by start-shop.ts alone.
runWorker<WorkerSettings>(async ({ connection, payment }, { collectMetrics, leave }) => {
  const env = readEnv();
  const log = createLog({ level: env.logLevel, readable: !env.production }).child({
    process: process.pid,
  });
  const shutdown = createShutdown(log);
  // added first, done last
  shutdown.add('place among the processes', leave);
  const databases = openDatabases(connection, log);
  shutdown.add('connections', () => databases.close());
  return await startProcess({
    env,
    log,
    shutdown,
    databases,
    payment,
    collectMetrics,
  });
});
