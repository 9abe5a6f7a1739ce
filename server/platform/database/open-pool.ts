import { type CustomTypesConfig, Pool, type PoolConfig, types } from 'pg';
import type { Logger } from '../log.ts';
import { createPrimaryClient } from './primary-client.ts';

/** Where the database is: an address of one or more servers (server-urls.ts), or the socket of the embedded one. */
export type Connection =
  | { connectionString: string }
  | { host: string; port: number; user: string; database: string; ssl?: false };

/** The address of a database that has one. */
export function addressOf(connection: Connection): string | undefined {
  return 'connectionString' in connection ? connection.connectionString : undefined;
}

/** Statements of a request must never take this long; long jobs set their own limit. */
const STATEMENT_TIMEOUT_MS = 15_000;
/** A server that hangs never ends a statement: we close the connection this long after it should have ended. */
const QUERY_GRACE_MS = 2_000;
const IDLE_IN_TRANSACTION_TIMEOUT_MS = 30_000;
const CONNECT_TIMEOUT_MS = 5_000;

/** Opens a pool with our limits and types. Scripts and tests need no more. Without limit: `statement_timeout: 0`. */
export function openPool(
  connection: Connection,
  log: Pick<Logger, 'warn'>,
  extra: PoolConfig & { pipeline?: boolean } = {},
): Pool {
  const statementTimeoutMs = Number(extra.statement_timeout ?? STATEMENT_TIMEOUT_MS);
  const pool = new Pool({
    ...connection,
    application_name: 'festival',
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    statement_timeout: statementTimeoutMs,
    // 0: without a limit
    query_timeout: statementTimeoutMs === 0 ? 0 : statementTimeoutMs + QUERY_GRACE_MS,
    idle_in_transaction_session_timeout: IDLE_IN_TRANSACTION_TIMEOUT_MS,
    // whatever the server's default is: a commit waits for the disk, and for that of a synchronous standby
    options: '-c synchronous_commit=on',
    types: { getTypeParser: typeParser },
    Client: createPrimaryClient(addressOf(connection)),
    ...extra,
  });
  // Without listeners, a connection that breaks while idle or between two statements would end the process. Its
  // user gets the error with the next statement.
  pool.on('error', (error) => {
    // while closing, the server may end a connection before we do
    if (!pool.ending) log.warn(`A database connection was lost: ${error.message}`);
  });
  pool.on('connect', (client) => client.on('error', () => undefined));
  return pool;
}

/** An array such as `{1,2}`; numbers and dates have no quotes in it. */
const parseList = (text: string) => (text === '{}' ? [] : text.slice(1, -1).split(','));
/** bigint as number (ids and counts stay far below 2^53), date as its text (it has no time zone), lists of them. */
const parsers = new Map<number, (text: string) => unknown>([
  [types.builtins.INT8, Number],
  [1016, (text) => parseList(text).map(Number)],
  [types.builtins.DATE, String],
  [1182, parseList],
]);

const typeParser: CustomTypesConfig['getTypeParser'] = (type, format) =>
  parsers.get(type) ??
  (format === 'binary' ? types.getTypeParser(type, 'binary') : types.getTypeParser(type));
