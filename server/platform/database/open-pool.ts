import { callbackify } from 'node:util';
import {
  Client,
  Pool,
  types,
  type ClientConfig,
  type CustomTypesConfig,
  type PoolConfig,
} from 'pg';
import { errorCode } from '../errors.ts';
import type { Logger } from '../log.ts';

/** The authority of an address with several servers: `user:password@a:5432,b:5432`. */
const severalServers = /^(postgres(?:ql)?:\/\/(?:[^/?#@]*@)?)([^/?#@]*,[^/?#@]*)(.*)$/s;
/** libpq's words for a session that may write; the first is our default. */
const WRITE_ATTRIBUTES = ['read-write', 'primary'];

/**
 * The addresses of the servers that an address of libpq's form names (`postgres://user@a:5432,b:5432/name`), each for
 * one server. pg uses one server and ignores `target_session_attrs`.
 */
export function listServerUrls(url: string): string[] {
  const [, start = '', servers = '', end = ''] = severalServers.exec(url) ?? [];
  if (servers === '') return [url];
  return servers.split(',').map((server) => `${start}${server}${end}`);
}

/** Whether a server that can only be read will do: `target_session_attrs=any`, for a backup of a standby. */
export function mayBeReadOnly(url: string): boolean {
  return attributesOf(url) === 'any';
}

/** Whether every server of the address has a valid one, and `target_session_attrs` is one that we know. */
export function isDatabaseUrl(url: string): boolean {
  const isValid = listServerUrls(url).every((one) => {
    if (!URL.canParse(one)) return false;
    const { protocol, host, pathname, search } = new URL(one);
    // an empty name between commas; without commas it is the socket of this machine
    if (host === '' && one !== url) return false;
    return /^postgres(ql)?:$/.test(protocol) && (host + pathname + search).length > 0;
  });
  return isValid && [...WRITE_ATTRIBUTES, 'any'].includes(attributesOf(url));
}

function attributesOf(url: string): string {
  const [first = ''] = listServerUrls(url);
  const given = URL.canParse(first)
    ? new URL(first).searchParams.get('target_session_attrs')
    : null;
  return given ?? WRITE_ATTRIBUTES[0] ?? '';
}

/** How long a server may take to say whether it accepts writes; one that has vanished says nothing. */
const PROBE_TIMEOUT_MS = 2_000;

/** A class of clients, for `Pool` and for single connections. */
export type ClientClass = new (config?: ClientConfig) => Client;

/**
 * The class of clients that connect to the server of an address that accepts writes, wherever that is after a
 * failover: pg itself uses one server and does not check (docs/failover.md). A server that can
 * only be read is refused, also later: a session that becomes read-only ends. Clients of one class share what they
 * know. With `target_session_attrs=any` they connect to the first server that responds, whatever it is. Without an
 * address, as for the embedded database, the class is pg's own.
 */
export function createPrimaryClient(address: string | undefined): ClientClass {
  if (address === undefined) return Client;
  const mayRead = mayBeReadOnly(address);
  const primary = createServerFinder(listServerUrls(address), mayRead);

  return class PrimaryClient extends Client {
    constructor(config: ClientConfig = {}) {
      super({ ...config, connectionString: primary.urls[0] });
    }

    override connect(): Promise<Client>;
    override connect(callback: (error: Error) => void): void;
    override connect(callback?: (error: Error) => void): Promise<Client> | void {
      if (callback === undefined) return this.#connectToPrimary();
      callbackify(() => this.#connectToPrimary())(callback);
    }

    async #connectToPrimary(): Promise<Client> {
      const url = await primary.find();
      const { stream } = this.connection;
      // given up in the meantime, by the pool's limit or by database.ts
      if (stream.destroyed) throw stream.errored ?? new Error('Connection terminated');
      // the finder may not know yet that a server has just failed
      this.on('error', () => primary.forget(url));
      ({ host: this.host, port: this.port } = new Client({ connectionString: url }));
      try {
        if (!mayRead) this.#endWhenReadOnly();
        await super.connect();
        // refused while it connected
        if (stream.errored) throw stream.errored;
        return this;
      } catch (error) {
        primary.forget(url);
        throw error;
      }
    }

    /** The server reports both settings when a session starts and whenever they change. */
    #endWhenReadOnly(): void {
      this.connection.on(
        'parameterStatus',
        ({ parameterName, parameterValue }: ParameterStatus) => {
          if (!readOnlySettings.has(parameterName) || parameterValue !== 'on') return;
          this.connection.stream.destroy(new NoPrimary('the server can only be read'));
        },
      );
    }
  };
}

interface ParameterStatus {
  parameterName: string;
  parameterValue: string;
}
const readOnlySettings = new Set(['in_hot_standby', 'default_transaction_read_only']);

/** No server of the address accepts writes at the moment: a failover is in progress. */
export class NoPrimary extends Error {
  override name = 'NoPrimary';
  /** PostgreSQL's or Node's code of the first server's failure. */
  readonly code: string | undefined;

  constructor(message: string, cause?: unknown) {
    super(message, { cause });
    this.code = errorCode(cause);
  }
}

/** Finds the server that accepts writes, or any that responds, and uses it until it fails. */
function createServerFinder(urls: string[], mayRead: boolean) {
  let known: string | undefined;
  let searching: Promise<string> | undefined;
  return {
    urls,
    /** With a single server there is no choice: connecting shows whether it is usable. */
    async find(): Promise<string> {
      if (urls.length === 1) return urls[0] ?? '';
      if (known !== undefined) return known;
      searching ??= findServer(urls, mayRead).finally(() => (searching = undefined));
      return (known = await searching);
    },
    forget(url: string): void {
      if (known === url) known = undefined;
    },
  };
}

/**
 * Queries all servers at once. If any will do, takes the first of the address that responds. If two accept writes, an
 * old primary has returned that nobody has fenced: the one promoted last has the higher timeline. Throws NoPrimary.
 */
async function findServer(urls: string[], mayRead: boolean): Promise<string> {
  const asked = await Promise.allSettled(
    urls.map(async (url) => ({ url, timeline: await readTimeline(url, mayRead) })),
  );
  const found = asked.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []));
  const chosen = mayRead ? found[0] : found.toSorted((a, b) => b.timeline - a.timeline)[0];
  if (chosen !== undefined) return chosen.url;
  const failures = asked.flatMap((one) =>
    one.status === 'rejected' ? [one.reason as NodeJS.ErrnoException] : [],
  );
  const reasons = failures.map(({ message, code = '' }, index) => {
    const { host, port } = new Client({ connectionString: urls[index] });
    return `${host}:${port}: ${message || code}`;
  });
  const what = mayRead ? 'no server responds' : 'no server accepts writes';
  throw new NoPrimary(`${what} (${reasons.join('; ')})`, failures[0]);
}

/**
 * The timeline of a server that accepts writes: it grows with each promotion. Throws for any other server, unless that
 * may be read: then not a number.
 */
async function readTimeline(url: string, mayRead: boolean): Promise<number> {
  const client = new Client({
    connectionString: url,
    application_name: 'festival',
    connectionTimeoutMillis: PROBE_TIMEOUT_MS,
    query_timeout: PROBE_TIMEOUT_MS,
  });
  // the failed query reports it
  client.on('error', () => undefined);
  try {
    await client.connect();
    const { rows } = await client.query<{ is_writable: boolean; timeline: string }>(
      `select current_setting('transaction_read_only') = 'off' as is_writable,
         case when pg_is_in_recovery() then '' else pg_walfile_name(pg_current_wal_lsn()) end as timeline`,
    );
    if (rows[0]?.is_writable !== true && !mayRead) throw new NoPrimary('can only be read');
    // the first 8 hexadecimal digits of a segment's name
    return Number.parseInt((rows[0]?.timeline ?? '').slice(0, 8), 16);
  } finally {
    // without waiting: a silent server never responds
    void client.end().catch(() => undefined);
  }
}

/** Where the database is: an address of one or more servers, or the socket of the embedded one. */
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
