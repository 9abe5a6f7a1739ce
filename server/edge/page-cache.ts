import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import { createHash } from 'node:crypto';
import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http';
import { negotiateLanguage, type Language } from '#contract/language.ts';

interface Entry {
  page: CachedResponse;
  version: string;
  /** When it was last known to be fresh; the page itself may be older. */
  madeAt: number;
}

/** zlib's levels, from 0 to 11 and 0 to 9: a page of 90 kB takes 2 ms of the event loop. */
const compression = { brotliQuality: 5, gzipLevel: 5 };

/** More than all pages with all filters; a guard against made-up addresses. */
const MAX_CACHE_BYTES = 64 * 1024 * 1024;
/** Estimated memory of a page, its encodings (about a fifth of it each) and its key. */
const bytesOf = (page: CachedResponse): number => 2 * page.bytes.byteLength + 1_024;

/** Responses that all visitors of one language share, by language and address, until their data changes. */
export interface PageCache {
  /** The page if it may still be shown; null otherwise. */
  find(key: string, version: string): CachedResponse | null;
  /** The page as `find` returns it, otherwise rendered and stored; concurrent calls share the result. */
  findOrCreate(
    key: string,
    version: string,
    render: () => Promise<RenderedPage>,
  ): Promise<CachedResponse>;
}

/**
 * @param maxStaleMs how long a page may be shown although there is newer data: during a rush it is rendered again at
 * most this often
 * @param maxBytes of all pages; the ones rendered longest ago go first
 */
export function createPageCache(maxStaleMs: number, maxBytes = MAX_CACHE_BYTES): PageCache {
  // in the order of rendering, oldest first
  const entries = new Map<string, Entry>();
  let bytes = 0;
  const rendering = new Map<string, Promise<CachedResponse>>();

  function save(key: string, version: string, rendered: RenderedPage): CachedResponse {
    const known = entries.get(key)?.page;
    // same content, newer data: the compressed encodings stay valid
    const isSame = known !== undefined && known.headers['etag'] === rendered.headers['etag'];
    const page = isSame ? known : withEncodings(rendered);
    remove(key);
    if (page.status !== 200) return page;
    entries.set(key, { page, version, madeAt: Date.now() });
    bytes += bytesOf(page);
    for (const oldest of entries.keys()) {
      if (bytes <= maxBytes) break;
      remove(oldest);
    }
    return page;
  }

  function remove(key: string): void {
    const entry = entries.get(key);
    if (entry === undefined) return;
    entries.delete(key);
    bytes -= bytesOf(entry.page);
  }

  function find(key: string, version: string): CachedResponse | null {
    const entry = entries.get(key);
    if (entry === undefined) return null;
    if (entry.version !== version && Date.now() - entry.madeAt >= maxStaleMs) return null;
    return entry.page;
  }

  return {
    find,
    async findOrCreate(key, version, render) {
      const stored = find(key, version);
      if (stored !== null) return stored;
      const name = `${version} ${key}`;
      const known = rendering.get(name);
      if (known !== undefined) return await known;
      const made = render()
        .then((rendered) => save(key, version, rendered))
        .finally(() => rendering.delete(name));
      rendering.set(name, made);
      return await made;
    },
  };
}

/** A page with its encodings, each compressed on first use. */
export function withEncodings({ status, headers, body }: RenderedPage): CachedResponse {
  let brotli: Buffer | undefined;
  let gzip: Buffer | undefined;
  return {
    status,
    headers,
    bytes: body,
    get brotli() {
      return (brotli ??= brotliOf(body));
    },
    get gzip() {
      return (gzip ??= gzipSync(body, { level: compression.gzipLevel }));
    },
  };
}

function brotliOf(page: Buffer): Buffer {
  return brotliCompressSync(page, {
    params: {
      [constants.BROTLI_PARAM_QUALITY]: compression.brotliQuality,
      [constants.BROTLI_PARAM_SIZE_HINT]: page.byteLength,
    },
  });
}

