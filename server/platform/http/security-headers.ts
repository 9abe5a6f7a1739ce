import { createHash } from 'node:crypto';

/** Headers of every answer. */
export const commonHeaders: Readonly<Record<string, string>> = {
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'strict-origin-when-cross-origin',
  'x-frame-options': 'DENY',
  'cross-origin-opener-policy': 'same-origin',
  'permissions-policy': 'camera=(), microphone=(), geolocation=(), interest-cohort=()',
};

/** Only behind TLS; two years as the preload list asks. */
export const HSTS = 'max-age=63072000; includeSubDomains';

/** For answers that are no pages. */
export const API_POLICY = "default-src 'none'; frame-ancestors 'none'";

/** Headers of an answer that is no page: files, redirects, refusals. */
export function plainHeaders(secure: boolean): Record<string, string> {
  return {
    ...commonHeaders,
    'content-security-policy': API_POLICY,
    ...(secure ? { 'strict-transport-security': HSTS } : {}),
  };
}

/** What a page may load from elsewhere, each list of origins in CSP's own words. */
export interface PageSources {
  script: string[];
  frame: string[];
  connect: string[];
  img: string[];
  font: string[];
}

/** Hashes of a page's inline scripts, for its policy: so a cached page stays valid. */
export function inlineScriptHashes(html: string): string[] {
  const hashes: string[] = [];
  for (const match of html.matchAll(/<script\b([^>]*)>([\s\S]*?)<\/script>/g)) {
    const [, attributes = '', code = ''] = match;
    if (/\bsrc=/.test(attributes) || code === '') continue;
    hashes.push(`'sha256-${createHash('sha256').update(code).digest('base64')}'`);
  }
  return [...new Set(hashes)];
}

/** The policy of a page. */
export function pagePolicy(scriptHashes: string[], sources: PageSources): string {
  const self = (list: string[]): string => ["'self'", ...list].join(' ');
  return [
    "default-src 'none'",
    `script-src ${self([...scriptHashes, ...sources.script])}`,
    `style-src 'self'`,
    `img-src ${self(['data:', ...sources.img])}`,
    `font-src ${self(sources.font)}`,
    `connect-src ${self(sources.connect)}`,
    sources.frame.length === 0 ? "frame-src 'none'" : `frame-src ${sources.frame.join(' ')}`,
    `manifest-src 'self'`,
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join('; ');
}
