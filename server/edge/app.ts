import { Hono, type Context, type Next } from 'hono';
import { matchedRoutes } from 'hono/route';
import { languageOfPath } from '#contract/language.ts';
import type { ApiApp, ApiEnv } from '../operations/define-api.ts';
import {
  etagOf,
  matchesEtag,
  callAndCache,
  toResponse,
  type CachedResponse,
} from './page-cache.ts';
import { findCartSession } from './cookies.ts';
import type { Logger } from '../platform/log.ts';
import { Problem } from '../platform/problem.ts';
import type { ReportSecurityEvent } from '../platform/security/security-events.ts';
import { addHeaders, createOfficeHeaders, plainHeaders } from './headers.ts';
import { isOfficePath, serveOffice } from './office-gate.ts';
import {
  allowOrigins,
  isForeign,
  toLoggedPath,
  acceptsHtml,
  connectionOf,
  readBearerToken,
  readRequest,
  type Area,
  type RequestDeps,
} from './request.ts';
import { pageLanguage, pagePath } from './page-kinds.ts';
import { servePage, type PagesDeps } from './pages.ts';
import { toProblemResponse } from './problems.ts';
import { proxySandbox, SANDBOX_PREFIX } from './sandbox-proxy.ts';

export interface EdgeDeps extends RequestDeps {
  log: Logger;
  /** Called for every refused post of another site. */
  report?: ReportSecurityEvent;
  /** Called after every call of the API, for metrics. */
  onResponse?: (method: string, route: string, status: number, seconds: number) => void;
}

/** All that responds besides the API. */
export interface SiteParts {
  pages: PagesDeps;
  /** Finds plates, brochures, share images. */
  findMedia: (pathname: string) => Promise<CachedResponse | null>;
  /** In test mode: the address of the payment sandbox. */
  sandboxUrl: string | null;
}

/**
 * All that responds, in this order; calls of the API are mounted behind it (api.ts). Built files and cached pages
 * respond before it (listen.ts). Without a site it is the API alone.
 */
export function createEdge(deps: EdgeDeps, site?: SiteParts): ApiApp {
  const app: ApiApp = new Hono();
  app.use(readRequest(deps));
  if (site !== undefined) serveSite(app, deps, site);
  app.use(answerCalls(deps));
  // without other origins, responses need not vary by origin
  if (deps.env.siteOrigins.length > 0) app.use(allowOrigins(deps.env.siteOrigins));
  app.use((c, next) => {
    refuseForeign(deps, 'api', c);
    return next();
  });
  app.notFound((c) => toErrorResponse(deps, new Problem('not_found'), c));
  app.onError((error, c) => toErrorResponse(deps, error, c));
  return app;
}

function serveSite(app: ApiApp, deps: EdgeDeps, site: SiteParts): void {
  const { pages, sandboxUrl } = site;
  if (sandboxUrl !== null) app.use(`${SANDBOX_PREFIX}/*`, proxySandbox(sandboxUrl));
  app.on('ALL', ['/office/*', '/office.data'], (c) =>
    serveOffice(pages, connectionOf(c), isForeign(deps, 'office', c.req)),
  );
  app.get('/media/*', async (c, next) => {
    const file = await site.findMedia(c.req.path);
    return file === null ? await next() : toResponse(connectionOf(c).incoming, file);
  });
  app.on(['GET', 'POST'], '*', async (c, next) => {
    if (isCall(c)) return await next();
    const page = await servePage(pages, connectionOf(c), () => refuseForeign(deps, 'page', c));
    return page ?? leadHome(deps, c) ?? (await next());
  });
  const call = async (request: Request) => await app.fetch(request, { peer: '' });
  app.get('*', async (c, next) => {
    const incoming = c.env?.incoming;
    const shared = incoming === undefined ? null : await callAndCache(pages, incoming, call);
    return shared ?? (await next());
  });
}

const isSecure = ({ publicUrl }: EdgeDeps): boolean => publicUrl().startsWith('https:');

