import { createHash } from 'node:crypto';
import { memoize } from '../platform/memoize.ts';

/** Headers of every response. */
export const commonHeaders: Readonly<Record<string, string>> = {
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'strict-origin-when-cross-origin',
  'x-frame-options': 'DENY',
  'cross-origin-opener-policy': 'same-origin',
  'permissions-policy': 'camera=(), microphone=(), geolocation=(), interest-cohort=()',
};

/** Only behind TLS; two years as the preload list asks. */
export const HSTS = 'max-age=63072000; includeSubDomains';

/** The policy of responses that are not pages. */
export const API_POLICY = "default-src 'none'; frame-ancestors 'none'";

/** The policy of the door's page and of its workers (door.md 9). */
const DOOR_POLICY = [
  "default-src 'none'",
  "script-src 'self' 'wasm-unsafe-eval'",
  "style-src 'self'",
  "img-src 'self' data: blob:",
  "font-src 'self'",
  "connect-src 'self'",
  "worker-src 'self'",
  "manifest-src 'self'",
  "frame-ancestors 'none'",
  "base-uri 'none'",
  "form-action 'self'",
].join('; ');

/** What the door's files have of their own: only its page may use the camera (door.md 9). */
export function doorHeaders(url: string): Record<string, string> {
  const policy = { 'content-security-policy': DOOR_POLICY };
  if (url === '/door/sw.js') return { ...policy, 'service-worker-allowed': '/door' };
  if (url !== '/door') return policy;
  return {
    ...policy,
    'permissions-policy': 'camera=(self)',
    'x-robots-tag': 'noindex, nofollow',
  };
}

/** Headers of a response that is not a page: files, redirects, problems. */
export function plainHeaders(isSecure: boolean): Record<string, string> {
  return {
    ...commonHeaders,
    'content-security-policy': API_POLICY,
    ...(isSecure ? { 'strict-transport-security': HSTS } : {}),
  };
}

/** Adds the headers that a response does not have yet, and cookies. */
export function addHeaders(
  response: Response,
  added: Record<string, string>,
  setCookies: string[] = [],
): Response {
  const { headers } = response;
  for (const [name, value] of Object.entries(added)) {
    if (!headers.has(name)) headers.set(name, value);
  }
  for (const cookie of setCookies) headers.append('set-cookie', cookie);
  return response;
}

/** Other origins that a page may load from, as CSP sources. */
export interface PageSources {
  script: string[];
  frame: string[];
  connect: string[];
  img: string[];
  /** Targets of forms, including redirects after a post (Chromium and WebKit check those, too). */
  form: string[];
}

/** Hashes of a page's inline scripts and styles for its policy; they keep a cached page valid. */
export interface InlineHashes {
  scripts: string[];
  styles: string[];
}

const hashOf = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;
/** Memoized: styles are most of the text to hash, and many pages share them. */
const hashOfStyle = memoize(hashOf);

/**
 * Hashes of the inline scripts and styles that the renderer marked with this nonce. One that somebody has injected into
 * the page has no nonce, and stays forbidden.
 */
export function inlineHashes(html: string, nonce: string): InlineHashes {
  const scripts: string[] = [];
  const styles: string[] = [];
  for (const match of html.matchAll(/<(script|style)\b([^>]*)>([\s\S]*?)<\/\1>/g)) {
    const [, name, attributes = '', text = ''] = match;
    if (!attributes.includes(markOf(nonce)) || /\bsrc=/.test(attributes) || text === '') continue;
    if (name === 'style') styles.push(hashOfStyle(text));
    else scripts.push(hashOf(text));
  }
  return { scripts: [...new Set(scripts)], styles: [...new Set(styles)] };
}

/** The page as it is sent, without nonces: nobody can learn the nonce of a cached page. */
export const withoutNonce = (html: string, nonce: string): string =>
  html.replaceAll(markOf(nonce), '');

/** The nonce as an attribute, as React writes it. */
const markOf = (nonce: string): string => ` nonce="${nonce}"`;

/** The policy of a page. */
export function pagePolicy(inline: InlineHashes, sources: PageSources): string {
  const self = (list: string[]): string => ["'self'", ...list].join(' ');
  return [
    // in Firefox, `rel=prefetch` falls back to it; nothing else does
    "default-src 'self'",
    "object-src 'none'",
    "media-src 'none'",
    "worker-src 'none'",
    `script-src ${self([...inline.scripts, ...sources.script])}`,
    `style-src ${self(inline.styles)}`,
    `img-src ${self(['data:', ...sources.img])}`,
    "font-src 'self'",
    `connect-src ${self(sources.connect)}`,
    sources.frame.length === 0 ? "frame-src 'none'" : `frame-src ${sources.frame.join(' ')}`,
    "manifest-src 'self'",
    `form-action ${self(sources.form)}`,
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join('; ');
}

/** Headers of every response below /office (office.md 1). `nonce`: of the page's own inline scripts and styles. */
export function createOfficeHeaders(
  isSecure: boolean,
  nonce: string | null = null,
  mediaUrl?: string,
): Record<string, string> {
  return {
    ...plainHeaders(isSecure),
    'cache-control': 'no-store',
    'x-robots-tag': 'noindex, nofollow',
    'referrer-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
    'content-security-policy': officePolicy(nonce, mediaUrl),
  };
}

function officePolicy(nonce: string | null, mediaUrl: string | undefined): string {
  const own = nonce === null ? "'self'" : `'self' 'nonce-${nonce}'`;
  return [
    "default-src 'none'",
    `script-src ${own}`,
    // a mail's preview has the styles of the mail
    `style-src ${own}`,
    `img-src 'self' data:${mediaUrl === undefined ? '' : ` ${new URL(mediaUrl).origin}`}`,
    "font-src 'self'",
    "connect-src 'self'",
    // the preview of a mail
    "frame-src 'self'",
    "form-action 'self'",
    "base-uri 'none'",
    "object-src 'none'",
    "frame-ancestors 'none'",
  ].join('; ');
}

/** Origin of the map of a venue, which loads only after a click. */
const MAP_ORIGIN = 'https://www.openstreetmap.org';

/** Origins that pages load from: pictures, the map after a click, and on the payment page the card element. */
export function pageSources(
  mediaUrl: string | undefined,
  stripeJsUrl: string,
  apiBase: string | undefined,
): { everywhere: PageSources; payment: PageSources } {
  const media = mediaUrl === undefined ? [] : [new URL(mediaUrl).origin];
  const everywhere = { script: [], frame: [MAP_ORIGIN], connect: [], img: media, form: [] };
  // the sandbox under our own address (sandbox-proxy.ts)
  if (stripeJsUrl.startsWith('/'))
    return { everywhere, payment: { ...everywhere, frame: ["'self'"] } };
  const script = new URL(stripeJsUrl).origin;
  const servers = [
    ...new Set([script, ...(apiBase === undefined ? [] : [new URL(apiBase).origin])]),
  ];
  const isStripe = script === 'https://js.stripe.com';
  // what Stripe.js needs (payments.md 8)
  const payment = isStripe
    ? {
        script: [script, 'https://*.js.stripe.com'],
        frame: [script, 'https://*.js.stripe.com', 'https://hooks.stripe.com'],
        connect: ['https://api.stripe.com'],
        img: [...media, 'https://*.stripe.com'],
        // the hosted page
        form: ['https://checkout.stripe.com'],
      }
    : {
        script: [script],
        frame: [script],
        connect: servers,
        img: [...media, script],
        form: servers,
      };
  return { everywhere, payment };
}
