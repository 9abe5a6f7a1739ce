import type { IncomingMessage } from 'node:http';

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
 * Converts Node's request and a body that was read before. Leaves out `Origin`: origin.ts has checked it,
 * and React Router would refuse the `null` of pages without a referrer.
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
    for (const each of Array.isArray(value) ? value : [value]) headers.append(name, each);
  }
  return new Request(safeUrl(request.url ?? '/', base), {
    method,
    headers,
    ...(body === undefined ? {} : { body }),
  });
}

/** An invalid path becomes the home page. */
function safeUrl(path: string, base: string): string {
  const clean = path.startsWith('/') ? path.replace(/^\/+/, '/') : '/';
  return URL.canParse(clean, base) ? new URL(clean, base).href : `${base}/`;
}
