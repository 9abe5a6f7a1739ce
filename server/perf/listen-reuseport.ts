import cluster from 'node:cluster';
import type { Server } from 'node:http';
import { createServer, type Server as TcpServer } from 'node:net';
import { checkPort, listen } from '../platform/http/http-server.ts';

/** Sockets at one address: of 200 connections that arrive at once, each socket gets about six. */
const LISTENER_COUNT = 32;

/** Where a server listens, and the other sockets that accept connections for it. */
export interface Listening {
  port: number;
  extraListeners: TcpServer[];
}

/**
 * Makes a server listen with many sockets at one address (decision 16): libuv accepts one connection per socket
 * in each turn of its loop, and in a rush a turn lasts ten milliseconds. Throws StartError when the address is
 * in use.
 */
export async function listenReuseport(
  server: Server,
  port: number,
  host: string | undefined,
): Promise<Listening> {
  // other systems do not spread connections; worker processes share the socket of their supervisor
  if (process.platform !== 'linux' || cluster.isWorker) {
    return { port: await listen(server, port, host), extraListeners: [] };
  }
  // sockets that share an address would also share it with another shop
  const available = await checkPort(port, host);
  await listen(server, available, host, true);
  const extraListeners = Array.from({ length: LISTENER_COUNT - 1 }, () =>
    // with the options that http's own server sets
    createServer({ allowHalfOpen: true, noDelay: true }, (socket) =>
      server.emit('connection', socket),
    ),
  );
  await Promise.all(extraListeners.map((listener) => listen(listener, available, host, true)));
  return { port: available, extraListeners };
}
