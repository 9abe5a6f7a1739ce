import { randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { type AddressInfo, Server as TcpServer } from 'node:net';
import { getRequestListener } from '@hono/node-server';
import { negotiateLanguage } from '#contract/language.ts';
import { answerProblem } from './platform/http/answer-problem.ts';
import { answerBrokenRequests, malformedAnswer } from './platform/http/broken-requests.ts';
import type { ApiApp } from './platform/http/mount.ts';
import { Problem } from './platform/http/problem.ts';
import { plainHeaders } from './platform/http/security-headers.ts';
import { hasHost, toWebRequest } from './platform/http/web-request.ts';
import type { Logger } from './platform/log.ts';
import { sendFile, type StaticFile } from './platform/static-files.ts';
import { StartError } from './platform/start-error.ts';
import { acceptsHtml, isApiPath } from './api-paths.ts';
import type { DevSite } from './site/dev-site.ts';
import type { SandboxDoor } from './sandbox-door.ts';
import { readPageForm } from './site/page-form.ts';
import { askAndKeep, sendAnswerFromMemory } from './site/serve-answers.ts';
import { renderAndSend, sendFromMemory, type SiteTools } from './site/serve-site.ts';

/** What answers requests, in the order in which it is asked. */
export interface ListenerParts {
  app: ApiApp;
  site: SiteTools;
  /** Whether a path is a page of the site that takes this method. */
  knowsPage: (pathname: string, method: string) => Promise<boolean>;
  /** In development: Vite. */
  dev?: DevSite;
  /** Plates, brochures, share images. */
  findMedia: (pathname: string) => Promise<StaticFile | null>;
  /** In test mode: the payment sandbox under our own address. */
  sandbox: SandboxDoor | null;
  log: Logger;
}

/** Files and pages from memory first, then the API, media, pages; unknown paths lead home or are 404. */
export function createListener(parts: ListenerParts) {
  const answerApi = apiListener(parts);
  const answer = (request: IncomingMessage, response: ServerResponse): void => {
    if (sendFromMemory(parts.site, request, response)) return;
    if (sendAnswerFromMemory(parts.site, request, response)) return;
    if (parts.sandbox?.(request, response) === true) return;
    const pathname = pathOf(request);
    const isApi = isApiPath(parts.app, request.method ?? 'GET', pathname);
    const finish = async (): Promise<void> => {
      if (!hasHost(request)) throw new Problem('malformed');
      const isAnswered = isApi
        ? await askAndKeep(parts.site, request, response)
        : await answerOther(parts, request, response, pathname);
      // not a shared answer, or nothing of ours: the API says what it is, in the caller's language
      if (!isAnswered) await answerApi(request, response);
    };
    finish().catch((error: unknown) => sendFailure(parts, request, response, error));
  };
  const { dev } = parts;
  if (dev === undefined) return answer;
  return (request: IncomingMessage, response: ServerResponse): void => {
    dev.middleware(request, response, () => answer(request, response));
  };
}

function apiListener(parts: ListenerParts) {
  return getRequestListener(
    (request, env) => {
      const { incoming } = env as { incoming: IncomingMessage };
      return parts.app.fetch(request, { peer: incoming.socket.remoteAddress ?? '', incoming });
    },
    {
      overrideGlobalObjects: false,
      // only what cannot even be read as a request ends here, such as a path that is none
      errorHandler: () => malformedAnswer(parts.site.defaultLanguage, parts.site.secure()),
    },
  );
}

/** Media, pages and the way home; false when the path is nothing of these. */
async function answerOther(
  parts: ListenerParts,
  request: IncomingMessage,
  response: ServerResponse,
  pathname: string,
): Promise<boolean> {
  const { method = 'GET' } = request;
  const isRead = method === 'GET' || method === 'HEAD';
  if (!isRead && method !== 'POST') return false;
  const media = isRead && pathname.startsWith('/media/') ? await parts.findMedia(pathname) : null;
  if (media !== null) {
    sendFile(request, response, media, parts.site.secure());
    return true;
  }
  if (isReadable(pathname) && (await parts.knowsPage(pathname, method))) {
    const address = request.socket.remoteAddress ?? '';
    const form = isRead ? undefined : await readPageForm(request);
    const webRequest = toWebRequest(request, parts.site.secure() ? 'https' : 'http', form);
    await renderAndSend(parts.site, request, response, webRequest, address);
    return true;
  }
  if (!isRead || !acceptsHtml(request.headers.accept) || /\.[^/]+$/.test(pathname)) return false;
  const home = /^\/(de|en)(\/|$)/.exec(pathname);
  response.writeHead(302, {
    ...plainHeaders(parts.site.secure()),
    location: home === null ? '/' : `/${home[1]}`,
    'cache-control': 'no-store',
    vary: 'Accept',
  });
  response.end();
  return true;
}

/** A path with broken percent signs is no page. */
function isReadable(pathname: string): boolean {
  try {
    decodeURIComponent(pathname);
    return true;
  } catch {
    return false;
  }
}

/** A page that could not be made: 503 or 500, without internals; the path may hold a token and is not logged. */
async function sendFailure(
  parts: ListenerParts,
  request: IncomingMessage,
  response: ServerResponse,
  error: unknown,
): Promise<void> {
  const { secure, defaultLanguage } = parts.site;
  const requestId = randomUUID();
  const language = negotiateLanguage(request.headers['accept-language']) ?? defaultLanguage;
  const answer = answerProblem(error, language, requestId, (unexpected) => {
    parts.log.error({ err: unexpected, request: requestId }, 'A page could not be made');
  });
  if (response.headersSent) return void response.destroy();
  const headers = { ...plainHeaders(secure()), ...Object.fromEntries(answer.headers) };
  response.writeHead(answer.status, { ...headers, 'x-request-id': requestId });
  response.end(request.method === 'HEAD' ? undefined : await answer.text());
}

function pathOf(request: IncomingMessage): string {
  const url = request.url ?? '/';
  const mark = url.indexOf('?');
  return mark === -1 ? url : url.slice(0, mark);
}

/** A server that listens; throws StartError saying what to do when it cannot. */
export async function listen(
  server: Server,
  port: number,
  host: string | undefined,
): Promise<number> {
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => reject(explain(error, port)));
    server.listen(port, host, resolve);
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

/** A plain server with limits that slow clients cannot exhaust. */
export function createHttpServer(): Server {
  const server = createServer({
    requestTimeout: 30_000,
    headersTimeout: 15_000,
    keepAliveTimeout: 65_000,
    // how exactly the two above are kept
    connectionsCheckingInterval: 5_000,
    // answered by ourselves, in JSON
    requireHostHeader: false,
  });
  answerBrokenRequests(server);
  return server;
}

/** In ms: how long an idle connection is left open for a request that may be on its way to us. */
const IDLE_GRACE_MS = 1_000;
/** In ms: how often connections are looked for then that have nothing more in hand. */
const IDLE_LOOK_MS = 50;

/**
 * Takes no new connections and waits for the requests in hand. Who keeps one busy, such as a proxy in a rush, is
 * told with each answer that it was the last one.
 */
export async function closeServer(server: Server): Promise<void> {
  server.prependListener('request', (_request, response) => {
    response.shouldKeepAlive = false;
  });
  // Not http's own close(): it ends connections at once whose next request has arrived and is not yet read.
  // A proxy repeats no order then, and the buyer is told that we are away.
  const closed = new Promise<void>((resolve) => {
    TcpServer.prototype.close.call(server, () => resolve());
  });
  const began = performance.now();
  const look = setInterval(() => {
    if (performance.now() - began >= IDLE_GRACE_MS) server.closeIdleConnections();
  }, IDLE_LOOK_MS);
  await closed;
  clearInterval(look);
}
