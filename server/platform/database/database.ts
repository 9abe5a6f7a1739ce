import { Kysely, PostgresDialect } from 'kysely';
import type { Pool } from 'pg';
import type { Database } from '#db/types.ts';
import type { Logger } from '../log.ts';
import { type Connection, openPool } from './open-pool.ts';
import { type MultiplexedPool, createMultiplexedPool } from './multiplexed-pool.ts';

/** The query builder, typed by the tables of db/schema.sql. */
export type Db = Kysely<Database>;

/** The ways into the database; all see the same data. */
export interface Databases {
  connection: Connection;
  /** For everything, and for all that takes more than one statement. */
  db: Db;
  pool: Pool;
  /**
   * For holds only: commits without waiting for the disk (synchronous_commit=off). After a power cut the
   * last moments of holds may be gone, never an order or a payment.
   */
  holds: MultiplexedPool;
  /** For the other steps of a purchase that are one statement: many at a time over the same few connections. */
  steps: MultiplexedPool;
  close(): Promise<void>;
}

/**
 * Connections of each pool in one process. Few: of those who want the last tickets of one concert only one at
 * a time can work, and everybody else waits more cheaply here than in a queue of the database.
 */
const MAIN_POOL_SIZE = 10;
const HOLD_POOL_SIZE = 3;
const STEP_POOL_SIZE = 3;
/** Threads that make documents have one each (documents/document-threads.ts). */
export const MAX_DOCUMENT_THREADS = 4;
/** What a database has to take from each process. */
export const CONNECTIONS_PER_PROCESS =
  MAIN_POOL_SIZE + HOLD_POOL_SIZE + STEP_POOL_SIZE + MAX_DOCUMENT_THREADS;
/** Opens the pools; they connect when first used. */
export function openDatabases(connection: Connection, log: Logger): Databases {
  // Pipelined: a statement is sent without waiting for the answers to those before it (transaction.ts).
  const pool = openPool(connection, log, { max: MAIN_POOL_SIZE, pipeline: true });
  // Kept for the next rush: its first moment is no time to open them and to learn the plans anew.
  const shared = { pipeline: true, idleTimeoutMillis: 0 };
  const holdPool = openPool(connection, log, {
    ...shared,
    max: HOLD_POOL_SIZE,
    options: '-c synchronous_commit=off',
  });
  const stepPool = openPool(connection, log, { ...shared, max: STEP_POOL_SIZE });
  const db = new Kysely<Database>({ dialect: new PostgresDialect({ pool }) });
  return {
    connection,
    db,
    pool,
    holds: createMultiplexedPool(holdPool),
    steps: createMultiplexedPool(stepPool),
    async close() {
      await Promise.all([db.destroy(), holdPool.end(), stepPool.end()]);
      // the query builder ends the pool only if it has used it
      if (!pool.ending) await pool.end();
    },
  };
}
