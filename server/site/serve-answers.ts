import type { IncomingMessage, ServerResponse } from 'node:http';
import { negotiateLanguage, type Language } from '#contract/language.ts';
import {
  toGetRequest,
  isSafeMethod,
  encodeFor,
  sendEncoded,
  type GetRequest,
  type EncodedResponse,
} from '../platform/http/cached-response.ts';
import type { SiteDeps } from './serve-page.ts';
import { findShared, isSharedPath, sharedKey } from './api-cache.ts';

/**
 * The answer from memory to a GET that reads the programme, byte for byte what the API answered; null: ask
 * the API. Requests of other sites (Origin) and with queries always go to the API.
 */
export function findCachedResponse(tools: SiteDeps, request: GetRequest): EncodedResponse | null {
  if (!isShared(request)) return null;
  const version = tools.version();
  if (typeof version !== 'string') return null;
  const answer = tools.answers.find(sharedKey(languageOf(tools, request), request.url), version);
  return answer === null ? null : encodeFor(answer, request);
}

/** Asks the API, keeps a good answer and sends it; false: it was none to keep, nothing is sent. */
export async function callAndCache(
  tools: SiteDeps,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<boolean> {
  const read = toGetRequest(request);
  if (!isSafeMethod(request) || !isShared(read)) return false;
  const answer = await findShared(tools, languageOf(tools, read), read.url);
  if (answer.status !== 200) return false;
  sendEncoded(request, response, encodeFor(answer, read));
  return true;
}

function isShared({ url, headers }: GetRequest): boolean {
  return headers.origin === undefined && isSharedPath(url);
}

function languageOf(tools: SiteDeps, request: GetRequest): Language {
  return negotiateLanguage(request.headers['accept-language']) ?? tools.defaultLanguage;
}
