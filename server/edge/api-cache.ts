import type { IncomingMessage } from 'node:http';
import { negotiateLanguage, type Language } from '#contract/language.ts';
import {
  toGetRequest,
  encodeFor,
  type GetRequest,
  type EncodedResponse,
} from '../platform/http/cached-response.ts';
import { toResponse } from './files.ts';
import type { PageCache, RenderedPage } from './page-cache.ts';

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
  request: GetRequest,
): EncodedResponse | null {
  if (!isShared(request)) return null;
  const version = deps.version();
  if (typeof version !== 'string') return null;
  const response = deps.responses.find(keyOf(languageOf(deps, request), request.url), version);
  return response === null ? null : encodeFor(response, request);
}

/** Makes a call of the API in this process. */
type Call = (request: Request) => Promise<Response>;

/** Calls the API and caches a good response; null when there was none to cache. */
export async function callAndCache(
  deps: ApiCacheDeps,
  incoming: IncomingMessage,
  call: Call,
): Promise<Response | null> {
  const read = toGetRequest(incoming);
  if (!isShared(read)) return null;
  const language = languageOf(deps, read);
  const key = keyOf(language, read.url);
  const version = await deps.version();
  const shared = await deps.responses.findOrCreate(key, version, () =>
    callApi(call, language, read.url),
  );
  return shared.status === 200 ? toResponse(incoming, encodeFor(shared, read)) : null;
}

async function callApi(call: Call, language: Language, path: string): Promise<RenderedPage> {
  const headers = { 'accept-language': language };
  const response = await call(new Request(`http://in-process${path}`, { headers }));
  const { 'x-request-id': _, ...shared } = Object.fromEntries(response.headers);
  return {
    status: response.status,
    headers: { ...shared, vary: `${shared['vary'] ?? 'Accept-Language'}, Accept-Encoding` },
    body: Buffer.from(await response.arrayBuffer()),
  };
}

function isShared({ url, headers }: GetRequest): boolean {
  return headers.origin === undefined && SHARED.test(url);
}

function keyOf(language: Language, path: string): string {
  return `${language} ${path}`;
}

function languageOf(deps: ApiCacheDeps, request: GetRequest): Language {
  return negotiateLanguage(request.headers['accept-language']) ?? deps.defaultLanguage;
}
