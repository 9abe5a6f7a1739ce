import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Language } from '#contract/language.ts';
import { matchesEtag } from '../platform/http/etag.ts';
import { chooseEncoding, sendFile, type StaticFile } from '../platform/static-files.ts';
import type { CachedPage, PageCache } from './page-cache.ts';
import { isPublicPage, keptQuery, pageLanguage } from './page-request.ts';
import { renderPage, type PageTools } from './render-page.ts';

export interface SiteTools extends PageTools {
  files: Map<string, StaticFile>;
  /** null in development: every page is rendered anew, and Vite's inline scripts and styles may run. */
  cache: PageCache | null;
  defaultLanguage: Language;
}

/**
 * Answers from memory: files of the build and pages that are still good. False: not here, somebody else
 * shall answer. Runs before anything else and touches nothing but maps.
 */
export function sendFromMemory(
  tools: SiteTools,
  request: IncomingMessage,
  response: ServerResponse,
): boolean {
  if (request.method !== 'GET' && request.method !== 'HEAD') return false;
  const url = request.url ?? '/';
  const file = tools.files.get(url);
  if (file !== undefined) {
    sendFile(request, response, file, tools.secure());
    return true;
  }
  if (tools.cache === null) return false;
  const version = tools.version();
  const mark = url.indexOf('?');
  const pathname = mark === -1 ? url : url.slice(0, mark);
  if (!isPublicPage(pathname)) return false;
  const query = mark === -1 ? '' : keptQuery(new URLSearchParams(url.slice(mark)));
  // not known to be fresh: then only a page that may still rest
  const known = typeof version === 'string' ? version : '';
  const page = tools.cache.find(keyOf(tools, request, pathname, query), known);
  if (page === null) return false;
  sendPage(request, response, page);
  return true;
}

/** Renders a page and sends it; public ones are kept. */
export async function renderAndSend(
  tools: SiteTools,
  request: IncomingMessage,
  response: ServerResponse,
  webRequest: Request,
  peer: string,
): Promise<void> {
  const url = new URL(webRequest.url);
  const language = languageOf(tools, request, url.pathname);
  const isCached =
    (request.method === 'GET' || request.method === 'HEAD') && isPublicPage(url.pathname);
  if (!isCached || tools.cache === null) {
    const page = await renderPage(tools, webRequest, language, peer);
    if (tools.cache === null) delete page.headers['content-security-policy'];
    response.writeHead(page.status, { ...page.headers, 'content-length': page.body.byteLength });
    response.end(request.method === 'HEAD' ? undefined : page.body);
    return;
  }
  const version = await tools.version();
  const query = keptQuery(url.searchParams);
  const clean = new Request(new URL(`${url.pathname}${query}`, url), {
    headers: webRequest.headers,
  });
  const key = keyOf(tools, request, url.pathname, query);
  const page = await tools.cache.make(key, version, () => renderPage(tools, clean, language, peer));
  sendPage(request, response, page);
}

function languageOf(tools: SiteTools, request: IncomingMessage, pathname: string): Language {
  const { cookie, 'accept-language': accept } = request.headers;
  return pageLanguage(pathname, cookie ?? null, accept ?? null, tools.defaultLanguage);
}

function keyOf(
  tools: SiteTools,
  request: IncomingMessage,
  pathname: string,
  query: string,
): string {
  return `${languageOf(tools, request, pathname)} ${pathname}${query}`;
}

/** Sends a page from memory: 304 when it is known, compressed as the client can. */
export function sendPage(
  request: IncomingMessage,
  response: ServerResponse,
  page: CachedPage,
): void {
  if (page.status === 200 && matchesEtag(request.headers['if-none-match'], page.etag)) {
    response.writeHead(304, page.headers).end();
    return;
  }
  const { body, encoding } = chooseEncoding(page, request.headers['accept-encoding'] ?? '');
  response.writeHead(page.status, {
    ...page.headers,
    ...(encoding === null ? {} : { 'content-encoding': encoding }),
    'content-length': body.byteLength,
  });
  response.end(request.method === 'HEAD' ? undefined : body);
}
