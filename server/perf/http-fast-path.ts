import { STATUS_CODES, type Server } from 'node:http';
import type { Socket } from 'node:net';
import { readHead } from './parse-plain-get.ts';
import type { GetRequest, EncodedResponse } from '../platform/http/cached-response.ts';

/** The short way from a connection to what lies in memory (decision 14). */
export interface QuickLane {
  /** From now on every request goes Node's own way, which knows how to say goodbye. */
  close(): void;
  /** Ends the connections on which nothing is asked. */
  endIdle(): void;
}

/**
 * Answers what is in memory without Node's HTTP, which costs three times as much as all the rest. The first
 * request on a connection that is anything else gives the connection to Node's HTTP, for good and unread.
 *
 * @param keepAliveMs how long a connection may say nothing
 */
export function openQuickLane(
  server: Server,
  find: (request: GetRequest) => EncodedResponse | null,
  keepAliveMs: number,
): QuickLane {
  const ours = new Set<Socket>();
  const toHttp = server.listeners('connection') as ((socket: Socket) => void)[];
  let isClosing = false;

  function take(socket: Socket): void {
    ours.add(socket);
    const read = (piece: Buffer): void => {
      // who does not take his answers gets no more of them here
      const mayAnswer = !isClosing && socket.writableLength === 0;
      const request = mayAnswer ? readHead(piece) : null;
      const answer = request === null ? null : find(request);
      if (answer === null) leave(piece);
      else socket.write(wholeOf(answer, keepAliveMs));
    };
    const forget = (): void => void ours.delete(socket);
    const end = (): void => void socket.end();
    const destroy = (): void => void socket.destroy();
    const leave = (piece: Buffer): void => {
      socket.off('data', read).off('close', forget).off('end', end);
      socket.off('timeout', destroy).off('error', destroy).setTimeout(0);
      forget();
      socket.pause();
      for (const listener of toHttp) listener.call(server, socket);
      socket.unshift(piece);
      socket.resume();
    };
    socket.on('data', read).on('close', forget).on('end', end);
    socket.on('timeout', destroy).on('error', destroy).setTimeout(keepAliveMs);
  }

  server.removeAllListeners('connection').on('connection', take);
  return {
    close() {
      isClosing = true;
    },
    endIdle() {
      for (const socket of ours) socket.destroySoon();
    },
  };
}

const wholes = new WeakMap<EncodedResponse, { second: number; bytes: Buffer }>();

/**
 * Status line, headers and body as they go over the wire, made anew when the time in them is another one. One
 * piece: head and body in two cost a twentieth more, and a string among them five times as much.
 */
function wholeOf(answer: EncodedResponse, keepAliveMs: number): Buffer {
  const now = Date.now();
  const second = Math.floor(now / 1000);
  const known = wholes.get(answer);
  if (known?.second === second) return known.bytes;
  const headers = {
    ...answer.headers,
    date: new Date(now).toUTCString(),
    connection: 'keep-alive',
    'keep-alive': `timeout=${Math.floor(keepAliveMs / 1000)}`,
  };
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  const head = `HTTP/1.1 ${answer.status} ${STATUS_CODES[answer.status]}\r\n${lines.join('')}\r\n`;
  const bytes = Buffer.concat([Buffer.from(head, 'latin1'), answer.body]);
  wholes.set(answer, { second, bytes });
  return bytes;
}
