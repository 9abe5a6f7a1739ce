import { randomUUID } from 'node:crypto';
import { Hono } from 'hono';
import { negotiateLanguage, type Language } from '#contract/language.ts';
import { problems } from '#contract/problems.ts';
import type { Logger } from '../platform/log.ts';
import type { ReportSecurityEvent } from '../platform/security/security-events.ts';
import { isDatabaseUnavailable } from '../platform/database/database.ts';
import { toProblemResponse } from './problems.ts';
import type { AddressOf } from '../platform/client-address.ts';
import { etagOf, matchesEtag } from '../platform/http/cached-response.ts';
import type { ApiApp } from '../operations/define-api.ts';
import { allowOrigins, refuseForeignPosts, type Origins } from './origin.ts';
import { Problem } from '../platform/problem.ts';
import { plainHeaders } from './headers.ts';
import { findCartSession } from '../platform/http/visitor-cookies.ts';

export interface ApiSettings {
  log: Logger;
  defaultLanguage: Language;
  origins: Origins;
  /** Behind TLS: responses carry HSTS. */
  isSecure: () => boolean;
  /** The client's address, proxies considered. */
  addressOf: AddressOf;
  /** Called for every refused post of another site. */
  report?: ReportSecurityEvent;
  /** Called after every response, for metrics. */
  onResponse?: (method: string, route: string, status: number, seconds: number) => void;
}

/** Creates the empty API: what every call shares, and the one place where problems become responses. */
export function createApi(settings: ApiSettings): ApiApp {
  const app: ApiApp = new Hono();

  app.use(async (c, next) => {
    const startedAt = performance.now();
    const { headers } = c.req.raw;
    c.set('request', {
      kind: 'visitor',
      requestId: randomUUID(),
      language: apiLanguage(headers, settings.defaultLanguage),
      address: settings.addressOf(c.env?.peer ?? '', headers),
      token: readBearerToken(headers.get('authorization')),
      cartSession: findCartSession(headers.get('cookie'), settings.isSecure()),
      replacedToken: null,
      knownAccounts: [],
      userAgent: headers.get('user-agent') ?? '',
    });
    await next();
    const tagged = await withEtag(c.req.raw, c.res);
    // setting c.res copies the response with its headers
    if (tagged !== c.res) c.res = tagged;
    setSharedHeaders(c.res.headers, c.get('request').requestId, settings.isSecure());
    settings.onResponse?.(
      c.req.method,
      c.req.routePath,
      c.res.status,
      (performance.now() - startedAt) / 1000,
    );
  });
  // Without other origins, responses need not vary by origin.
  if (settings.origins.allowed.length > 0) app.use(allowOrigins(settings.origins));
  app.use(refuseForeignPosts(settings.origins, settings.report));

  app.onError((error, c) => {
    const context = c.get('request');
    return toProblemResponse(error, context.language, context.requestId, (unexpected) => {
      const status = isUnavailable(unexpected) ? 503 : 500;
      settings.log.error(
        { err: unexpected, requestId: context.requestId, status },
        'An API request failed',
      );
    });
  });
  app.notFound((c) => {
    const context = c.get('request');
    return toProblemResponse(
      new Problem('not_found'),
      context.language,
      context.requestId,
      () => undefined,
    );
  });
  return app;
}

/** The language of an API call: `Accept-Language`, otherwise the configured default. */
function apiLanguage(headers: Headers, fallback: Language): Language {
  return negotiateLanguage(headers.get('accept-language')) ?? fallback;
}

/** The token of `Authorization: Bearer …`; null without the header, empty for any other scheme. */
function readBearerToken(header: string | null): string | null {
  const match = /^Bearer\s+(\S+)\s*$/i.exec(header ?? '');
  return match?.[1] ?? (header === null ? null : '');
}

function isUnavailable(error: unknown): boolean {
  if (error instanceof Problem) return problems[error.code].status === 503;
  return isDatabaseUnavailable(error);
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

function setSharedHeaders(headers: Headers, requestId: string, isSecure: boolean): void {
  for (const [name, value] of Object.entries(plainHeaders(isSecure))) {
    if (!headers.has(name)) headers.set(name, value);
  }
  headers.set('x-request-id', requestId);
}
