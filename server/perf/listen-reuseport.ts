import cluster from 'node:cluster';
import type { Server } from 'node:http';
import { createServer, type Server as TcpServer } from 'node:net';
import { listen } from '../platform/http/http-server.ts';

/** Sockets that listen at one address: of 200 people who come at once each one has some ten before him. */
const SOCKETS = 32;

/** Where a server listens, and the others that take connections for it. */
export interface Listening {
  port: number;
  others: TcpServer[];
}

/**
 * Lets a server listen with many sockets at one address (decision 16): libuv takes one connection from a
 * socket in each turn of its loop, and in a rush a turn lasts ten milliseconds. Throws StartError when the
 * address is taken.
 */
export async function listenWidely(
  server: Server,
  port: number,
  host: string | undefined,
): Promise<Listening> {
  // elsewhere the system does not spread connections; a worker gets its own from the supervisor
  if (process.platform !== 'linux' || cluster.isWorker) {
    return { port: await listen(server, port, host), others: [] };
  }
  const free = await findFree(port, host);
  await listen(server, free, host, true);
  const others = Array.from({ length: SOCKETS - 1 }, () =>
    // what http's own server asks of its connections
    createServer({ allowHalfOpen: true, noDelay: true }, (socket) =>
      server.emit('connection', socket),
    ),
  );
  await Promise.all(others.map((other) => listen(other, free, host, true)));
  return { port: free, others };
}

/** Sockets that share an address would share it with those of another shop, too: is it ours alone? */
async function findFree(port: number, host: string | undefined): Promise<number> {
  const alone = createServer();
  const free = await listen(alone, port, host);
  await new Promise((resolve) => alone.close(resolve));
  return free;
}
