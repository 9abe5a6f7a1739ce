import { Kysely, PostgresDialect } from 'kysely';
import { type CustomTypesConfig, Pool, type PoolConfig, types } from 'pg';
import type { Database } from '#db/types.ts';
import { errorCode } from './error-code.ts';
import type { Logger } from './log.ts';
import { StartError } from './start-error.ts';

/** The query builder, typed by the tables of db/schema.sql. */
export type Db = Kysely<Database>;

/** Where the database is: an address, or the embedded one's socket. */
export type Connection =
  | { connectionString: string }
  | { host: string; port: number; user: string; database: string };

/** The two ways into the database; both see the same data. */
export interface Databases {
  /** For everything. */
  db: Db;
  pool: Pool;
  /**
   * For holds only: commits without waiting for the disk (synchronous_commit=off). After a power cut the
   * last moments of holds may be gone, never an order or a payment.
   */
  holdPool: Pool;
  close(): Promise<void>;
}

/**
 * Connections of each pool in one process. Few: of those who want the last tickets of one concert only one at
 * a time can work, and everybody else waits more cheaply here than in a queue of the database.
 */
const mainPoolSize = 10;
const holdPoolSize = 3;
/** What a database has to take from each process. */
export const connectionsPerProcess = mainPoolSize + holdPoolSize;
/** In ms: statements of a request must never take that long; jobs that do set their own limit. */
const statementLimit = 15_000;
const idleInTransactionLimit = 30_000;
const connectLimit = 5_000;

/** Opens the pools; they connect when first used. */
export function openDatabases(connection: Connection, log: Logger): Databases {
  // Pipelined: a statement is sent without waiting for the answers to those before it (transact.ts).
  const pool = openPool(connection, log, { max: mainPoolSize, pipeline: true });
  const holdPool = openPool(connection, log, {
    max: holdPoolSize,
    pipeline: true,
    options: '-c synchronous_commit=off',
  });
  const db = new Kysely<Database>({ dialect: new PostgresDialect({ pool }) });
  return {
    db,
    pool,
    holdPool,
    async close() {
      await Promise.all([db.destroy(), holdPool.end()]);
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

const oldestVersion = 15;

/** Connects once. Throws StartError saying why the database cannot be used. */
export async function checkDatabase(pool: Pool): Promise<void> {
  const version = await pool
    .query<{ number: number }>(`select current_setting('server_version_num')::int as number`)
    .then((result) => Math.floor((result.rows[0]?.number ?? 0) / 10_000))
    .catch((error: unknown) => {
      throw explainConnection(error instanceof Error ? error : new Error(String(error)));
    });
  if (version >= oldestVersion) return;
  throw new StartError(
    `DATABASE_URL leads to PostgreSQL ${version}; needed is ${oldestVersion} or newer.`,
  );
}

function explainConnection(error: Error): StartError {
  const code = errorCode(error);
  const toDo: Record<string, string> = {
    ECONNREFUSED: 'nothing listens there: is PostgreSQL running, are host and port right?',
    ENOENT: 'there is no such socket: is PostgreSQL running?',
    ENOTFOUND: 'there is no such host: is the name right?',
    EAI_AGAIN: 'the host name cannot be looked up: is the network up?',
    ETIMEDOUT: 'the host does not answer: is it reachable from here?',
    EHOSTUNREACH: 'the host cannot be reached from here.',
    '28P01': 'user name or password is wrong.',
    '28000': 'the server does not let this user in (pg_hba.conf).',
    '3D000': 'there is no such database: create it first.',
    '53300': 'the server has no connection left (max_connections).',
    '57P03': 'the server is just starting or stopping: try again in a moment.',
  };
  const reason = error.message || code || 'no answer';
  return new StartError(
    `The database of DATABASE_URL cannot be used (${reason}): ${toDo[code ?? ''] ?? adviceFor(reason)}`,
    { cause: error },
  );
}

/** For failures that carry no code. */
function adviceFor(reason: string): string {
  const advice: [RegExp, string][] = [
    [
      /timeout/,
      'nothing answers there in time: are host and port right, does a firewall stand between?',
    ],
    [/terminated unexpectedly/, 'what listens there hangs up: is it PostgreSQL?'],
    [
      /does not support SSL/,
      'take sslmode=require out of the address, or set TLS up on the server.',
    ],
    [
      /certificate/,
      'the server shows a certificate nobody vouches for: add sslrootcert=FILE to the address.',
    ],
    [
      /no pg_hba.conf entry|password must be a string/,
      'the server does not let this user in like that.',
    ],
  ];
  return (
    advice.find(([pattern]) => pattern.test(reason))?.[1] ??
    'check the address and that the server is running.'
  );
}
