import { randomUUID } from 'node:crypto';
import type { Pool, PoolClient } from 'pg';
import type { Logger } from '../log.ts';
import { createDatabaseWatch } from './database-watch.ts';
import { addressOf, type Connection, openPool } from './open-pool.ts';
import { type MultiplexedPool, createMultiplexedPool } from './multiplexed-pool.ts';
import { createPrimaryClient } from './primary-client.ts';

/** The ways into the database; all see the same data. */
export interface Databases {
  connection: Connection;
  /** For transactions of several statements, and everything else. */
  pool: Pool;
  /**
   * For holds only: commits without waiting for the disk (synchronous_commit=off). After a power cut the
   * last moments of holds may be missing, never an order or a payment.
   */
  holds: MultiplexedPool;
  /** For the other steps of a purchase that are one statement: many at a time over a few connections. */
  steps: MultiplexedPool;
  close(): Promise<void>;
}

/**
 * Connections of each pool in one process. Few: only one transaction at a time can change the stock of a concert,
 * and waiting here is cheaper than waiting in the database.
 */
const MAIN_POOL_SIZE = 11;
const HOLD_POOL_SIZE = 3;
const STEP_POOL_SIZE = 3;
const WATCH_CONNECTION_COUNT = 1;
/** Each document thread has one connection (documents/document-threads.ts). */
export const MAX_DOCUMENT_THREADS = 4;
/** How many connections each process opens at most. */
export const CONNECTIONS_PER_PROCESS =
  MAIN_POOL_SIZE + HOLD_POOL_SIZE + STEP_POOL_SIZE + MAX_DOCUMENT_THREADS + WATCH_CONNECTION_COUNT;

/** Opens the pools; they connect when first used. */
export function openDatabases(connection: Connection, log: Logger): Databases {
  // identifies this process: others check whether it still runs (operations/once.ts)
  const name = `festival ${randomUUID()}`;
  const PrimaryClient = createPrimaryClient(addressOf(connection));
  const watch = createDatabaseWatch({ ...connection, application_name: name }, PrimaryClient, log);
  const watched = {
    application_name: name,
    pipeline: true,
    stream: watch.createSocket,
    Client: PrimaryClient,
  };
  // Pipelined: sends a statement without waiting for the results of earlier ones (transaction.ts).
  const pool = openPool(connection, log, { ...watched, max: MAIN_POOL_SIZE });
  // Never closed when idle: the first moment of a rush is too late to connect and to plan the statements again.
  const shared = { ...watched, idleTimeoutMillis: 0 };
  const holdPool = openPool(connection, log, {
    ...shared,
    max: HOLD_POOL_SIZE,
    options: '-c synchronous_commit=off',
  });
  const stepPool = openPool(connection, log, { ...shared, max: STEP_POOL_SIZE });
  return {
    connection,
    pool,
    holds: createMultiplexedPool(holdPool),
    steps: createMultiplexedPool(stepPool),
    async close() {
      await Promise.all([pool.end(), holdPool.end(), stepPool.end()]);
      await watch.stop();
    },
  };
}

/** Holds and links expire by a machine's clock and the database's; people notice a larger difference. */
export const MAX_CLOCK_SKEW_MS = 5_000;

/** The database's clock, which decides when what several machines share has expired (docs/failover.md, As one). */
export async function readClock(client: Pool | PoolClient): Promise<Date> {
  const { rows } = await client.query<{ now: Date }>('select clock_timestamp() as now');
  if (rows[0] === undefined) throw new Error('the database returned no time');
  return rows[0].now;
}
