import { readFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { Server as TcpServer, type AddressInfo, type Socket } from 'node:net';
import { StartError, errorCode } from '../platform/errors.ts';
import type { Logger } from '../platform/log.ts';
import type { Duplex } from 'node:stream';
import { getRequestListener, type HttpBindings } from '@hono/node-server';
import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response';
import type { Language } from '#contract/language.ts';
import { problems } from '#contract/problems.ts';
import { plainHeaders } from './headers.ts';
import { sendJson } from './body.ts';
import { isSafeMethod, sendEncoded, type EncodedResponse } from './page-cache.ts';
import type { ApiApp } from '../operations/define-api.ts';
import { hasHost } from './request.ts';
import type { DevSite } from './site-build.ts';

/**
 * Makes a server listen and returns its port. With `reusePort`, others may listen at the same address. Throws
 * StartError with what the operator can do.
 */
export async function listen(
  server: TcpServer,
  port: number,
  host: string | undefined,
  reusePort = false,
): Promise<number> {
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => reject(toStartError(error, port)));
    server.listen({ port, reusePort, ...(host === undefined ? {} : { host }) }, resolve);
  });
  return (server.address() as AddressInfo).port;
}

/**
 * Listens alone and closes again, to find out whether nobody else listens there. Returns the port, which is another one
 * only for port 0. Throws as `listen` does.
 */
export async function checkPort(port: number, host: string | undefined): Promise<number> {
  const probe = new TcpServer();
  const available = await listen(probe, port, host);
  await new Promise((resolve) => probe.close(resolve));
  return available;
}

/** Sockets at one address: of 200 connections that arrive at once, each gets about six. */
const SOCKET_COUNT = 32;

/** Where a server listens, and the further sockets that accept connections for it. */
export interface Listening {
  port: number;
  sockets: TcpServer[];
}

/**
 * Makes a server listen with many sockets at one address (decision 10): libuv accepts one connection per socket in each
 * turn of its loop, and in a rush a turn lasts ten milliseconds. Throws as `listen` does.
 */
export async function listenWithManySockets(
  server: Server,
  wanted: number,
  host: string | undefined,
): Promise<Listening> {
  // other systems do not spread connections
  if (process.platform !== 'linux')
    return { port: await listen(server, wanted, host), sockets: [] };
  // sockets that share an address would also share it with another shop
  const port = await checkPort(wanted, host);
  await listen(server, port, host, true);
  // with the options that http's own server sets
  const options = { allowHalfOpen: true, noDelay: true };
  const accept = (socket: Socket) => server.emit('connection', socket);
  const sockets = Array.from({ length: SOCKET_COUNT - 1 }, () => new TcpServer(options, accept));
  await Promise.all(sockets.map((socket) => listen(socket, port, host, true)));
  return { port, sockets };
}

function toStartError(cause: NodeJS.ErrnoException, port: number): Error {
  switch (cause.code) {
    case 'EADDRINUSE':
      return new StartError(
        `Port ${port} is in use by another program; end that one, or choose another port: PORT=${port + 1} npm start`,
        { cause },
      );
    case 'EACCES':
      return new StartError(
        `Port ${port} needs more rights; choose one above 1023, e.g. PORT=3000.`,
        { cause },
      );
    case 'EADDRNOTAVAIL':
    case 'EAI_AGAIN':
    case 'EINVAL':
    case 'ENOTFOUND':
      return new StartError(
        'HOST is not an address of this machine; leave it out to listen on all of them.',
        { cause },
      );
    default:
      return cause;
  }
}

/** How long an idle connection stays open; longer than a proxy keeps its own. */
const KEEP_ALIVE_MS = 65_000;

/** How long a response may stall, for example because its client does not read it. */
const STALLED_CONNECTION_MS = 65_000;

/** A server with limits that slow clients cannot exhaust. */
export function createHttpServer(stalledMs = STALLED_CONNECTION_MS): Server {
  const server = createServer({
    requestTimeout: 30_000,
    headersTimeout: 15_000,
    keepAliveTimeout: KEEP_ALIVE_MS,
    // how precisely Node applies the two timeouts above
    connectionsCheckingInterval: 5_000,
    // we respond to such requests ourselves, in JSON
    requireHostHeader: false,
  });
  cutStalledResponses(server, stalledMs);
  handleMalformedRequests(server);
  return server;
}

/**
 * Resets connections whose response has stalled, so that the kernel drops what the client has not read. In two
 * halves: while a write waits, Node starts its timer again once without asking.
 */
function cutStalledResponses(server: Server, stalledMs: number): void {
  server.timeout = stalledMs / 2;
  server.on('request', (_request, response) => {
    let movedAtHalf = -1;
    response.on('timeout', (socket: Socket) => {
      const moved = socket.bytesRead + socket.bytesWritten;
      if (socket.writableLength > 0 || moved === movedAtHalf) return void socket.resetAndDestroy();
      movedAtHalf = moved;
      socket.setTimeout(stalledMs / 2);
    });
  });
}

/** How long an idle connection stays open for a request that may be on its way to us. */
const IDLE_GRACE_MS = 1_000;
/** How often connections that became idle are closed after that. */
const IDLE_POLL_MS = 50;

/**
 * Stops accepting connections and waits for requests in progress. Every response carries `Connection: close`, so
 * that busy keep-alive clients (a proxy) reconnect elsewhere.
 */
