import { Kysely, PostgresDialect } from 'kysely';
import { type CustomTypesConfig, Pool, type PoolConfig, types } from 'pg';
import type { Database } from '#db/types.ts';
import type { Logger } from './log.ts';
import { type SharedConnections, shareConnections } from './share-connections.ts';

/** The query builder, typed by the tables of db/schema.sql. */
export type Db = Kysely<Database>;

/** Where the database is: an address, or the embedded one's socket. */
export type Connection =
  | { connectionString: string }
  | { host: string; port: number; user: string; database: string };

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
  holds: SharedConnections;
  /** For the other steps of a purchase that are one statement: many at a time over the same few connections. */
  steps: SharedConnections;
  close(): Promise<void>;
}

/**
 * Connections of each pool in one process. Few: of those who want the last tickets of one concert only one at
 * a time can work, and everybody else waits more cheaply here than in a queue of the database.
 */
const mainPoolSize = 10;
const holdPoolSize = 3;
const stepPoolSize = 3;
/** Threads that make documents have one each (orders/document-press.ts). */
export const mostDocumentThreads = 4;
/** What a database has to take from each process. */
export const connectionsPerProcess =
  mainPoolSize + holdPoolSize + stepPoolSize + mostDocumentThreads;
/** In ms: statements of a request must never take that long; jobs that do set their own limit. */
const statementLimit = 15_000;
const idleInTransactionLimit = 30_000;
const connectLimit = 5_000;

/** Opens the pools; they connect when first used. */
export function openDatabases(connection: Connection, log: Logger): Databases {
  // Pipelined: a statement is sent without waiting for the answers to those before it (transact.ts).
  const pool = openPool(connection, log, { max: mainPoolSize, pipeline: true });
  // Kept for the next rush: its first moment is no time to open them and to learn the plans anew.
  const shared = { pipeline: true, idleTimeoutMillis: 0 };
  const holdPool = openPool(connection, log, {
    ...shared,
    max: holdPoolSize,
    options: '-c synchronous_commit=off',
  });
  const stepPool = openPool(connection, log, { ...shared, max: stepPoolSize });
  const db = new Kysely<Database>({ dialect: new PostgresDialect({ pool }) });
  return {
    connection,
    db,
    pool,
    holds: shareConnections(holdPool),
    steps: shareConnections(stepPool),
    async close() {
      await Promise.all([db.destroy(), holdPool.end(), stepPool.end()]);
      // the query builder ends the pool only if it has used it
      if (!pool.ending) await pool.end();
    },
  };
}

/** One pool with our limits and types; for scripts and tests that need no more. */
export function openPool(
  connection: Connection,
  log: Logger,
  extra: PoolConfig & { pipeline?: boolean } = {},
): Pool {
  const pool = new Pool({
    ...connection,
    application_name: 'festival',
    connectionTimeoutMillis: connectLimit,
    statement_timeout: statementLimit,
    idle_in_transaction_session_timeout: idleInTransactionLimit,
    types: { getTypeParser: typeParser },
    ...extra,
  });
  // Without listeners a connection that breaks, idle or between two statements, would end the process.
  // Whoever is using it learns of it from his next statement.
  pool.on('error', (error) => {
    // While closing, the server may be quicker to end a connection than we are.
    if (!pool.ending) log.warn(`A database connection was lost: ${error.message}`);
  });
  pool.on('connect', (client) => client.on('error', () => undefined));
  return pool;
}

/** `{1,2}`: numbers and dates need no quotes in it. */
const readList = (text: string) => (text === '{}' ? [] : text.slice(1, -1).split(','));
/** bigint as number (ids and counts stay far below 2^53), date as its text (it has no time zone), lists of them. */
const parsers = new Map<number, (text: string) => unknown>([
  [types.builtins.INT8, Number],
  [1016, (text) => readList(text).map(Number)],
  [types.builtins.DATE, String],
  [1182, readList],
]);

const typeParser: CustomTypesConfig['getTypeParser'] = (type, format) =>
  parsers.get(type) ??
  (format === 'binary' ? types.getTypeParser(type, 'binary') : types.getTypeParser(type));
