import type { ApiApp } from './platform/http/mount.ts';

/**
 * Whether the API answers a request: everything under /api/, and every path a call is mounted at. What is
 * mounted for all methods is no call but something they share, such as headers.
 */
export function isApiPath(app: ApiApp, method: string, pathname: string): boolean {
  if (pathname.startsWith('/api/')) return true;
  const [found] = app.router.match(method === 'HEAD' ? 'GET' : method, pathname);
  return found.some(([[, route]]) => route.method !== 'ALL');
}

/**
 * Whether a client takes HTML as an answer: the most specific range that covers it decides, as in
 * RFC 9110, 12.5.1; no `Accept` at all takes anything.
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
