import { randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Context, Next, HonoRequest } from 'hono';
import { negotiateLanguage } from '#contract/language.ts';
import type { Sender } from '../operations/caller.ts';
import type { ApiEnv } from '../operations/define-api.ts';
import type { AddressOf } from '../platform/client-address.ts';
import { Problem } from '../platform/problem.ts';
import type { Env } from '../settings/env.ts';
import { accepts } from 'hono/accepts';
import { cors } from 'hono/cors';
import { isFormOfTokenPage, pagePath } from './page-kinds.ts';

/** A request for a page or a file: Node's own, and who sends it. */
export interface Connection {
  incoming: IncomingMessage;
  outgoing: ServerResponse;
  sender: Sender;
}

/** The connection of a request; calls of the API within this process have none. */
export const connectionOf = (c: Context<ApiEnv>): Connection =>
  ({ ...c.env, sender: c.get('sender') }) as Connection;

/**
 * Whether a request names one host, which makes a valid URL (RFC 9112, 3.2). HTTP/1.0, which load balancers use, needs
 * none.
 */
export function hasHost({ headers, rawHeaders, httpVersion }: IncomingMessage): boolean {
  if (headers.host === undefined) return httpVersion === '1.0';
  const hosts = rawHeaders.filter((text, n) => n % 2 === 0 && text.toLowerCase() === 'host');
  if (hosts.length > 1) return false;
  return URL.canParse(`http://${headers.host}`);
}

/**
 * Converts Node's request, whose host and path are valid, and a body that was read before. Leaves out `Origin`:
 * isForeign has checked it, and React Router would refuse the `null` of pages without a referrer.
 *
 * @param isSecure whether the site is on https, perhaps behind a proxy
 */
export function toWebRequest(
  { method = 'GET', url = '/', headers }: IncomingMessage,
  isSecure: boolean,
  body: Uint8Array<ArrayBuffer> | null = null,
): Request {
  const site = `${isSecure ? 'https' : 'http'}://${headers.host ?? 'localhost'}`;
  const request = new Request(site + url.replace(/^\/+/, '/'), {
    method,
    headers: headers as Record<string, string>,
    body,
  });
  request.headers.delete('origin');
  return request;
}

export interface RequestDeps {
  env: Pick<Env, 'defaultLanguage' | 'siteOrigins'>;
  publicUrl: () => string;
  /** The client's address, proxies considered. */
  addressOf: AddressOf;
}

/** Reads who sends a request, once for API, pages and office. Refuses one that does not name its host. */
export function readRequest({ env: { defaultLanguage }, addressOf }: RequestDeps) {
  return (c: Context<ApiEnv>, next: Next): Promise<void> => {
    const { headers } = c.req.raw;
    c.set('sender', {
      requestId: randomUUID(),
      language: negotiateLanguage(headers.get('accept-language')) ?? defaultLanguage,
      address: addressOf(c.env?.peer ?? '', headers),
      userAgent: headers.get('user-agent') ?? '',
    });
    const incoming = c.env?.incoming;
    if (incoming !== undefined && !hasHost(incoming)) throw new Problem('malformed');
    return next();
  };
}

/** The token of `Authorization: Bearer …`; null without the header, empty for any other scheme. */
export function readBearerToken(header: string | null): string | null {
  const match = /^Bearer\s+(\S+)\s*$/i.exec(header ?? '');
  return match?.[1] ?? (header === null ? null : '');
}

/** The path of Node's request as it was sent. */
export const sentPathOf = ({ url = '/' }: IncomingMessage): string => url.split('?', 1)[0] ?? '/';

/**
 * Whether a client accepts HTML: the most specific media range decides (RFC 9110, 12.5.1); without `Accept`, it accepts
 * anything.
 */
export function acceptsHtml(accept: string | undefined): boolean {
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

/** Whether a browser opens the address: its `Accept` names HTML first. Clients of the API get JSON. */
export function isFromBrowser(c: Context): boolean {
  const supports = ['application/json', 'text/html'];
  return accepts(c, { header: 'Accept', supports, default: 'application/json' }) === 'text/html';
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
export function isForeign(
  { env, publicUrl }: Pick<RequestDeps, 'env' | 'publicUrl'>,
  area: Area,
  request: HonoRequest,
): boolean {
  if (READS.has(request.method)) return false;
  const origin = request.header('origin');
  const isOwn = () => isSameSite(origin, request.header('host'), publicUrl());
  if (area === 'api') return origin !== undefined && !env.siteOrigins.includes(origin) && !isOwn();
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
