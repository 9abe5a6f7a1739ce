import type { Context, Next } from 'hono';
import type { ReportSecurityEvent } from '../security/security-report.ts';
import { Problem } from './problem.ts';

/** Origins of other sites that may use the API from a browser (SITE_ORIGINS), and the site's own. */
export interface Origins {
  allowed: readonly string[];
  own: () => string;
}

const ALLOWED_HEADERS =
  'Authorization, Content-Type, Accept, Accept-Language, Idempotency-Key, X-Requested-With';

/** CORS for the configured origins only, with credentials (api.md, Conventions). */
export function cors(origins: Origins) {
  return async (c: Context, next: Next): Promise<Response | void> => {
    const origin = c.req.header('origin');
    const isAllowed = origin !== undefined && origins.allowed.includes(origin);
    if (c.req.method === 'OPTIONS' && c.req.header('access-control-request-method') !== undefined) {
      return new Response(null, {
        status: 204,
        headers: isAllowed ? preflight(origin) : { vary: 'Origin' },
      });
    }
    await next();
    if (origins.allowed.length > 0) c.res.headers.append('vary', 'Origin');
    if (!isAllowed) return;
    c.res.headers.set('access-control-allow-origin', origin);
    c.res.headers.set('access-control-allow-credentials', 'true');
    c.res.headers.set('access-control-expose-headers', 'Retry-After, Idempotent-Replayed');
  };
}

function preflight(origin: string): Record<string, string> {
  return {
    'access-control-allow-origin': origin,
    'access-control-allow-credentials': 'true',
    'access-control-allow-methods': 'GET, POST, PUT, DELETE',
    'access-control-allow-headers': ALLOWED_HEADERS,
    'access-control-max-age': '7200',
    vary: 'Origin',
  };
}

/**
 * A browser's form post from a foreign site is refused: it would carry the cart's cookie. Clients that
 * are no browsers send no Origin and pass.
 */
export function refuseForeignPosts(origins: Origins, report?: ReportSecurityEvent) {
  return async (c: Context, next: Next): Promise<void> => {
    const origin = c.req.header('origin');
    const isRead = c.req.method === 'GET' || c.req.method === 'HEAD' || c.req.method === 'OPTIONS';
    if (!isRead && origin !== undefined && !isKnown(origin, c, origins)) {
      report?.('foreign_origin', { path: c.req.routePath });
      throw new Problem('foreign_origin');
    }
    await next();
  };
}

/** Whether an origin is the host that a request names, under the scheme of the site: on https, http is another origin. */
export function isSameSite(origin: string, host: string, own: string): boolean {
  if (!URL.canParse(origin)) return false;
  const from = new URL(origin);
  return from.host === host && from.protocol === new URL(own).protocol;
}

function isKnown(origin: string, c: Context, origins: Origins): boolean {
  if (origin === origins.own() || origins.allowed.includes(origin)) return true;
  // the site under another of its names, e.g. localhost and 127.0.0.1
  const host = c.req.header('host');
  return host !== undefined && isSameSite(origin, host, origins.own());
}
