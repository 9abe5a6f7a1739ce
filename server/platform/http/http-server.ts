import { createServer, type Server } from 'node:http';
import { type AddressInfo, Server as TcpServer } from 'node:net';
import { handleMalformedRequests } from './malformed-requests.ts';
import { StartError } from '../errors.ts';
import type { QuickLane } from '../../perf/http-fast-path.ts';

/**
 * Lets a server listen; throws StartError saying what to do when it cannot.
 *
 * @param reusePort whether other sockets of ours may listen at the same address
 */
export async function listen(
  server: TcpServer,
  port: number,
  host: string | undefined,
  reusePort = false,
): Promise<number> {
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => reject(explain(error, port)));
    server.listen({ port, reusePort, ...(host === undefined ? {} : { host }) }, resolve);
  });
  return (server.address() as AddressInfo).port;
}

function explain(error: NodeJS.ErrnoException, port: number): Error {
  if (error.code === 'EADDRINUSE') {
    return new StartError(
      `Port ${port} is in use by another program; end that one, or choose another port: PORT=${port + 1} npm start`,
      { cause: error },
    );
  }
  if (error.code === 'EACCES') {
    return new StartError(
      `Port ${port} needs more rights; choose one above 1023, e.g. PORT=3000.`,
      {
        cause: error,
      },
    );
  }
  if (error.code === 'EADDRNOTAVAIL' || error.code === 'ENOTFOUND') {
    return new StartError(
      'HOST is no address of this machine; leave it out to listen on all of them.',
      {
        cause: error,
      },
    );
  }
  return error;
}

/** In ms: how long an idle connection stays open; longer than a proxy keeps its own. */
export const KEEP_ALIVE_MS = 65_000;

/** A plain server with limits that slow clients cannot exhaust. */
export function createHttpServer(): Server {
  const server = createServer({
    requestTimeout: 30_000,
    headersTimeout: 15_000,
    keepAliveTimeout: KEEP_ALIVE_MS,
    // how exactly the two above are kept
    connectionsCheckingInterval: 5_000,
    // answered by ourselves, in JSON
    requireHostHeader: false,
  });
  handleMalformedRequests(server);
  return server;
}

/** In ms: how long an idle connection is left open for a request that may be on its way to us. */
const IDLE_GRACE_MS = 1_000;
/** In ms: how often connections are looked for then that have nothing more in hand. */
const IDLE_LOOK_MS = 50;

/**
 * Takes no new connections and waits for the requests in hand. Who keeps one busy, such as a proxy in a rush, is
 * told with each answer that it was the last one.
 *
 * @param others that took connections for the server (listen-widely.ts)
 */
export async function closeServer(
  server: Server,
  lane?: QuickLane,
  others: TcpServer[] = [],
): Promise<void> {
  lane?.close();
  server.prependListener('request', (_request, response) => {
    response.shouldKeepAlive = false;
  });
  // Not http's own close(): it ends connections at once whose next request has arrived and is not yet read.
  // A proxy repeats no order then, and the buyer is told that we are away.
  const closed = Promise.all([server, ...others].map(stopListening));
  const began = performance.now();
  const look = setInterval(() => {
    if (performance.now() - began < IDLE_GRACE_MS) return;
    server.closeIdleConnections();
    lane?.endIdle();
  }, IDLE_LOOK_MS);
  await closed;
  clearInterval(look);
}

/** Takes no new connections; resolves when all that were taken have ended. */
function stopListening(server: TcpServer): Promise<void> {
  return new Promise((resolve) => {
    TcpServer.prototype.close.call(server, () => resolve());
  });
}
