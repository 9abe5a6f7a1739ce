import type { IncomingMessage } from 'node:http';

/**
 * Whether a form comes from a page of the office (office.md 2.8): its `Origin` is that of the site or of the host
 * addressed, or it has none and says `Sec-Fetch-Site: same-origin`.
 */
export function hasOwnOrigin({ headers }: IncomingMessage, publicUrl: string): boolean {
  const { origin, host } = headers;
  if (origin === undefined) return headers['sec-fetch-site'] === 'same-origin';
  const own = new URL(publicUrl);
  return origin === own.origin || origin === `${own.protocol}//${host ?? ''}`;
}
