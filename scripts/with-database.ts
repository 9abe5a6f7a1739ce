import type { Pool } from 'pg';
import type { Env } from '#server/settings/env.ts';
import { createClusterArchive } from '#server/backup/archive/cluster-archive.ts';
import { checkDatabase } from '#server/platform/database/check-database.ts';
import { type Connection, openPool } from '#server/platform/database/open-pool.ts';
import type { Logger } from '#server/platform/log.ts';
import {
  findRunningEmbedded,
  startEmbeddedPostgres,
} from '#packages/embedded-postgres/embedded-postgres.ts';

/**
 * Runs `work` on the database without migrating it: the one of DATABASE_URL, the embedded one of a running shop,
 * or the embedded one, started for this work. Throws StartError for the operator.
 * `mayBeReadOnly`: the work only reads, so a standby will do.
 */
export async function withDatabase<Result>(
  env: Env,
  log: Logger,
  work: (pool: Pool) => Promise<Result>,
  options: { mayBeReadOnly?: boolean } = {},
): Promise<Result> {
  const { connection, stop } = await findConnection(env, log);
  // a large backup takes long
  const pool = openPool(connection, log, { max: 2, statement_timeout: 0 });
  try {
    await checkDatabase(pool, options);
    return await work(pool);
  } finally {
    await pool.end();
    await stop();
  }
}

/** Leaves a server running that we did not start. */
const leaveRunning = (): Promise<void> => Promise.resolve();

async function findConnection(
  env: Env,
  log: Logger,
): Promise<{ connection: Connection; stop: () => Promise<void> }> {
  if (env.databaseUrl !== undefined) {
    return { connection: { connectionString: env.databaseUrl }, stop: leaveRunning };
  }
  const running = await findRunningEmbedded(env.dataDir);
  if (running !== null) return { connection: running, stop: leaveRunning };
  const embedded = await startEmbeddedPostgres({
    dataDir: env.dataDir,
    log,
    archive: createClusterArchive(env),
  });
  return { connection: embedded.connection, stop: () => embedded.stop() };
}
