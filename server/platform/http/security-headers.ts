import { createHash } from 'node:crypto';
import { memoize } from '../memoize.ts';

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
  /** Where a form may lead, the redirect after its post included (Chromium and WebKit check that too). */
  form: string[];
}

/** What stands in a page itself and may: hashes for its policy. So a cached page stays valid. */
export interface InlineHashes {
  scripts: string[];
  styles: string[];
}

const hashOf = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;
/** Many pages have the same ones, and they are most of what there is to hash. */
const hashOfStyle = memoize(hashOf);

/** Hashes of a page's inline scripts and styles. */
export function inlineHashes(html: string): InlineHashes {
  const scripts: string[] = [];
  const styles: string[] = [];
  for (const match of html.matchAll(/<(script|style)\b([^>]*)>([\s\S]*?)<\/\1>/g)) {
    const [, name, attributes = '', text = ''] = match;
    if (/\bsrc=/.test(attributes) || text === '') continue;
    if (name === 'style') styles.push(hashOfStyle(text));
    else scripts.push(hashOf(text));
  }
  return { scripts: [...new Set(scripts)], styles: [...new Set(styles)] };
}

/** The policy of a page. */
export function pagePolicy(inline: InlineHashes, sources: PageSources): string {
  const self = (list: string[]): string => ["'self'", ...list].join(' ');
  return [
    // nothing but what is asked for ahead (`rel=prefetch`) falls back to it, in Firefox
    "default-src 'self'",
    "object-src 'none'",
    "media-src 'none'",
    "worker-src 'none'",
    `script-src ${self([...inline.scripts, ...sources.script])}`,
    `style-src ${self(inline.styles)}`,
    `img-src ${self(['data:', ...sources.img])}`,
    `font-src ${self(sources.font)}`,
    `connect-src ${self(sources.connect)}`,
    sources.frame.length === 0 ? "frame-src 'none'" : `frame-src ${sources.frame.join(' ')}`,
    `manifest-src 'self'`,
    `form-action ${self(sources.form)}`,
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join('; ');
}
