import type { IncomingMessage, ServerResponse } from 'node:http';
import { getRequestListener } from '@hono/node-server';
import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response';
import { malformedResponse } from './listen.ts';
import { sendJson } from '../platform/http/json-response.ts';
import type { ApiApp } from '../operations/define-api.ts';
import { Problem } from '../platform/problem.ts';
import { sendProblem } from './send-problem.ts';
import { plainHeaders } from './headers.ts';
import {
  toGetRequest,
  isSafeMethod,
  encodeFor,
  sendEncoded,
  type GetRequest,
  type EncodedResponse,
} from '../platform/http/cached-response.ts';
import { hasHost, toWebRequest } from './request.ts';
import type { Logger } from '../platform/log.ts';
import type { ReportSecurityEvent } from '../platform/security/security-events.ts';
import { cachedFile, type StaticFile } from './files.ts';
import type { DevSite } from './site-build.ts';
import type { SandboxProxy } from './sandbox-proxy.ts';
import { requireSameOrigin } from './origin.ts';
import { callAndCache, findCachedResponse } from './api-cache.ts';
import { pagePath } from './page-kinds.ts';
import {
  findCachedPage,
  readPageForm,
  renderPageResponse,
  renderRefusedForm,
  type SiteDeps,
} from './pages.ts';

export interface RoutingDeps {
  app: ApiApp;
  site: SiteDeps;
  /** Whether a path is a page of the site that accepts this method. */
  hasPage: (pathname: string, method: string) => Promise<boolean>;
  /** In development: Vite. */
  dev: DevSite | undefined;
  /** Finds plates, brochures, share images. */
  findMedia: (pathname: string) => Promise<StaticFile | null>;
  /** Handles a request below /office; null for any other path. */
  office: (
    request: IncomingMessage,
    response: ServerResponse,
    pathname: string,
  ) => Promise<void> | null;
  /** In test mode: the payment sandbox under our own address. */
  sandbox: SandboxProxy | null;
  report: ReportSecurityEvent;
  log: Logger;
}

/** Finds cached responses: files of the build, pages, the API's programme. null: not cached. */
function findCached(site: SiteDeps): (request: GetRequest) => EncodedResponse | null {
  return (request) => findCachedPage(site, request) ?? findCachedResponse(site, request);
}

/** Serves cached responses first, then the API, media, pages; unknown paths lead to the home page or are 404. */
export function createRequestHandler(deps: RoutingDeps) {
  const serveApi = createApiHandler(deps);
  const findInCache = findCached(deps.site);
  const handle = (request: IncomingMessage, response: ServerResponse): void => {
    const isWellFormed = hasHost(request);
    const isRead = isWellFormed && isSafeMethod(request);
    const cached = isRead ? findInCache(toGetRequest(request)) : null;
    if (cached !== null) return sendEncoded(request, response, cached);
    if (deps.sandbox?.(request, response) === true) return;
    const pathname = pathOf(request);
    const isApi = isApiPath(deps.app, request.method ?? 'GET', pathname);
    const finish = async (): Promise<void> => {
      const office = deps.office(request, response, pathname);
      if (office !== null) return await office;
      if (!isWellFormed) throw new Problem('malformed');
      const isServed = isApi
        ? await callAndCache(deps.site, request, response)
        : await serveOther(deps, request, response, pathname);
      // not a shared response, or an unknown path: the API responds in the client's language
      if (!isServed) await serveApi(request, response);
    };
    finish().catch((error: unknown) =>
      sendProblem(request, response, error, {
        defaultLanguage: deps.site.defaultLanguage,
        headers: plainHeaders(deps.site.isSecure()),
        log: deps.log,
      }),
    );
  };
  const { dev } = deps;
  if (dev === undefined) return handle;
  return (request: IncomingMessage, response: ServerResponse): void => {
    dev.middleware(request, response, () => handle(request, response));
  };
}

