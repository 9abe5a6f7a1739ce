import { randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { getRequestListener } from '@hono/node-server';
import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response';
import { negotiateLanguage } from '#contract/language.ts';
import { paths } from '#contract/paths.ts';
import { problemResponse } from '../platform/http/problem-response.ts';
import { malformedResponse } from '../platform/http/malformed-requests.ts';
import { sendJson } from '../platform/http/json-response.ts';
import type { ApiApp } from '../platform/http/mount.ts';
import { Problem } from '../platform/http/problem.ts';
import { plainHeaders } from '../platform/http/security-headers.ts';
import {
  toGetRequest,
  isSafeMethod,
  encodeFor,
  sendEncoded,
  type GetRequest,
  type EncodedResponse,
} from '../platform/http/cached-response.ts';
import { hasHost, toWebRequest } from '../platform/http/to-web-request.ts';
import type { Logger } from '../platform/log.ts';
import type { ScheduleCall } from '../platform/process/schedule-calls.ts';
import { cachedFile, type StaticFile } from '../platform/http/static-files.ts';
import type { DevSite } from './dev-site.ts';
import type { SandboxProxy } from './sandbox-proxy.ts';
import { requireSameOrigin } from './require-same-origin.ts';
import { callAndCache, findCachedResponse } from './api-cache.ts';
import { findCachedPage, readPageForm, renderPageResponse, type SiteDeps } from './serve-page.ts';

/** What answers requests, in the order in which it is asked. */
export interface RoutingDeps {
  app: ApiApp;
  site: SiteDeps;
  /** Whether a path is a page of the site that takes this method. */
  knowsPage: (pathname: string, method: string) => Promise<boolean>;
  /** In development: Vite. */
  dev?: DevSite;
  /** Plates, brochures, share images. */
  findMedia: (pathname: string) => Promise<StaticFile | null>;
  /** In test mode: the payment sandbox under our own address. */
  sandbox: SandboxProxy | null;
  /** Starts every call of the API. */
  schedule: ScheduleCall;
  log: Logger;
}

/** What is in memory: files of the build, pages, the programme as the API answers it. null: nothing of these. */
export function findCached(site: SiteDeps): (request: GetRequest) => EncodedResponse | null {
  return (request) => findCachedPage(site, request) ?? findCachedResponse(site, request);
}

/** What is in memory first, then the API, media, pages; unknown paths lead home or are 404. */
export function createRequestHandler(parts: RoutingDeps) {
  const serveApi = createApiHandler(parts);
  const inMemory = findCached(parts.site);
  const answer = (request: IncomingMessage, response: ServerResponse): void => {
    const ready = isSafeMethod(request) ? inMemory(toGetRequest(request)) : null;
    if (ready !== null) return sendEncoded(request, response, ready);
    if (parts.sandbox?.(request, response) === true) return;
    const pathname = pathOf(request);
    const isApi = isApiPath(parts.app, request.method ?? 'GET', pathname);
    const finish = async (): Promise<void> => {
      if (!hasHost(request)) throw new Problem('malformed');
      const isAnswered = isApi
        ? await callAndCache(parts.site, request, response)
        : await serveOther(parts, request, response, pathname);
      // not a shared answer, or nothing of ours: the API says what it is, in the caller's language
      if (!isAnswered) await serveApi(request, response);
    };
    finish().catch((error: unknown) => sendErrorPage(parts, request, response, error));
  };
  const { dev } = parts;
  if (dev === undefined) return answer;
  return (request: IncomingMessage, response: ServerResponse): void => {
    dev.middleware(request, response, () => answer(request, response));
  };
}

function createApiHandler(parts: RoutingDeps) {
  const [addMethod, addPath] = paths.addToCart;
  return getRequestListener(
    async (request, env) => {
      const { incoming, outgoing } = env as { incoming: IncomingMessage; outgoing: ServerResponse };
      const peer = incoming.socket.remoteAddress ?? '';
      const isAdd = incoming.method === addMethod && incoming.url === addPath;
      const response = await parts.schedule(isAdd, () =>
        parts.app.fetch(request, { peer, incoming }),
      );
      return sendJson(response, outgoing) ? RESPONSE_ALREADY_SENT : response;
    },
    {
      overrideGlobalObjects: false,
      // only what cannot even be read as a request ends here, such as a path that is none
      errorHandler: () => malformedResponse(parts.site.defaultLanguage, parts.site.secure()),
    },
  );
}

/** Media, pages and the way home; false when the path is nothing of these. */
async function serveOther(
  parts: RoutingDeps,
  request: IncomingMessage,
  response: ServerResponse,
  pathname: string,
): Promise<boolean> {
  const { method = 'GET' } = request;
  const reads = isSafeMethod(request);
  if (!reads && method !== 'POST') return false;
  const media = reads && pathname.startsWith('/media/') ? await parts.findMedia(pathname) : null;
  if (media !== null) {
    const kept = cachedFile(media, parts.site.secure());
    sendEncoded(request, response, encodeFor(kept, toGetRequest(request)));
    return true;
  }
  if (isReadable(pathname) && (await parts.knowsPage(pathname, method))) {
    const address = request.socket.remoteAddress ?? '';
    if (!reads) requireSameOrigin(request, parts.site.publicUrl());
    const form = reads ? undefined : await readPageForm(request);
    const webRequest = toWebRequest(request, parts.site.secure() ? 'https' : 'http', form);
    await renderPageResponse(parts.site, request, response, webRequest, address);
    return true;
  }
  if (!reads || !acceptsHtml(request.headers.accept) || /\.[^/]+$/.test(pathname)) return false;
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
async function sendErrorPage(
  parts: RoutingDeps,
  request: IncomingMessage,
  response: ServerResponse,
  error: unknown,
): Promise<void> {
  const { secure, defaultLanguage } = parts.site;
  const requestId = randomUUID();
  const language = negotiateLanguage(request.headers['accept-language']) ?? defaultLanguage;
  const answer = problemResponse(error, language, requestId, (unexpected) => {
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

/**
 * Whether the API answers a request: everything under /api/, and every path a call is mounted at. What is
 * mounted for all methods is no call but something they share, such as headers.
 */
function isApiPath(app: ApiApp, method: string, pathname: string): boolean {
  if (pathname.startsWith('/api/')) return true;
  const [found] = app.router.match(method === 'HEAD' ? 'GET' : method, pathname);
  return found.some(([[, route]]) => route.method !== 'ALL');
}

/**
 * Whether a client takes HTML as an answer: the most specific range that covers it decides, as in
 * RFC 9110, 12.5.1; no `Accept` at all takes anything.
 */
function acceptsHtml(accept: string | undefined): boolean {
  if (accept === undefined || accept.trim() === '') return true;
  const weights = new Map<string, number>();
  for (const part of accept.toLowerCase().split(',')) {
    const [range = '', ...parameters] = part.split(';').map((text) => text.trim());
    const q = parameters.find((text) => text.startsWith('q='));
    weights.set(range, q === undefined ? 1 : Number(q.slice(2)));
  }
  const weight = weights.get('text/html') ?? weights.get('text/*') ?? weights.get('*/*');
  return weight !== undefined && weight > 0;
}
