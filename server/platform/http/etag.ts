import { createHash } from 'node:crypto';

/** The strong ETag of these bytes. */
export function etagOf(bytes: string | Uint8Array): string {
  return `"${createHash('sha256').update(bytes).digest('base64url').slice(0, 22)}"`;
}

/** Whether `If-None-Match` names this ETag, by weak comparison (RFC 9110, 13.1.2). */
export function matchesEtag(header: string | null | undefined, etag: string): boolean {
  if (header === null || header === undefined) return false;
  const plain = etag.replace(/^W\//, '');
  return (
    header === '*' || header.split(',').some((part) => part.trim().replace(/^W\//, '') === plain)
  );
}

/** Adds an ETag to a JSON response that clients may revalidate (`no-cache`); 304 if it matches. */
export async function withEtag(request: Request, response: Response): Promise<Response> {
  if (!['GET', 'HEAD'].includes(request.method) || response.status !== 200) return response;
  if (response.headers.get('cache-control') !== 'no-cache' || response.headers.has('etag'))
    return response;
  const body = await response.text();
  const etag = etagOf(body);
  const headers = new Headers(response.headers);
  headers.set('etag', etag);
  if (matchesEtag(request.headers.get('if-none-match'), etag)) {
    headers.delete('content-type');
    return new Response(null, { status: 304, headers });
  }
  return new Response(body, { status: 200, headers });
}
