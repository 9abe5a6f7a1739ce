import { berlinDate } from '#contract/berlin-time.ts';
import type { IncomingMessage, Server } from 'node:http';
import path from 'node:path';
import type { ShopDeps } from '../deps.ts';
import type { Language } from '#contract/language.ts';
import { responseTexts } from '#messages/responses.ts';
import {
  isSafeMethod,
  encodeFor,
  etagOf,
  createPageCache,
  withEncodings,
  findCachedResponse,
  type CachedResponse,
  type EncodedResponse,
  type PageCache,
  type RenderedPage,
  type ApiCacheDeps,
  toResponse,
} from './page-cache.ts';
import { Problem } from '../platform/problem.ts';
import { toProblemDto, UNAVAILABLE_RETRY_AFTER_SECONDS } from './problems.ts';
import {
  addHeaders,
  plainHeaders,
  API_POLICY,
  commonHeaders,
  HSTS,
  inlineHashes,
  pagePolicy,
  pageSources,
  withoutNonce,
  type InlineHashes,
  type PageSources,
} from './headers.ts';
import { readPageForm } from './body.ts';
import { findCookie, formatHint, parseHint, checkCookies, sendAgain } from './cookies.ts';
import { readStaticFiles } from './files.ts';
import { acceptsHtml, sentPathOf, toWebRequest, type Connection } from './request.ts';
import {
  cacheableQuery,
  isPrefetch,
  isPublicPage,
  languageOfReferrer,
  pageLanguage,
  isPaymentPage,
  isPrivatePage,
  isTokenPage,
  pagePath,
} from './page-kinds.ts';
import { createVisit, type ServerVisit, type VisitDeps } from './visit.ts';
import { randomBytes } from 'node:crypto';
import { memoize } from '../platform/memoize.ts';
import { coloursOf, lookStyle } from '../programme/look.ts';
import { buildFolder, loadSite, startDevSite, type DevSite, type Site } from './site-build.ts';

/** Pages of site and office, and what they need. */
export interface PagesDeps extends VisitDeps, ApiCacheDeps {
  site: () => Promise<Site>;
  files: Map<string, CachedResponse>;
  /** null in development: every page is rendered again, and Vite's inline scripts and styles may run. */
  cache: PageCache | null;
  /** Origins pages may load from, by kind of page. */
  sources: { everywhere: PageSources; payment: PageSources };
  /** The text of a stylesheet of the build; undefined for any other address. */
  styleOf: (href: string) => string | undefined;
}

/**
 * The cached response to a GET: files of the build and pages that are still valid. null: not cached. Reads nothing but
 * maps.
 */
function findCachedPage(deps: PagesDeps, request: IncomingMessage): EncodedResponse | null {
  const { url = '/' } = request;
  const file = deps.files.get(/^\/door\/?(?:\?|$)/.test(url) ? '/door' : url);
  if (file !== undefined) return encodeFor(file, request);
  if (deps.cache === null) return null;
  const mark = url.indexOf('?');
  const pathname = mark === -1 ? url : url.slice(0, mark);
  if (!isPublicPage(pathname) || carriesFlash(request)) return null;
  const version = deps.version();
  const query =
    mark === -1
      ? ''
      : cacheableQuery(pathname, new URLSearchParams(url.slice(mark)), hasVenue(deps));
  // unknown version: finds only a page that may be stale
  const known = typeof version === 'string' ? version : '';
  const page = deps.cache.find(keyOf(deps, request, pathname, query), known);
  return page === null ? null : encodeFor(page, request);
}

/** Finds cached responses: files of the build, pages, the API's programme. null: not cached. */
export function findCached(deps: PagesDeps): (request: IncomingMessage) => EncodedResponse | null {
  return (request) => findCachedPage(deps, request) ?? findCachedResponse(deps, request);
}

/** During a rush a page is rendered again at most this often; its badge is right within a second. */
const PAGE_MAX_STALE_MS = 250;

