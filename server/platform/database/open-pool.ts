import { type CustomTypesConfig, Pool, type PoolConfig, types } from 'pg';
import type { Logger } from '../log.ts';

/** Where the database is: an address, or the embedded one's socket. */
export type Connection =
  | { connectionString: string }
  | { host: string; port: number; user: string; database: string };

/** In ms: statements of a request must never take that long; jobs that do set their own limit. */
const STATEMENT_TIMEOUT_MS = 15_000;
const IDLE_IN_TRANSACTION_TIMEOUT_MS = 30_000;
const CONNECT_TIMEOUT_MS = 5_000;

/** One pool with our limits and types; for scripts and tests that need no more. */
export function openPool(
  connection: Connection,
  log: Pick<Logger, 'warn'>,
  extra: PoolConfig & { pipeline?: boolean } = {},
): Pool {
  const pool = new Pool({
    ...connection,
    application_name: 'festival',
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    statement_timeout: STATEMENT_TIMEOUT_MS,
    idle_in_transaction_session_timeout: IDLE_IN_TRANSACTION_TIMEOUT_MS,
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
