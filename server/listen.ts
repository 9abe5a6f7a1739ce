import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { getRequestListener } from '@hono/node-server';
import type { ApiApp } from './platform/http/mount.ts';
import { answerProblem } from './platform/http/answer-problem.ts';
import { Problem } from './platform/http/problem.ts';
import { toWebRequest } from './platform/http/web-request.ts';
import type { Logger } from './platform/log.ts';
import { sendFile, type StaticFile } from './platform/static-files.ts';
import { StartError } from './platform/start-error.ts';
import { apiPaths } from './api-paths.ts';
import type { DevSite } from './site/dev-site.ts';
import { renderAndSend, sendFromMemory, type SiteTools } from './site/serve-site.ts';

/** What answers requests, in the order in which it is asked. */
export interface ListenerParts {
  app: ApiApp;
  site: SiteTools;
  /** Whether a path is a page of the site. */
  knowsPage: (pathname: string) => Promise<boolean>;
  /** In development: Vite. */
  dev?: DevSite;
  /** Plates, brochures, share images. */
  findMedia: (pathname: string) => Promise<StaticFile | null>;
  log: Logger;
}

/** Files and pages from memory first, then the API, media, pages; unknown paths lead home or are 404. */
export function createListener(parts: ListenerParts) {
  const answerApi = getRequestListener(
    (request, env) => {
      const { incoming } = env as { incoming: IncomingMessage };
      return parts.app.fetch(request, { peer: incoming.socket.remoteAddress ?? '' });
    },
    { overrideGlobalObjects: false },
  );
  const answer = (request: IncomingMessage, response: ServerResponse): void => {
    if (sendFromMemory(parts.site, request, response)) return;
    const pathname = pathOf(request);
    if (apiPaths.match(request.method ?? 'GET', pathname)) {
      void answerApi(request, response);
      return;
    }
    answerOther(parts, request, response, pathname).catch((error: unknown) => {
      parts.log.error({ err: error, path: pathname }, 'A page could not be made');
      if (!response.headersSent) response.writeHead(500, { 'content-type': 'text/plain' });
      response.end('Internal Server Error');
    });
  };
  const { dev } = parts;
  if (dev === undefined) return answer;
  return (request: IncomingMessage, response: ServerResponse): void => {
    dev.middleware(request, response, () => answer(request, response));
  };
}

async function answerOther(
  parts: ListenerParts,
  request: IncomingMessage,
  response: ServerResponse,
  pathname: string,
): Promise<void> {
  const media = pathname.startsWith('/media/') ? await parts.findMedia(pathname) : null;
  if (media !== null) return sendFile(request, response, media);
  const isRead = request.method === 'GET' || request.method === 'HEAD';
  if (await parts.knowsPage(pathname)) return await sendSitePage(parts, request, response);
  const wantsPage = /text\/html|\*\/\*/.test(request.headers.accept ?? '*/*');
  if (isRead && wantsPage && !/\.[^/]+$/.test(pathname)) {
    const home = /^\/(de|en)(\/|$)/.exec(pathname);
    response.writeHead(302, {
      location: home === null ? '/' : `/${home[1]}`,
      'cache-control': 'no-store',
    });
    response.end();
    return;
  }
  await sendNotFound(parts, request, response);
}

async function sendSitePage(
  parts: ListenerParts,
  request: IncomingMessage,
  response: ServerResponse,
) {
  const webRequest = toWebRequest(request, parts.site.secure() ? 'https' : 'http');
  await renderAndSend(
    parts.site,
    request,
    response,
    webRequest,
    request.socket.remoteAddress ?? '',
  );
}

/** The API's own 404, in the caller's language. */
async function sendNotFound(
  parts: ListenerParts,
  request: IncomingMessage,
  response: ServerResponse,
) {
  const language = /^de/i.test(request.headers['accept-language'] ?? 'de') ? 'de' : 'en';
  const answer = answerProblem(new Problem('not_found'), language, '', (error) => {
    parts.log.error({ err: error }, 'A refusal could not be answered');
  });
  response.writeHead(answer.status, Object.fromEntries(answer.headers));
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
  return createServer({ requestTimeout: 30_000, headersTimeout: 15_000, keepAliveTimeout: 65_000 });
}

/** Takes no new requests and waits for those in hand. */
export async function closeServer(server: Server): Promise<void> {
  const closed = new Promise<void>((resolve) => server.close(() => resolve()));
  server.closeIdleConnections();
  await closed;
}