function createApiHandler(deps: RoutingDeps) {
  return getRequestListener(
    async (request, env) => {
      const { incoming, outgoing } = env as { incoming: IncomingMessage; outgoing: ServerResponse };
      const peer = incoming.socket.remoteAddress ?? '';
      const response = await deps.app.fetch(request, { peer, incoming });
      return sendJson(response, outgoing) ? RESPONSE_ALREADY_SENT : response;
    },
    {
      // for HTTP/1.0 without Host (hasHost)
      hostname: 'localhost',
      overrideGlobalObjects: false,
      // handles only requests that cannot be parsed, such as one with an invalid path
      errorHandler: () => malformedResponse(deps.site.defaultLanguage, deps.site.isSecure()),
    },
  );
}

/** Serves media and pages, and redirects to the home page; false for any other path. */
async function serveOther(
  deps: RoutingDeps,
  request: IncomingMessage,
  response: ServerResponse,
  pathname: string,
): Promise<boolean> {
  const { method = 'GET' } = request;
  const reads = isSafeMethod(request);
  if (!reads && method !== 'POST') return false;
  const media = reads && pathname.startsWith('/media/') ? await deps.findMedia(pathname) : null;
  if (media !== null) {
    const file = cachedFile(media, deps.site.isSecure());
    sendEncoded(request, response, encodeFor(file, toGetRequest(request)));
    return true;
  }
  if (isReadable(pathname) && (await deps.hasPage(pathname, method))) {
    await servePage(deps, request, response, pathname);
    return true;
  }
  if (!reads || !acceptsHtml(request.headers.accept) || /\.[^/]+$/.test(pathname)) return false;
  const home = /^\/(de|en)(\/|$)/.exec(pathname);
  response.writeHead(302, {
    ...plainHeaders(deps.site.isSecure()),
    location: home === null ? '/' : `/${home[1]}`,
    'cache-control': 'no-store',
    vary: 'Accept',
  });
  response.end();
  return true;
}

/** Renders a page. A form that is refused unread is its page, too; for programs it is JSON. */
async function servePage(
  deps: RoutingDeps,
  request: IncomingMessage,
  response: ServerResponse,
  pathname: string,
): Promise<void> {
  const protocol = deps.site.isSecure() ? 'https' : 'http';
  if (isSafeMethod(request)) {
    return await renderPageResponse(deps.site, request, response, toWebRequest(request, protocol));
  }
  let form: Uint8Array<ArrayBuffer>;
  try {
    requireSameOrigin(request, deps.site.publicUrl(), deps.report);
    form = await readPageForm(request);
  } catch (error) {
    const isDocument = acceptsHtml(request.headers.accept) && pagePath(pathname) === pathname;
    if (!isDocument || !(error instanceof Problem)) throw error;
    const refused = toWebRequest(request, protocol);
    return await renderRefusedForm(deps.site, request, response, refused, error);
  }
  const posted = toWebRequest(request, protocol, form);
  await renderPageResponse(deps.site, request, response, posted);
}

/** A path with malformed percent-encoding is not a page. */
function isReadable(pathname: string): boolean {
  try {
    decodeURIComponent(pathname);
    return true;
  } catch {
    return false;
  }
}

function pathOf(request: IncomingMessage): string {
  const url = request.url ?? '/';
  const mark = url.indexOf('?');
  return mark === -1 ? url : url.slice(0, mark);
}

/**
 * Whether a request is for the API: everything under /api/, and every path of a mounted call. A handler for all methods
 * is not a call, but middleware.
 */
function isApiPath(app: ApiApp, method: string, pathname: string): boolean {
  if (pathname.startsWith('/api/')) return true;
  const [found] = app.router.match(method === 'HEAD' ? 'GET' : method, pathname);
  return found.some(([[, route]]) => route.method !== 'ALL');
}

/**
 * Whether a client accepts HTML: the most specific media range decides (RFC 9110, 12.5.1); without `Accept`, it accepts
 * anything.
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