/** The parts that render pages in this process. In development they come from Vite. */
export async function createPages(
  deps: ShopDeps,
  server: Server,
  observe: VisitDeps['observe'],
): Promise<{ pages: PagesDeps; dev: DevSite | undefined }> {
  const { env } = deps;
  // the port may still change, not the scheme
  const isSecure = deps.publicUrl().startsWith('https:');
  const dev = env.isDevelopment ? await startDevSite(server) : undefined;
  const built = dev === undefined ? await loadSite() : undefined;
  const site = (): Promise<Site> => dev?.site() ?? Promise.resolve(built as Site);
  const all = await readStaticFiles(path.join(buildFolder, 'client'), isSecure);
  // in development the site comes from Vite, and the door is the built one
  const isServed = (url: string) => dev === undefined || url.startsWith('/door');
  const files = new Map([...all].filter(([url]) => isServed(url)));
  const pages: PagesDeps = {
    ...deps,
    site,
    isSecure,
    observe,
    onUnexpected: (err, { requestId }) =>
      deps.log.error({ err, requestId }, 'An operation of a page failed'),
    sources: pageSources(env.mediaUrl, deps.provider.jsUrl, env.stripe?.apiBase),
    files,
    // decodes each stylesheet once
    styleOf: memoize((href: string) =>
      href.endsWith('.css') ? files.get(href)?.bytes.toString() : undefined,
    ),
    cache: dev === undefined ? createPageCache(PAGE_MAX_STALE_MS) : null,
    responses: createPageCache(0),
    defaultLanguage: env.defaultLanguage,
    version: versionOf(deps),
  };
  return { pages, dev };
}

/** A notice goes by itself, and a concert's day ends, when nothing else changes. */
function versionOf({ catalogue, festival }: ShopDeps): PagesDeps['version'] {
  const name = ({ version }: { version: number }) =>
    `${version} ${berlinDate(new Date())}${festival.notice() === null ? '' : ' notice'}`;
  return () => {
    const state = catalogue.currentIfFresh();
    return state === null ? catalogue.current().then(name) : name(state);
  };
}

/**
 * Renders a page; null where there is none. A form that is refused unread is its page, too; for programs it is JSON.
 *
 * @param refuseForeign throws for a form of another site
 */
export async function servePage(
  deps: PagesDeps,
  connection: Connection,
  refuseForeign: () => void,
): Promise<Response | null> {
  const { incoming } = connection;
  const { method = 'GET' } = incoming;
  const pathname = sentPathOf(incoming);
  if (!isReadable(pathname)) return null;
  const site = await deps.site();
  if (method === 'POST' ? !site.hasAction(pathname) : !site.hasPage(pathname)) return null;
  if (isGermanOnly(deps) && /^\/en(?:\/|$)/.test(pathname)) {
    const location = `/de${incoming.url?.slice('/en'.length)}`;
    const headers = { ...plainHeaders(deps.isSecure), location };
    return new Response(null, { status: 301, headers });
  }
  const request = toWebRequest(incoming, deps.isSecure);
  if (isSafeMethod(incoming)) return await renderPageResponse(deps, connection, request);
  let form: Uint8Array<ArrayBuffer>;
  try {
    refuseForeign();
    form = await readPageForm(incoming);
  } catch (error) {
    const isDocument = acceptsHtml(incoming.headers.accept) && pagePath(pathname) === pathname;
    if (!isDocument || !(error instanceof Problem)) throw error;
    return await renderRefusedForm(deps, connection, request, error);
  }
  return await renderPageResponse(deps, connection, toWebRequest(incoming, deps.isSecure, form));
}

/** A path with malformed percent-encoding is not a page. */
function isReadable(pathname: string): boolean {
  try {
    decodeURIComponent(pathname);
    return true;
  } catch {
    return false;
  }
}

