import { Socket } from 'node:net';
import type { Client } from 'pg';
import type { Logger } from '../log.ts';
import type { Connection } from './open-pool.ts';
import type { ClientClass } from './primary-client.ts';

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
export interface DatabaseWatch {
  /**
   * Creates the socket of a connection (`stream` of pg). It is destroyed when the database falls silent, and connects
   * only while the database responds.
   */
  createSocket: () => Socket;
  stop(): Promise<void>;
}

/** Watches from the first connection on, over a connection of its own. */
export function createDatabaseWatch(
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