/** A rendered page or API response. */
export interface RenderedPage {
  status: number;
  headers: Record<string, string>;
  body: Buffer;
}

/** A page, an API response or a file in memory with its encodings. null: not in this encoding. */
export interface CachedResponse {
  status: number;
  /** Clients revalidate it if it has an `etag`. */
  headers: Record<string, string>;
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
export function encodeFor(cached: CachedResponse, request: IncomingMessage): EncodedResponse {
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
  const { status, bytes } = cached;
  const { etag } = cached.headers;
  if (status === 200 && etag !== undefined && matchesEtag(headers['if-none-match'], etag))
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

/** Sends a response through Node's HTTP. */
export function sendEncoded(
  request: IncomingMessage,
  response: ServerResponse,
  { status, headers, body }: EncodedResponse,
): void {
  response.writeHead(status, headers);
  response.end(request.method === 'HEAD' || status === 304 ? undefined : body);
}

/**
 * A response from memory or of a rendered page, in the best encoding for this request.
 *
 * @param setCookies `Set-Cookie` headers; a shared response has none
 */
export function toResponse(
  request: IncomingMessage,
  cached: CachedResponse,
  setCookies: string[] = [],
): Response {
  const { status, headers: shared, body } = encodeFor(cached, request);
  const headers = new Headers(shared);
  for (const cookie of setCookies) headers.append('set-cookie', cookie);
  const isEmpty = request.method === 'HEAD' || body.byteLength === 0;
  return new Response(isEmpty ? null : (body as Buffer<ArrayBuffer>), { status, headers });
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

export interface ApiCacheDeps {
  /** API responses that all visitors share; never older than the data. */
  responses: PageCache;
  /** The version of the data that pages show; a promise only when something may have changed. */
  version: () => string | Promise<string>;
  defaultLanguage: Language;
}

/** Calls with the same response for everybody of one language. */
const SHARED = /^\/(?:concert(?:\/\d{1,9})?|countries|api\/(?:festival|site|pages\/[a-z]+))$/;

/**
 * The cached response to a GET that reads the programme, byte for byte that of the API; null if it is not cached.
 * Requests of other sites (`Origin`) and with a query always go to the API.
 */
export function findCachedResponse(
  deps: ApiCacheDeps,
  request: IncomingMessage,
): EncodedResponse | null {
  const { url = '' } = request;
  if (!isShared(request)) return null;
  const version = deps.version();
  if (typeof version !== 'string') return null;
  const response = deps.responses.find(keyOf(languageOf(deps, request), url), version);
  return response === null ? null : encodeFor(response, request);
}

/** Calls the API and caches a good response; null when there was none to cache. */
export async function callAndCache(
  deps: ApiCacheDeps,
  incoming: IncomingMessage,
  call: (request: Request) => Promise<Response>,
): Promise<Response | null> {
  const { url = '' } = incoming;
  if (!isShared(incoming)) return null;
  const language = languageOf(deps, incoming);
  const version = await deps.version();
  const shared = await deps.responses.findOrCreate(keyOf(language, url), version, async () => {
    const headers = { 'accept-language': language };
    return toPage(await call(new Request(`http://in-process${url}`, { headers })));
  });
  return shared.status === 200 ? toResponse(incoming, shared) : null;
}

async function toPage(response: Response): Promise<RenderedPage> {
  const { 'x-request-id': _, ...shared } = Object.fromEntries(response.headers);
  return {
    status: response.status,
    headers: { ...shared, vary: `${shared['vary'] ?? 'Accept-Language'}, Accept-Encoding` },
    body: Buffer.from(await response.arrayBuffer()),
  };
}

function isShared({ url = '', headers }: IncomingMessage): boolean {
  return headers.origin === undefined && SHARED.test(url);
}

function keyOf(language: Language, path: string): string {
  return `${language} ${path}`;
}

function languageOf(deps: ApiCacheDeps, request: IncomingMessage): Language {
  return negotiateLanguage(request.headers['accept-language']) ?? deps.defaultLanguage;
}
