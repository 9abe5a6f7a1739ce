import type { IncomingMessage, ServerResponse } from 'node:http';
import {
  toGetRequest,
  isSafeMethod,
  encodeFor,
  sendEncoded,
  type GetRequest,
  type EncodedResponse,
} from '../platform/http/cached-response.ts';
import { negotiateLanguage, type Language } from '#contract/language.ts';
import type { PageCache } from './page-cache.ts';
import type { CachedPage, RenderedPage, SharedResponse } from './page.ts';

/** What shared answers are found with. */
export interface SharedAnswerDeps {
  /** Runs an API call in process: server rendering has no second way to read. */
  api: (request: Request, peer: string) => Promise<Response>;
  /** Answers of the API that are the same for everybody; never older than the data. */
  answers: PageCache;
  /** Names the state of the data pages show; awaited only when something is known to have changed. */
  version: () => string | Promise<string>;
  defaultLanguage: Language;
}

/** Calls whose answer is the same for everybody of one language. */
const SHARED = /^\/(?:concert(?:\/\d{1,9})?|countries|api\/(?:festival|site|pages\/[a-z]+))$/;

export function isSharedPath(path: string): boolean {
  return SHARED.test(path);
}

/** The answer's place in memory. */
export function sharedKey(language: Language, path: string): string {
  return `${language} ${path}`;
}

/** A shared answer from memory, else asked of the API and kept if it is good. */
export async function findShared(
  deps: SharedAnswerDeps,
  language: Language,
  path: string,
): Promise<CachedPage> {
  const key = sharedKey(language, path);
  const version = await deps.version();
  return (
    deps.answers.find(key, version) ??
    (await deps.answers.make(key, version, () => ask(deps, language, path)))
  );
}

/** The same as a page being rendered reads it; null: it is not shared, the API is to be asked. */
export async function readShared(
  deps: SharedAnswerDeps,
  url: string,
  method: string | undefined,
  language: Language,
): Promise<SharedResponse | null> {
  const path = url.replace(/^https?:\/\/[^/]+/, '');
  if (method !== 'GET' || !isSharedPath(path)) return null;
  const answer = await findShared(deps, language, path);
  const { status, headers } = answer;
  const json = (): Promise<unknown> => Promise.try(() => answer.json);
  return { ok: status === 200, status, headers: new Headers(headers), json };
}

async function ask(
  deps: SharedAnswerDeps,
  language: Language,
  path: string,
): Promise<RenderedPage> {
  const headers = { 'accept-language': language };
  const response = await deps.api(new Request(`http://in-process${path}`, { headers }), '');
  const { 'x-request-id': _, ...shared } = Object.fromEntries(response.headers);
  return {
    status: response.status,
    headers: { ...shared, vary: `${shared['vary'] ?? 'Accept-Language'}, Accept-Encoding` },
    body: Buffer.from(await response.arrayBuffer()),
  };
}

/**
 * The answer from memory to a GET that reads the programme, byte for byte what the API answered; null: ask
 * the API. Requests of other sites (Origin) and with queries always go to the API.
 */
export function findCachedResponse(
  deps: SharedAnswerDeps,
  request: GetRequest,
): EncodedResponse | null {
  if (!isShared(request)) return null;
  const version = deps.version();
  if (typeof version !== 'string') return null;
  const answer = deps.answers.find(sharedKey(languageOf(deps, request), request.url), version);
  return answer === null ? null : encodeFor(answer, request);
}

/** Asks the API, keeps a good answer and sends it; false: it was none to keep, nothing is sent. */
export async function callAndCache(
  deps: SharedAnswerDeps,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<boolean> {
  const read = toGetRequest(request);
  if (!isSafeMethod(request) || !isShared(read)) return false;
  const answer = await findShared(deps, languageOf(deps, read), read.url);
  if (answer.status !== 200) return false;
  sendEncoded(request, response, encodeFor(answer, read));
  return true;
}

function isShared({ url, headers }: GetRequest): boolean {
  return headers.origin === undefined && isSharedPath(url);
}

function languageOf(deps: SharedAnswerDeps, request: GetRequest): Language {
  return negotiateLanguage(request.headers['accept-language']) ?? deps.defaultLanguage;
}
