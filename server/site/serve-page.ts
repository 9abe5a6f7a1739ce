import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Language } from '#contract/language.ts';
import {
  toGetRequest,
  isSafeMethod,
  encodeFor,
  sendEncoded,
  type GetRequest,
  type EncodedResponse,
} from '../platform/http/cached-response.ts';
import { findCookie } from '../platform/http/visitor-cookies.ts';
import { cachedFile, type StaticFile } from '../platform/static-files.ts';
import { formatHint, parseHint } from './header-hint.ts';
import { withEncodings, type PageCache } from './page-cache.ts';
import type { RenderedPage } from './page.ts';
import {
  cacheableQuery,
  isPrefetch,
  isPublicPage,
  languageOfReferrer,
  pageLanguage,
  pagePath,
} from './page-kinds.ts';
import { renderPage, type PageDeps } from './render-page.ts';
import { createVisit, type VisitDeps } from './visit.ts';

export interface SiteDeps extends PageDeps {
  files: Map<string, StaticFile>;
  /** null in development: every page is rendered anew, and Vite's inline scripts and styles may run. */
  cache: PageCache | null;
  defaultLanguage: Language;
  /** Cookies and calls of whoever asks for a page. */
  visits: VisitDeps;
}

/**
 * The answer from memory to a GET: files of the build and pages that are still good. null: not here, somebody
 * else shall answer. Touches nothing but maps.
 */
export function findCachedPage(tools: SiteDeps, request: GetRequest): EncodedResponse | null {
  const { url } = request;
  const file = tools.files.get(url);
  if (file !== undefined) return encodeFor(cachedFile(file, tools.secure()), request);
  if (tools.cache === null) return null;
  const mark = url.indexOf('?');
  const pathname = mark === -1 ? url : url.slice(0, mark);
  if (!isPublicPage(pathname) || carriesFlash(request)) return null;
  const version = tools.version();
  const query = mark === -1 ? '' : cacheableQuery(new URLSearchParams(url.slice(mark)));
  // not known to be fresh: then only a page that may still rest
  const known = typeof version === 'string' ? version : '';
  const page = tools.cache.find(keyOf(tools, request, pathname, query), known);
  return page === null ? null : encodeFor(page, request);
}

/** Renders a page and sends it. Public ones are the same for everybody with this language and hint, and are kept. */
export async function renderPageResponse(
  tools: SiteDeps,
  request: IncomingMessage,
  response: ServerResponse,
  webRequest: Request,
  peer: string,
): Promise<void> {
  const read = toGetRequest(request);
  const url = new URL(webRequest.url);
  const language = languageOf(tools, read, url.pathname);
  const isShared =
    isSafeMethod(request) && isPublicPage(pagePath(url.pathname)) && !carriesFlash(read);
  if (!isShared) {
    const earlier = languageOfReferrer(url.pathname, request.headers);
    const { visit, setCookies } = createVisit(tools.visits, {
      request: webRequest,
      language: earlier ?? language,
      peer,
    });
    if (earlier !== null) visit.setLanguage(earlier);
    const page = await renderPage(tools, { request: webRequest, visit, peer, isShared });
    return sendEncoded(request, response, toAnswer(tools, page, read), setCookies());
  }
  const render = (address: URL): Promise<RenderedPage> => {
    // nothing of the visitor but the hint
    const headers = { cookie: `header=${hintOf(tools, read)}` };
    const clean = new Request(address, { headers });
    const { visit } = createVisit(tools.visits, { request: clean, language, peer });
    return renderPage(tools, { request: clean, visit, peer, isShared });
  };
  if (tools.cache === null || !isPublicPage(url.pathname)) {
    return sendEncoded(request, response, toAnswer(tools, await render(url), read));
  }
  const version = await tools.version();
  const query = cacheableQuery(url.searchParams);
  const key = keyOf(tools, read, url.pathname, query);
  const address = new URL(`${url.pathname}${query}`, url);
  const page = await tools.cache.make(key, version, () => render(address));
  sendEncoded(request, response, encodeFor(page, read));
}

function toAnswer(tools: SiteDeps, page: RenderedPage, request: GetRequest): EncodedResponse {
  if (tools.cache === null) delete page.headers['content-security-policy'];
  return encodeFor(withEncodings(page), request);
}

function languageOf(tools: SiteDeps, { headers }: GetRequest, pathname: string): Language {
  const { cookie, 'accept-language': accept } = headers;
  return pageLanguage(pathname, cookie ?? null, accept ?? null, tools.defaultLanguage);
}

/** A page with a message is for one visitor; what is asked for ahead is shown without. */
function carriesFlash({ headers }: GetRequest): boolean {
  return findCookie(headers.cookie, 'flash', false) !== null && !isPrefetch(headers);
}

/** What the header of a page that is kept shows of its visitor: one of 20 hints. */
function hintOf(tools: SiteDeps, { headers }: GetRequest): string {
  return formatHint(parseHint(findCookie(headers.cookie, 'header', tools.secure())));
}

function keyOf(tools: SiteDeps, request: GetRequest, pathname: string, query: string): string {
  return `${languageOf(tools, request, pathname)} ${hintOf(tools, request)} ${pathname}${query}`;
}
