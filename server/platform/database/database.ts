import { Socket } from 'node:net';
import type { Client, Pool, PoolClient } from 'pg';
import type { Logger } from '../log.ts';
import { randomUUID } from 'node:crypto';
import {
  addressOf,
  openPool,
  createPrimaryClient,
  NoPrimary,
  type Connection,
  type ClientClass,
} from './open-pool.ts';
import { createMultiplexedPool, type MultiplexedPool } from './multiplexed-pool.ts';
import { LostCommit } from './wal-flush.ts';

/** How often the database is probed. */
const PROBE_EVERY_MS = 500;
/** After this many probes without a response, the database counts as silent. */
const MAX_MISSED_PROBES = 4;
/**
 * How long an attempt to reconnect may take. A waiting one succeeds as soon as the database runs again, but the
 * database first handles those that we abandoned.
 */
const RECONNECT_TIMEOUT_MS = 15_000;

/**
 * Notices that the database is silent: frozen, or a host that has vanished from the network. PostgreSQL's own timeouts
 * never end then, and every call would wait for as long as it lasts.
 */
interface DatabaseWatch {
  /**
   * Creates the socket of a connection (`stream` of pg). It is destroyed when the database falls silent, and connects
   * only while the database responds.
   */
  createSocket: () => Socket;
  stop(): Promise<void>;
}

/** Watches from the first connection on, over a connection of its own. */
function createDatabaseWatch(
  connection: Connection & { application_name: string },
  WatchClient: ClientClass,
  log: Pick<Logger, 'warn' | 'info'>,
): DatabaseWatch {
  const sockets = new Set<Socket>();
  const probeSockets = new Set<Socket>();
  let timer: NodeJS.Timeout | undefined;
  let client: Client | undefined;
  let probing: symbol | undefined;
  let missed = 0;
  let isSilent = false;

  const settings = { ...connection, connectionTimeoutMillis: RECONNECT_TIMEOUT_MS };
  const openProbeSocket = () => trackIn(probeSockets, new Socket());

  async function probe(): Promise<void> {
    const own = Symbol('probe');
    probing = own;
    let asked = client;
    try {
      asked ??= await connect(new WatchClient({ ...settings, stream: openProbeSocket }));
      await asked.query('select 1');
    } catch {
      // dead or restarting: connections fail at once, by themselves
      void asked?.end().catch(() => undefined);
      if (client === asked) client = undefined;
      if (probing === own) probing = undefined;
      return;
    }
    if (isSilent) log.info('The database responds again');
    isSilent = false;
    if (client !== asked) void client?.end().catch(() => undefined);
    client = asked;
    probing = undefined;
  }

  /** Counts probes, not time: after a pause of this process or of the machine, the response is read first. */
  function check(): void {
    if (probing === undefined) {
      missed = 0;
      return void probe();
    }
    missed++;
    if (missed < MAX_MISSED_PROBES || isSilent) return;
    isSilent = true;
    log.warn('The database does not respond: refusing its calls until it does');
    for (const socket of sockets) socket.destroy(new DatabaseSilence({ wasConnected: true }));
    // After a freeze the old connection would respond first, but never after its host was replaced: probe a new one.
    client = undefined;
    probing = undefined;
  }

  return {
    createSocket() {
      timer ??= setInterval(check, PROBE_EVERY_MS).unref();
      // silence may end it before its client listens
      return trackIn(sockets, new WatchedSocket(() => isSilent)).on('error', () => undefined);
    },
    async stop() {
      clearInterval(timer);
      if (probing === undefined) await client?.end();
      for (const socket of probeSockets) socket.destroy();
    },
  };
}

function trackIn(sockets: Set<Socket>, socket: Socket): Socket {
  sockets.add(socket);
  return socket.once('close', () => sockets.delete(socket));
}

async function connect(client: Client): Promise<Client> {
  // the next probe notices
  client.on('error', () => undefined);
  await client.connect();
  return client;
}

/** A socket that does not connect during silence: attempts would only fill the database's queue. */
class WatchedSocket extends Socket {
  readonly #isSilent: () => boolean;

  constructor(isSilent: () => boolean) {
    super();
    this.#isSilent = isSilent;
  }

  override connect(...to: unknown[]): this {
    if (this.#isSilent()) {
      process.nextTick(() => this.destroy(new DatabaseSilence({ wasConnected: false })));
      return this;
    }
    return super.connect(...(to as [path: string]));
  }
}

/** Why a call failed during silence; the log has one line for all of them. */
export class DatabaseSilence extends Error {
  override name = 'DatabaseSilence';
  /** Whether the connection was open: the database may still run what it was sent. */
  readonly wasConnected: boolean;

  constructor({ wasConnected }: { wasConnected: boolean }) {
    super('The database does not respond');
    this.wasConnected = wasConnected;
  }
}

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
  // Pipelined: sends a statement without waiting for the results of earlier ones (inTransaction).
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

/** Runs the work in one transaction: commits when it returns, rolls back when it throws. */
export async function inTransaction<T>(
  pool: Pool,
  work: (client: PoolClient) => Promise<T>,
): Promise<T> {
  const client = await pool.connect();
  let broken: Error | undefined;
  try {
    const begun = client.query('begin');
    // On a pipelined connection (database.ts), `begin` is sent together with the first statement. It fails only with
    // the connection, and then everything after it fails, too.
    if ('pipeline' in client && client.pipeline) begun.catch(() => undefined);
    else await begun;
    const result = await work(client);
    await client.query('commit');
    return result;
  } catch (error) {
    await client.query('rollback').catch((lost: Error) => {
      broken = lost;
    });
    throw error;
  } finally {
    // a connection that could not roll back is closed
    client.release(broken);
  }
}

/**
 * Node's codes for a database that cannot be reached; EAGAIN: the queue of its socket is full, EMFILE: we have no
 * descriptor.
 */
const socketErrors = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ENOENT',
  'ETIMEDOUT',
  'ENOTFOUND',
  'EAGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'EAI_AGAIN',
  'EMFILE',
]);

/**
 * Connection lost or refused, server starting, stopping or read-only, disk full or lost, too many connections, pool
 * exhausted. Sources: PostgreSQL error classes 08, 57P and 58, 25006, 53100 to 53300; Node's socket errors; messages of
 * pg; our own.
 */
export function isDatabaseUnavailable(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  if ([DatabaseSilence, NoPrimary, LostCommit].some((one) => error instanceof one)) return true;
  const code = 'code' in error && typeof error.code === 'string' ? error.code : '';
  if (/^(08|57P|58|25006|53[123]00)/.test(code)) return true;
  if (socketErrors.has(code)) {
    const syscalls = ['connect', 'read', 'write', 'getaddrinfo'];
    return 'syscall' in error && syscalls.includes(String(error.syscall));
  }
  return /Connection terminated|timeout exceeded when trying to connect|Query read timeout|Client has encountered a connection error|pool after calling end/.test(
    error.message,
  );
}
