import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Language } from '#contract/language.ts';
import {
  asRead,
  isRead,
  readyAnswer,
  sendReady,
  type ReadRequest,
  type ReadyAnswer,
} from '../platform/http/ready-answer.ts';
import { keepsakeOf, type StaticFile } from '../platform/static-files.ts';
import { withForms, type PageCache } from './page-cache.ts';
import { isPublicPage, keptQuery, pageLanguage } from './page-request.ts';
import { renderPage, type PageTools } from './render-page.ts';

export interface SiteTools extends PageTools {
  files: Map<string, StaticFile>;
  /** null in development: every page is rendered anew, and Vite's inline scripts and styles may run. */
  cache: PageCache | null;
  defaultLanguage: Language;
}

/**
 * The answer from memory to a GET: files of the build and pages that are still good. null: not here, somebody
 * else shall answer. Touches nothing but maps.
 */
export function findPage(tools: SiteTools, request: ReadRequest): ReadyAnswer | null {
  const { url } = request;
  const file = tools.files.get(url);
  if (file !== undefined) return readyAnswer(keepsakeOf(file, tools.secure()), request);
  if (tools.cache === null) return null;
  const mark = url.indexOf('?');
  const pathname = mark === -1 ? url : url.slice(0, mark);
  if (!isPublicPage(pathname)) return null;
  const version = tools.version();
  const query = mark === -1 ? '' : keptQuery(new URLSearchParams(url.slice(mark)));
  // not known to be fresh: then only a page that may still rest
  const known = typeof version === 'string' ? version : '';
  const page = tools.cache.find(keyOf(tools, request, pathname, query), known);
  return page === null ? null : readyAnswer(page, request);
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
  const isCached = isRead(request) && isPublicPage(url.pathname);
  if (!isCached || tools.cache === null) {
    const page = await renderPage(tools, webRequest, language, peer);
    if (tools.cache === null) delete page.headers['content-security-policy'];
    return sendReady(request, response, readyAnswer(withForms(page), asRead(request)));
  }
  const version = await tools.version();
  const query = keptQuery(url.searchParams);
  const clean = new Request(new URL(`${url.pathname}${query}`, url), {
    headers: webRequest.headers,
  });
  const key = keyOf(tools, request, url.pathname, query);
  const page = await tools.cache.make(key, version, () => renderPage(tools, clean, language, peer));
  sendReady(request, response, readyAnswer(page, asRead(request)));
}

function languageOf(
  tools: SiteTools,
  request: Pick<ReadRequest, 'headers'>,
  pathname: string,
): Language {
  const { cookie, 'accept-language': accept } = request.headers;
  return pageLanguage(pathname, cookie ?? null, accept ?? null, tools.defaultLanguage);
}

function keyOf(
  tools: SiteTools,
  request: Pick<ReadRequest, 'headers'>,
  pathname: string,
  query: string,
): string {
  return `${languageOf(tools, request, pathname)} ${pathname}${query}`;
}
