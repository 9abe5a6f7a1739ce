import { createHash } from 'node:crypto';
import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http';

/** The part of a request that decides which cached response it gets. */
export interface GetRequest {
  /** Path and query. */
  url: string;
  headers: IncomingHttpHeaders;
}

/** A page, an API response or a file in memory with its encodings. null: not in this encoding. */
export interface CachedResponse {
  status: number;
  headers: Record<string, string>;
  /** Empty: clients do not revalidate it. */
  etag: string;
  bytes: Buffer;
  readonly brotli: Buffer | null;
  readonly gzip: Buffer | null;
}

/** A complete response. All requests for the same encoding share it: do not change it. */
export interface EncodedResponse {
  status: number;
  headers: Readonly<Record<string, string>>;
  /** Empty for a 304. */
  body: Buffer;
}

/** Compressing a smaller body gains nothing. */
const MIN_COMPRESS_BYTES = 256;

type Encoding = 'not-modified' | 'br' | 'gzip' | 'plain';

const encodedResponses = new WeakMap<CachedResponse, Map<Encoding, EncodedResponse>>();

/** The response in the best encoding that the request accepts; 304 if the client already has it. */
export function encodeFor(cached: CachedResponse, request: GetRequest): EncodedResponse {
  const encoding = chooseEncoding(cached, request.headers);
  let encodings = encodedResponses.get(cached);
  if (encodings === undefined) encodedResponses.set(cached, (encodings = new Map()));
  let response = encodings.get(encoding);
  if (response === undefined)
    encodings.set(encoding, (response = createResponse(cached, encoding)));
  return response;
}

/** Prefers Brotli to gzip. Ignores `q=0`: no client sends it for these. */
function chooseEncoding(cached: CachedResponse, headers: IncomingHttpHeaders): Encoding {
  const { status, etag, bytes } = cached;
  if (status === 200 && etag !== '' && matchesEtag(headers['if-none-match'], etag))
    return 'not-modified';
  const accepted = headers['accept-encoding'];
  if (accepted === undefined || bytes.byteLength < MIN_COMPRESS_BYTES) return 'plain';
  if (/\bbr\b/.test(accepted) && cached.brotli !== null) return 'br';
  return /\bgzip\b/.test(accepted) && cached.gzip !== null ? 'gzip' : 'plain';
}

function createResponse(cached: CachedResponse, encoding: Encoding): EncodedResponse {
  if (encoding === 'not-modified')
    return { status: 304, headers: cached.headers, body: Buffer.alloc(0) };
  const encoded = encoding === 'plain' ? null : encoding === 'br' ? cached.brotli : cached.gzip;
  const body = encoded ?? cached.bytes;
  const headers = {
    ...cached.headers,
    ...(encoded === null ? {} : { 'content-encoding': encoding }),
    'content-length': String(body.byteLength),
  };
  return { status: cached.status, headers, body };
}

/**
 * Sends a response through Node's HTTP.
 *
 * @param setCookies `Set-Cookie` headers; a shared response has none
 */
export function sendEncoded(
  request: IncomingMessage,
  response: ServerResponse,
  { status, headers, body }: EncodedResponse,
  setCookies: string[] = [],
): void {
  response.writeHead(
    status,
    setCookies.length === 0 ? headers : { ...headers, 'set-cookie': setCookies },
  );
  response.end(request.method === 'HEAD' || status === 304 ? undefined : body);
}

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

/** Whether a request uses a read-only method. */
export function isSafeMethod({ method }: IncomingMessage): boolean {
  return method === 'GET' || method === 'HEAD';
}

/** Converts Node's request. */
export function toGetRequest(request: IncomingMessage): GetRequest {
  return { url: request.url ?? '/', headers: request.headers };
}