/** Renders a page. Caches public ones: all visitors with this language and hint share them. */
async function renderPageResponse(
  deps: PagesDeps,
  { incoming, sender }: Connection,
  request: Request,
): Promise<Response> {
  const { requestId } = sender;
  const url = new URL(request.url);
  const language = languageOf(deps, incoming, url.pathname);
  const isShared = isSafeMethod(incoming) && isPublicPage(url.pathname) && !carriesFlash(incoming);
  if (!isShared) {
    const earlier = languageOfReferrer(url.pathname, incoming.headers);
    const { setCookies, ...visited } = createVisit(deps, {
      request,
      sender: { ...sender, language: earlier ?? language },
    });
    if (earlier !== null) visited.visit.setLanguage(earlier);
    if (checkCookies(request) === 'send-again') {
      visited.visit.setLanguage(earlier ?? language);
      const headers = { ...plainHeaders(deps.isSecure), 'cache-control': 'no-store' };
      return addHeaders(sendAgain(request.url), headers, setCookies(307));
    }
    const page = await renderPage(deps, { request, requestId, ...visited, isShared });
    return toResponse(incoming, withEncodings(page), setCookies(page.status));
  }
  const render = (address: URL): Promise<RenderedPage> => {
    // without anything of the visitor but the hint
    const headers = { cookie: `header=${hintOf(deps, incoming)}` };
    const clean = new Request(address, { headers });
    const visited = createVisit(deps, {
      request: clean,
      sender: { ...sender, language, address: '', userAgent: '' },
    });
    return renderPage(deps, { request: clean, requestId, ...visited, isShared });
  };
  if (deps.cache === null) return toResponse(incoming, withEncodings(await render(url)));
  const version = await deps.version();
  const query = cacheableQuery(url.pathname, url.searchParams, hasVenue(deps));
  const key = keyOf(deps, incoming, url.pathname, query);
  const address = new URL(`${url.pathname}${query}`, url);
  const page = await deps.cache.findOrCreate(key, version, () => render(address));
  return toResponse(incoming, page);
}

/**
 * Shows the page of a form that was refused unread, with the reason and its status. Where the address has no page,
 * the page that it leads to says the reason.
 */
async function renderRefusedForm(
  deps: PagesDeps,
  { incoming, sender }: Connection,
  { url, headers }: Request,
  problem: Problem,
): Promise<Response> {
  const language = languageOf(deps, incoming, new URL(url).pathname);
  const asRead = new Request(url, { headers });
  const { requestId } = sender;
  const { setCookies, ...visited } = createVisit(deps, {
    request: asRead,
    sender: { ...sender, language },
  });
  const { visit } = visited;
  const { status, message } = toProblemDto(problem, language, requestId, () => undefined);
  const text = `${message}. ${responseTexts.formRefused[language]}`;
  visit.consumeFlash = () => ({ kind: 'danger', text });
  const page = await renderPage(deps, { request: asRead, requestId, ...visited, isShared: false });
  const leadsAway = page.status >= 300 && page.status < 400;
  if (leadsAway) visit.setFlash({ kind: 'danger', text });
  page.status = leadsAway ? 303 : Math.max(page.status, status);
  return toResponse(incoming, withEncodings(page), setCookies(page.status));
}

const isGermanOnly = ({ festival }: PagesDeps) => festival.content().languages !== undefined;

/** Whether the programme has a venue with a slug. */
const hasVenue =
  ({ catalogue }: PagesDeps) =>
  (slug: string) =>
    catalogue.latest().concerts.some(({ venue }) => venue.slug === slug);

function languageOf(deps: PagesDeps, { headers }: IncomingMessage, pathname: string): Language {
  if (isGermanOnly(deps)) return 'de';
  const { cookie, 'accept-language': accept } = headers;
  return pageLanguage(pathname, cookie ?? null, accept ?? null, deps.defaultLanguage);
}

