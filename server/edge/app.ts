import { Hono } from 'hono';
import type { Logger } from '../platform/log.ts';
import type { ApiApp } from '../operations/define-api.ts';
import { encodeFor, toGetRequest } from '../platform/http/cached-response.ts';
import { toProblemResponse } from './problems.ts';
import { callAndCache } from './api-cache.ts';
import { cachedFile, toResponse, type StaticFile } from './files.ts';
import { createOfficeHeaders, plainHeaders } from './headers.ts';
import { isOfficePath, serveOffice, type OfficeSiteDeps } from './office-gate.ts';
import { pageLanguage, pagePath } from './page-kinds.ts';
import { servePages, type PagesDeps } from './pages.ts';
import {
  acceptsHtml,
  readRequest,
  type EdgeContext,
  type EdgeEnv,
  type SenderSettings,
} from './request.ts';
import { proxySandbox, SANDBOX_PREFIX } from './sandbox-proxy.ts';

export interface EdgeDeps extends SenderSettings {
  api: ApiApp;
  pages: PagesDeps;
  office: OfficeSiteDeps;
  /** Finds plates, brochures, share images. */
  findMedia: (pathname: string) => Promise<StaticFile | null>;
  /** In test mode: the address of the payment sandbox. */
  sandboxUrl: string | null;
  log: Logger;
}

/** All that responds, in this order. Built files and cached pages respond before it (listen.ts). */
export function createEdge(deps: EdgeDeps): Hono<EdgeEnv> {
  const { api, pages, sandboxUrl } = deps;
  const app = new Hono<EdgeEnv>();
  app.use(readRequest(deps));
  if (sandboxUrl !== null) app.use(`${SANDBOX_PREFIX}/*`, proxySandbox(sandboxUrl));
  app.on('ALL', ['/office/*', '/office.data'], serveOffice(deps.office));
  app.use(async (c, next) => {
    if (!isApiPath(api, c)) return await next();
    return (await callAndCache(pages, c)) ?? (await api.fetch(c.req.raw, c.env));
  });
  app.get('/media/*', async (c, next) => {
    const file = await deps.findMedia(c.req.path);
    if (file === null) return await next();
    const cached = cachedFile(file, pages.isSecure());
    return toResponse(c.env.incoming, encodeFor(cached, toGetRequest(c.env.incoming)));
  });
  app.on(['GET', 'POST'], '*', servePages(pages));
  app.get('*', async (c, next) => {
    const { pathname } = new URL(c.req.url);
    if (!acceptsHtml(c.req.header('accept')) || /\.[^/]+$/.test(pathname)) return await next();
    return leadHome(pathname, pages.isSecure());
  });
  // an unknown path: the API responds in the client's language
  app.notFound((c) => api.fetch(c.req.raw, c.env));
  app.onError((error, c) => toErrorResponse(deps, error, c));
  return app;
}

/**
 * Whether a request is for the API: everything under /api/, and every path of a mounted call. A handler for all methods
 * is not a call, but middleware.
 */
function isApiPath(api: ApiApp, { req }: EdgeContext): boolean {
  if (req.path.startsWith('/api/')) return true;
  const [found] = api.router.match(req.method === 'HEAD' ? 'GET' : req.method, req.path);
  return found.some(([[, route]]) => route.method !== 'ALL');
}

/** Unknown paths lead to the home page, in their language. */
function leadHome(pathname: string, isSecure: boolean): Response {
  const home = /^\/(de|en)(\/|$)/.exec(pathname);
  return new Response(null, {
    status: 302,
    headers: {
      ...plainHeaders(isSecure),
      location: home === null ? '/' : `/${home[1]}`,
      'cache-control': 'no-store',
      vary: 'Accept',
    },
  });
}

/**
 * The response to anything thrown for a page: 503 with Retry-After, or 500 without internals. Does not log the path: it
 * may contain a token.
 */
function toErrorResponse({ pages, log }: EdgeDeps, error: unknown, c: EdgeContext): Response {
  const { requestId } = c.get('sender');
  const { cookie = null, 'accept-language': accept = null } = c.env.incoming.headers;
  const language = pageLanguage(pagePath(c.req.path), cookie, accept, pages.defaultLanguage);
  const response = toProblemResponse(error, language, requestId, (unexpected) => {
    log.error({ err: unexpected, requestId }, 'Could not respond to a request');
  });
  const { headers } = response;
  const isSecure = pages.isSecure();
  const area = isOfficePath(c.req.path)
    ? createOfficeHeaders(isSecure, null)
    : plainHeaders(isSecure);
  for (const [name, value] of Object.entries(area)) {
    if (!headers.has(name)) headers.set(name, value);
  }
  headers.set('x-request-id', requestId);
  return response;
}
