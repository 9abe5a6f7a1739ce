import type { IncomingMessage } from 'node:http';
import { Readable } from 'node:stream';

/** Node's request as the web's, with the host the client asked for. */
export function toWebRequest(request: IncomingMessage, protocol: 'http' | 'https'): Request {
  const host = request.headers.host ?? 'localhost';
  const base = URL.canParse(`${protocol}://${host}`)
    ? `${protocol}://${host}`
    : `${protocol}://localhost`;
  const method = request.method ?? 'GET';
  const headers = new Headers();
  for (const [name, value] of Object.entries(request.headers)) {
    if (value === undefined || name.startsWith(':')) continue;
    for (const one of Array.isArray(value) ? value : [value]) headers.append(name, one);
  }
  const hasBody = method !== 'GET' && method !== 'HEAD';
  return new Request(safeUrl(request.url ?? '/', base), {
    method,
    headers,
    ...(hasBody ? { body: Readable.toWeb(request) as ReadableStream, duplex: 'half' } : {}),
  });
}

/** A path that is no path at all reads as the home page. */
function safeUrl(path: string, base: string): string {
  const clean = path.startsWith('/') ? path.replace(/^\/+/, '/') : '/';
  return URL.canParse(clean, base) ? new URL(clean, base).href : `${base}/`;
}
