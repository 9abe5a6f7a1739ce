import type { IncomingMessage } from 'node:http';

/** A Host that is none makes an address nobody can read; HTTP/1.0, which balancers ask with, needs none. */
export function hasHost({ headers, httpVersion }: IncomingMessage): boolean {
  if (headers.host === undefined) return httpVersion === '1.0';
  return URL.canParse(`http://${headers.host}`);
}

/**
 * Node's request as the web's, with the host the client asked for and a body read before. Without `Origin`: it is
 * judged before (site/require-same-origin.ts), and React Router would refuse the `null` of pages without a referrer.
 */
export function toWebRequest(
  request: IncomingMessage,
  protocol: 'http' | 'https',
  body?: Uint8Array<ArrayBuffer>,
): Request {
  const host = request.headers.host ?? 'localhost';
  const base = URL.canParse(`${protocol}://${host}`)
    ? `${protocol}://${host}`
    : `${protocol}://localhost`;
  const method = request.method ?? 'GET';
  const headers = new Headers();
  for (const [name, value] of Object.entries(request.headers)) {
    if (value === undefined || name.startsWith(':') || name === 'origin') continue;
    for (const one of Array.isArray(value) ? value : [value]) headers.append(name, one);
  }
  return new Request(safeUrl(request.url ?? '/', base), {
    method,
    headers,
    ...(body === undefined ? {} : { body }),
  });
}

/** A path that is no path at all reads as the home page. */
function safeUrl(path: string, base: string): string {
  const clean = path.startsWith('/') ? path.replace(/^\/+/, '/') : '/';
  return URL.canParse(clean, base) ? new URL(clean, base).href : `${base}/`;
}
