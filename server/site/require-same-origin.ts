import type { IncomingMessage } from 'node:http';
import { Problem } from '../platform/http/problem.ts';

/**
 * A form posted to a page must come from a page of ours, because it carries the visitor's cookies: 403 otherwise.
 * Browsers say so in `Sec-Fetch-Site`, older ones in `Origin`; clients that are no browsers send neither and pass.
 *
 * @param ownOrigin the site's; the host that the request names counts, too
 */
export function requireSameOrigin({ headers }: IncomingMessage, ownOrigin: string): void {
  const site = headers['sec-fetch-site'];
  const { origin, host } = headers;
  if (site === undefined && origin === undefined) return;
  const isOurs =
    site === undefined
      ? origin === ownOrigin || (URL.canParse(origin ?? '') && new URL(origin ?? '').host === host)
      : // pages without a referrer post with `Origin: null`, and this
        site === 'same-origin';
  if (!isOurs) throw new Problem('foreign_origin');
}