/** Whether a request is for the API: everything under /api/, and every path of a mounted call. */
function isCall(c: Context<ApiEnv>): boolean {
  if (c.req.path.startsWith('/api/')) return true;
  return matchedRoutes(c).some(({ method, path }) => method !== 'ALL' && !path.endsWith('*'));
}

/** A foreign post would carry the visitor's cookies: throws 403. The office shows and records it itself. */
function refuseForeign(deps: EdgeDeps, area: Area, { req }: Context): void {
  if (!isForeign(deps, area, req)) return;
  deps.report?.('foreign_origin', { path: toLoggedPath(req.path) });
  throw new Problem('foreign_origin');
}

/** Unknown paths of a browser lead to the home page, in their language. */
function leadHome(deps: EdgeDeps, { req }: Context): Response | null {
  const { pathname } = new URL(req.url);
  const isPage = acceptsHtml(req.header('accept')) && !/\.[^/]+$/.test(pathname);
  if (req.method === 'POST' || !isPage) return null;
  return new Response(null, {
    status: 302,
    headers: {
      ...plainHeaders(isSecure(deps)),
      location: `/${languageOfPath(pathname) ?? ''}`,
      'cache-control': 'no-store',
      vary: 'Accept',
    },
  });
}

/** What every call of the API shares: its caller, and the headers of its response. */
function answerCalls(deps: EdgeDeps) {
  return async (c: Context<ApiEnv>, next: Next): Promise<void> => {
    const startedAt = performance.now();
    const { headers } = c.req.raw;
    const sender = c.get('sender');
    c.set('request', {
      ...sender,
      kind: 'visitor',
      token: readBearerToken(headers.get('authorization')),
      cartSession: findCartSession(headers.get('cookie'), isSecure(deps)),
      replacedToken: null,
      knownAccounts: [],
    });
    await next();
    const tagged = await withEtag(c.req.raw, c.res);
    // setting c.res copies the response with its headers
    if (tagged !== c.res) c.res = tagged;
    addHeaders(c.res, plainHeaders(isSecure(deps)));
    c.res.headers.set('x-request-id', sender.requestId);
    deps.onResponse?.(
      c.req.method,
      c.req.routePath,
      c.res.status,
      (performance.now() - startedAt) / 1000,
    );
  };
}

/** Adds an ETag to a JSON response that clients may revalidate (`no-cache`); 304 if it matches. */
async function withEtag(request: Request, response: Response): Promise<Response> {
  if (!['GET', 'HEAD'].includes(request.method) || response.status !== 200) return response;
  if (response.headers.get('cache-control') !== 'no-cache' || response.headers.has('etag'))
    return response;
  const body = await response.text();
  const etag = etagOf(body);
  const headers = new Headers(response.headers);
  headers.set('etag', etag);
  if (matchesEtag(request.headers.get('if-none-match'), etag)) {
    headers.delete('content-type');
    return new Response(null, { status: 304, headers });
  }
  return new Response(body, { status: 200, headers });
}

/**
 * The response to anything thrown: a problem as in the table, 503 with Retry-After, or 500 without internals. Does not
 * log the path: it may contain a token.
 */
function toErrorResponse(deps: EdgeDeps, error: unknown, c: Context<ApiEnv>): Response {
  const { requestId, language: accepted } = c.get('sender');
  const isOfApi = (c.get('request') as unknown) !== undefined;
  const cookie = c.req.header('cookie') ?? null;
  const language = isOfApi ? accepted : pageLanguage(pagePath(c.req.path), cookie, null, accepted);
  let err: unknown;
  const response = toProblemResponse(error, language, requestId, (unexpected) => {
    err = unexpected;
  });
  if (err !== undefined) {
    const what = isOfApi ? 'An API request failed' : 'Could not respond to a request';
    deps.log.error({ err, requestId, status: response.status }, what);
  }
  if (!isOfApi) {
    const headersOf = isOfficePath(c.req.path) ? createOfficeHeaders : plainHeaders;
    addHeaders(response, headersOf(isSecure(deps)));
    response.headers.set('x-request-id', requestId);
  }
  return response;
}
