import { HSTS } from './security-headers.ts';

/** Headers of every response below /office (office.md 1). `nonce`: of the page's own inline scripts and styles. */
export function createOfficeHeaders(
  isSecure: boolean,
  nonce: string | null,
): Record<string, string> {
  return {
    'cache-control': 'no-store',
    'x-robots-tag': 'noindex, nofollow',
    'referrer-policy': 'same-origin',
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'DENY',
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
    'permissions-policy': 'camera=(), microphone=(), geolocation=(), interest-cohort=()',
    'content-security-policy': policy(nonce),
    ...(isSecure ? { 'strict-transport-security': HSTS } : {}),
  };
}

function policy(nonce: string | null): string {
  const own = nonce === null ? "'self'" : `'self' 'nonce-${nonce}'`;
  return [
    "default-src 'none'",
    `script-src ${own}`,
    // a mail's preview has the styles of the mail
    `style-src ${own}`,
    "img-src 'self' data:",
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
