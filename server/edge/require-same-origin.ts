import type { IncomingMessage } from 'node:http';
import { isSameSite, toLoggedPath } from './foreign-origins.ts';
import type { ReportSecurityEvent } from '../platform/security/security-events.ts';
import { Problem } from '../platform/problem.ts';
import { isFormOfTokenPage, pagePath } from './page-kinds.ts';

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