export async function closeServer(server: Server, sockets: TcpServer[] = []): Promise<void> {
  server.prependListener('request', (_request, response) => {
    response.shouldKeepAlive = false;
  });
  // Not http's own close(): it ends connections whose next request has arrived but is not read yet. A proxy does
  // not repeat a POST, and the buyer would see an error.
  const closed = Promise.all(
    [server, ...sockets].map(
      (socket) => new Promise((resolve) => TcpServer.prototype.close.call(socket, resolve)),
    ),
  );
  const startedAt = performance.now();
  const poll = setInterval(() => {
    if (performance.now() - startedAt < IDLE_GRACE_MS) return;
    server.closeIdleConnections();
  }, IDLE_POLL_MS);
  await closed;
  clearInterval(poll);
}

/** Descriptors for everything but clients: database, payment provider, mails, files. */
const RESERVED_DESCRIPTORS_COUNT = 200;
/** Where the system does not tell its limit. */
const DEFAULT_DESCRIPTORS_COUNT = 1024;
/** How often the log says that the limit is reached. */
const LOG_EVERY_MS = 60_000;

/**
 * Closes new connections at once while the process has no more descriptors to spare, so that silent ones never take
 * those that the shop needs for database and payment provider.
 */
export function limitConnections(server: Server, log: Logger): void {
  const limit = findDescriptorLimit();
  const maxConnections = limit - Math.min(RESERVED_DESCRIPTORS_COUNT, Math.floor(limit / 2));
  let openCount = 0;
  let loggedAt = -Infinity;
  // not `server.maxConnections`: each listening socket would count its own
  server.prependListener('connection', (socket: Socket) => {
    openCount++;
    socket.once('close', () => openCount--);
    if (openCount <= maxConnections) return;
    socket.destroy();
    if (performance.now() - loggedAt < LOG_EVERY_MS) return;
    loggedAt = performance.now();
    log.warn({ maxConnections }, 'Too many connections: closed new ones');
  });
}

function findDescriptorLimit(): number {
  if (process.platform !== 'linux') return DEFAULT_DESCRIPTORS_COUNT;
  const soft = /^Max open files +(\S+)/m.exec(readFileSync('/proc/self/limits', 'utf8'))?.[1];
  return soft === 'unlimited' ? Infinity : Number(soft ?? DEFAULT_DESCRIPTORS_COUNT);
}

/**
 * Malformed HTTP, a head that is too long, and a request that is too slow never reach a route. Responds to them in JSON
 * (api.md, Conventions) and ends the connection.
 */
function handleMalformedRequests(server: Server): void {
  server.on('clientError', (error: Error, socket: Duplex) => {
    const code = errorCode(error);
    // a client that has gone needs no response
    if (!socket.writable || code === 'ECONNRESET') return void socket.destroy();
    socket.end(rawResponse(code === 'ERR_HTTP_REQUEST_TIMEOUT' ? '408 Request Timeout' : BAD));
  });
  // an unknown expectation is no reason to refuse the call
  server.on('checkExpectation', (request, response) => server.emit('request', request, response));
}

const BAD = '400 Bad Request';

/** The response to a request that the framework cannot read. */
function malformedResponse(language: Language, isSecure: boolean): Response {
  return Response.json(
    { message: problems.malformed.message[language] },
    { status: 400, headers: { ...headersOf(language, isSecure), connection: 'close' } },
  );
}

function rawResponse(status: string): string {
  // the language of the request is unknown
  const body = JSON.stringify({ message: problems.malformed.message.en });
  const head = Object.entries({
    ...headersOf('en', false),
    'content-type': 'application/json',
    'content-length': String(Buffer.byteLength(body)),
    connection: 'close',
  });
  return `HTTP/1.1 ${status}\r\n${head.map(([name, value]) => `${name}: ${value}\r\n`).join('')}\r\n${body}`;
}

function headersOf(language: Language, isSecure: boolean): Record<string, string> {
  return {
    ...plainHeaders(isSecure),
    'content-language': language,
    'cache-control': 'no-store',
  };
}

interface ListenerDeps {
  /** The response that is in memory; null for any other request. */
  findCached: (request: IncomingMessage) => EncodedResponse | null;
  defaultLanguage: Language;
  isSecure: boolean;
  /** In development: Vite, which handles requests first. */
  dev: DevSite | undefined;
}

/** A target with scheme and host, as some clients send it also to servers (RFC 9112, 3.2.2), means its path. */
function toOriginForm(target: string): string {
  if (target.startsWith('/')) return target;
  return target.replace(/^https?:\/\/[^/?#]*\/?/i, '/');
}

/** Responds from memory at once, in one write, and to everything else by the app (app.ts). */
export function createRequestListener(app: ApiApp, deps: ListenerDeps) {
  const serve = getRequestListener(
    async (request, env) => {
      const { incoming, outgoing } = env as HttpBindings;
      const peer = incoming.socket.remoteAddress ?? '';
      const response = await app.fetch(request, { peer, incoming, outgoing });
      return sendJson(response, outgoing) ? RESPONSE_ALREADY_SENT : response;
    },
    {
      // for HTTP/1.0 without Host (hasHost)
      hostname: 'localhost',
      overrideGlobalObjects: false,
      // it would reset the connection of a client that still sends a refused form; Node drops the rest instead
      autoCleanupIncoming: false,
      // handles only requests that cannot be parsed, such as one with an invalid path
      errorHandler: () => malformedResponse(deps.defaultLanguage, deps.isSecure),
    },
  );
  const handle = (request: IncomingMessage, response: ServerResponse): void => {
    request.url = toOriginForm(request.url ?? '/');
    const isRead = isSafeMethod(request) && hasHost(request);
    const cached = isRead ? deps.findCached(request) : null;
    if (cached === null) void serve(request, response);
    else sendEncoded(request, response, cached);
  };
  const { dev } = deps;
  if (dev === undefined) return handle;
  return (request: IncomingMessage, response: ServerResponse): void =>
    dev.middleware(request, response, () => handle(request, response));
}
