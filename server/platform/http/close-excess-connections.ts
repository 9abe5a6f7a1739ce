import { readFileSync } from 'node:fs';
import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import type { Logger } from '../log.ts';

/** Descriptors for everything but clients: database, payment provider, mails, files, listening sockets. */
const RESERVED_DESCRIPTORS_COUNT = 200;
/** Where the system does not tell its limit. */
const DEFAULT_DESCRIPTORS_COUNT = 1024;
/** How often the log says that the limit is reached. */
const LOG_EVERY_MS = 60_000;

/**
 * Closes new connections at once while this many are open, so that silent ones never take the descriptors that the
 * shop needs for database and payment provider. Call it when all `connection` listeners are attached: it counts what
 * any listener passes to the server.
 */
export function closeExcessConnections(
  server: Server,
  log: Logger,
  maxConnections = findMaxConnections(),
): void {
  const listeners = server.listeners('connection') as ((socket: Socket) => void)[];
  let openCount = 0;
  let loggedAt = -Infinity;
  server.removeAllListeners('connection').on('connection', (socket: Socket) => {
    if (openCount >= maxConnections) {
      socket.resetAndDestroy();
      if (performance.now() - loggedAt < LOG_EVERY_MS) return;
      loggedAt = performance.now();
      log.warn({ maxConnections }, 'Too many connections: closed new ones');
      return;
    }
    openCount++;
    socket.once('close', () => openCount--);
    for (const listener of listeners) listener.call(server, socket);
  });
}

/** The limit of descriptors without those that we reserve; half of a small limit. */
function findMaxConnections(): number {
  const limit = findDescriptorLimit();
  return limit - Math.min(RESERVED_DESCRIPTORS_COUNT, Math.floor(limit / 2));
}

function findDescriptorLimit(): number {
  if (process.platform !== 'linux') return DEFAULT_DESCRIPTORS_COUNT;
  const soft = /^Max open files +(\S+)/m.exec(readFileSync('/proc/self/limits', 'utf8'))?.[1];
  return soft === 'unlimited' ? Infinity : Number(soft ?? DEFAULT_DESCRIPTORS_COUNT);
}
