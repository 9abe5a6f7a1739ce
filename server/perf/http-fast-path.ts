import { STATUS_CODES, type Server } from 'node:http';
import type { Socket } from 'node:net';
import type { ConnectionHandler } from '../platform/http/http-server.ts';
import type { GetRequest, EncodedResponse } from '../platform/http/cached-response.ts';
import { parsePlainGet } from './parse-plain-get.ts';

/** As long as Node's HTTP waits for a head (http-server.ts). */
const FIRST_BYTE_MS = 15_000;

/**
 * Sends cached responses without Node's HTTP, which takes three times as long as everything else (decision 14).
 * The first other request on a connection passes the connection to Node's HTTP, for good, with that request
 * still unread.
 *
 * @param find gives null for what is not cached
 * @param keepAliveMs how long a connection may stay idle
 * @param firstByteMs how long a new connection may stay silent
 */
export function attachFastPath(
  server: Server,
  find: (request: GetRequest) => EncodedResponse | null,
  keepAliveMs: number,
  firstByteMs = FIRST_BYTE_MS,
): ConnectionHandler {
  const sockets = new Set<Socket>();
  const httpListeners = server.listeners('connection') as ((socket: Socket) => void)[];
  let isClosing = false;

  function accept(socket: Socket): void {
    sockets.add(socket);
    const read = (chunk: Buffer): void => {
      // a client that does not read its responses gets no more of them here
      const mayRespond = !isClosing && socket.writableLength === 0;
      const request = mayRespond ? parsePlainGet(chunk) : null;
      const response = request === null ? null : find(request);
      if (response === null) passToHttp(chunk);
      else respond(serialize(response, keepAliveMs));
    };
    const respond = (bytes: Buffer): void => {
      socket.setTimeout(keepAliveMs);
      if (socket.write(bytes) || socket.writableLength === 0) return;
      // half the time: while a write is pending, Node restarts the timer once before it emits `timeout`
      socket.setTimeout(keepAliveMs / 2).once('drain', restoreTimeout);
    };
    const restoreTimeout = (): void => void socket.setTimeout(keepAliveMs);
    const remove = (): void => void sockets.delete(socket);
    const end = (): void => void socket.end();
    const destroy = (): void => void socket.destroy();
    // a reset lets the kernel drop what a client has not read
    const cut = (): void => void (socket.writableLength > 0 ? socket.resetAndDestroy() : destroy());
    const passToHttp = (chunk: Buffer): void => {
      socket.off('data', read).off('close', remove).off('end', end);
      socket.off('timeout', cut).off('error', destroy).off('drain', restoreTimeout).setTimeout(0);
      remove();
      socket.pause();
      for (const listener of httpListeners) listener.call(server, socket);
      socket.unshift(chunk);
      socket.resume();
    };
    socket.on('data', read).on('close', remove).on('end', end);
    socket.on('timeout', cut).on('error', destroy).setTimeout(Math.min(firstByteMs, keepAliveMs));
  }

  server.removeAllListeners('connection').on('connection', accept);
  return {
    close() {
      isClosing = true;
    },
    closeIdle() {
      for (const socket of sockets) socket.destroySoon();
    },
  };
}

const serialized = new WeakMap<EncodedResponse, { second: number; bytes: Buffer }>();

/**
 * Status line, headers and body as they are sent, built again when the second in `Date` changes. One buffer: two
 * cost a twentieth more, and a string among them five times as much.
 */
function serialize(response: EncodedResponse, keepAliveMs: number): Buffer {
  const now = Date.now();
  const second = Math.floor(now / 1000);
  const known = serialized.get(response);
  if (known?.second === second) return known.bytes;
  const headers = {
    ...response.headers,
    date: new Date(now).toUTCString(),
    connection: 'keep-alive',
    'keep-alive': `timeout=${Math.floor(keepAliveMs / 1000)}`,
  };
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  const head = `HTTP/1.1 ${response.status} ${STATUS_CODES[response.status]}\r\n${lines.join('')}\r\n`;
  const bytes = Buffer.concat([Buffer.from(head, 'latin1'), response.body]);
  serialized.set(response, { second, bytes });
  return bytes;
}
