import type { HonoRequest } from 'hono';
import { cors } from 'hono/cors';
import { isFormOfTokenPage, pagePath } from './page-kinds.ts';

/** Origins of other sites that may use the API from a browser (SITE_ORIGINS), and the site's own address. */
export interface Origins {
  allowed: readonly string[];
  own: string;
}

/** What a form goes to; each has its own rule about its origin. */
export type Area = 'api' | 'page' | 'office';

/** CORS for the configured origins only, with credentials (api.md, Conventions). */
export const allowOrigins = (allowed: readonly string[]) =>
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

const READS: ReadonlySet<string> = new Set(['GET', 'HEAD', 'OPTIONS']);

/**
 * Whether a request that may change something comes from a foreign site. Browsers send `Sec-Fetch-Site`, older ones
 * `Origin`; other clients send neither, and pass everywhere but in the office (office.md 2.8).
 */
export function isForeign(area: Area, request: HonoRequest, { allowed, own }: Origins): boolean {
  if (READS.has(request.method)) return false;
  const origin = request.header('origin');
  const isOwn = () => isSameSite(origin, request.header('host'), own);
  if (area === 'api') return origin !== undefined && !allowed.includes(origin) && !isOwn();
  const site = request.header('sec-fetch-site');
  if (area === 'office') return origin === undefined ? site !== 'same-origin' : !isOwn();
  if (site !== undefined) return site !== 'same-origin';
  // from pages without a referrer: the token in the address is the proof
  if (origin === 'null' && isFormOfTokenPage(pagePath(request.path))) return false;
  return origin !== undefined && !isOwn();
}

/**
 * Whether an origin is the site's, or the site under another of its names, e.g. localhost and 127.0.0.1: the host that
 * the request names, under the scheme of the site. On https, http is another origin.
 */
function isSameSite(origin: string | undefined, host: string | undefined, own: string): boolean {
  const { protocol, origin: ownOrigin } = new URL(own);
  return origin === ownOrigin || (host !== undefined && origin === `${protocol}//${host}`);
}

/** A cart's session id and every token are at least this long. */
const MIN_SECRET_LENGTH = 32;
const MAX_PATH_LENGTH = 200;

/** The path of an address as the log may have it: with … for parts that may be a key. */
export function toLoggedPath(path: string): string {
  const parts = path.split('/').map((part) => (part.length < MIN_SECRET_LENGTH ? part : '…'));
  return parts.join('/').slice(0, MAX_PATH_LENGTH);
}