/** A page with a message is for one visitor; a prefetched page is rendered without it. */
function carriesFlash({ headers }: IncomingMessage): boolean {
  return findCookie(headers.cookie, 'flash', false) !== null && !isPrefetch(headers);
}

/** The hint by which the header of a cached page shows its visitor: one of 20. */
function hintOf(deps: PagesDeps, { headers }: IncomingMessage): string {
  return formatHint(parseHint(findCookie(headers.cookie, 'header', deps.isSecure)));
}

function keyOf(deps: PagesDeps, request: IncomingMessage, pathname: string, query: string): string {
  return `${languageOf(deps, request, pathname)} ${hintOf(deps, request)} ${pathname}${query}`;
}

/** The request that a page is rendered for. */
interface PageRequest extends Omit<ServerVisit, 'setCookies'> {
  request: Request;
  requestId: string;
  /** Shared by all visitors with this language and hint: browsers may revalidate it. */
  isShared: boolean;
}

/** Renders a page with its headers. */
async function renderPage(deps: PagesDeps, page: PageRequest): Promise<RenderedPage> {
  const { request, visit, requestId } = page;
  const site = await deps.site();
  const { look } = deps.festival.content();
  const config = { stripeJsUrl: deps.provider.jsUrl, themeColor: coloursOf(look).sky };
  const { styleOf } = deps;
  let html: string | undefined;
  let hashes: InlineHashes | undefined;
  const nonce = randomBytes(16).toString('base64url');
  const onHtml = (text: string) => {
    hashes = inlineHashes(text, nonce);
    html = withoutNonce(text, nonce);
  };
  const onError = (err: unknown) => deps.log.error({ err, requestId }, 'Could not render a page');
  const origin = deps.publicUrl();
  const requestIdNote = responseTexts.reference[visit.language]({ id: requestId });
  const named = { origin, nonce, requestIdNote, config };
  const context = { ...named, styleOf, lookStyle: lookStyle(look), onHtml, onError };
  const response = await site.render(request, context, { visit });
  const { status } = response;
  const body = html === undefined ? Buffer.from(await response.arrayBuffer()) : Buffer.from(html);
  const unavailable = status === 503 ? UNAVAILABLE_RETRY_AFTER_SECONDS : undefined;
  const retryAfter = page.retryAfterOf(status) ?? unavailable;
  const headers = {
    // React Router drops the headers of what a loader throws, and an action returns a problem without any
    ...(retryAfter === undefined ? {} : { 'retry-after': String(retryAfter) }),
    ...Object.fromEntries(response.headers),
    ...pageHeaders(deps, page, body, hashes),
    // no request id in a response that the cache sends to others
    ...(page.isShared && status < 500 ? {} : { 'x-request-id': requestId }),
  };
  return { status, headers, body };
}

function pageHeaders(
  deps: PagesDeps,
  { request, isShared }: PageRequest,
  body: Buffer,
  hashes: InlineHashes | undefined,
): Record<string, string> {
  const { pathname } = new URL(request.url);
  const page = pagePath(pathname);
  const sources = isPaymentPage(page) ? deps.sources.payment : deps.sources.everywhere;
  const policy = hashes === undefined ? API_POLICY : pagePolicy(hashes, sources);
  return {
    ...commonHeaders,
    'cache-control': isShared ? 'no-cache' : 'no-store',
    vary: 'Accept-Language, Cookie, Accept-Encoding',
    ...(isShared ? { etag: etagOf(body) } : {}),
    ...(deps.cache === null ? {} : { 'content-security-policy': policy }),
    ...(isTokenPage(page) ? { 'referrer-policy': 'no-referrer' } : {}),
    ...(hashes === undefined || isPrivatePage(page) ? { 'x-robots-tag': 'noindex' } : {}),
    ...(isPaymentPage(page) ? { 'cross-origin-opener-policy': 'same-origin-allow-popups' } : {}),
    ...(deps.isSecure ? { 'strict-transport-security': HSTS } : {}),
  };
}
