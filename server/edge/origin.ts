import type { Context, Next } from 'hono';
import { cors } from 'hono/cors';
import type { ReportSecurityEvent } from '../platform/security/security-events.ts';
import { Problem } from '../platform/problem.ts';
import type { IncomingMessage } from 'node:http';
import { isFormOfTokenPage, pagePath } from './page-kinds.ts';

/** Origins of other sites that may use the API from a browser (SITE_ORIGINS), and the site's own. */
export interface Origins {
  allowed: readonly string[];
  own: () => string;
}

/** CORS for the configured origins only, with credentials (api.md, Conventions). */
export const allowOrigins = ({ allowed }: Origins) =>
  cors({
    origin: [...allowed],
    credentials: true,
    allowMethods: ['GET', 'POST', 'PUT', 'DELETE'],
    allowHeaders: [
      'Authorization',
      'Content-Type',
      'Accept',
      'Accept-Language',
      'Idempotency-Key',
      'X-Requested-With',
    ],
    exposeHeaders: ['Retry-After', 'Idempotent-Replayed'],
    maxAge: 7200,
  });

/**
 * A browser's form post from a foreign site is refused: it would carry the cart's cookie. Clients that are not browsers
 * send no Origin and pass.
 */
export function refuseForeignPosts(origins: Origins, report?: ReportSecurityEvent) {
  return async (c: Context, next: Next): Promise<void> => {
    const origin = c.req.header('origin');
    const isRead = c.req.method === 'GET' || c.req.method === 'HEAD' || c.req.method === 'OPTIONS';
    if (!isRead && origin !== undefined && !isKnown(origin, c, origins)) {
      report?.('foreign_origin', { path: toLoggedPath(c.req.path) });
      throw new Problem('foreign_origin');
    }
    await next();
  };
}

/**
 * Whether an origin is the host that a request names, under the scheme of the site: on https, http is another origin.
 */
function isSameSite(origin: string, host: string, own: string): boolean {
  return origin === `${new URL(own).protocol}//${host}`;
}

function isKnown(origin: string, c: Context, origins: Origins): boolean {
  if (origin === origins.own() || origins.allowed.includes(origin)) return true;
  // the site under another of its names, e.g. localhost and 127.0.0.1
  const host = c.req.header('host');
  return host !== undefined && isSameSite(origin, host, origins.own());
}

/** A cart's session id and every token are at least this long. */
const MIN_SECRET_LENGTH = 32;
const MAX_PATH_LENGTH = 200;

/** The path of an address as the log may have it: without the query, and with … for parts that may be a key. */
function toLoggedPath(address: string): string {
  const path = address.split(/[?#]/, 1)[0] ?? '';
  const parts = path.split('/').map((part) => (part.length < MIN_SECRET_LENGTH ? part : '…'));
  return parts.join('/').slice(0, MAX_PATH_LENGTH);
}

/**
 * A form post must come from our own pages, because it carries the visitor's cookies: 403 otherwise. Browsers send
 * `Sec-Fetch-Site`, older ones `Origin`; other clients send neither and pass. From pages without a referrer the origin
 * is `null`: then the token in the address is the proof.
 *
 * @param ownOrigin origin of the site; the host of the request counts, too, with the same scheme
 */
export function requireSameOrigin(
  { headers, url = '' }: IncomingMessage,
  ownOrigin: string,
  report?: ReportSecurityEvent,
): void {
  const site = headers['sec-fetch-site'];
  const { origin, host } = headers;
  if (site === undefined && origin === undefined) return;
  const isSameOrigin =
    site === undefined
      ? origin === ownOrigin ||
        isSameSite(origin ?? '', host ?? '', ownOrigin) ||
        (origin === 'null' && isFormOfTokenPage(pagePath(url.replace(/\?.*/, ''))))
      : site === 'same-origin';
  if (isSameOrigin) return;
  report?.('foreign_origin', { path: toLoggedPath(url) });
  throw new Problem('foreign_origin');
}

/**
 * Whether a form comes from a page of the office (office.md 2.8): its `Origin` is that of the site or of the host
 * addressed, or it has none and says `Sec-Fetch-Site: same-origin`.
 */
export function hasOwnOrigin({ headers }: IncomingMessage, publicUrl: string): boolean {
  const { origin, host } = headers;
  if (origin === undefined) return headers['sec-fetch-site'] === 'same-origin';
  return origin === new URL(publicUrl).origin || isSameSite(origin, host ?? '', publicUrl);
}
