import { etagOf } from '../platform/http/etag.ts';
import {
  API_POLICY,
  commonHeaders,
  HSTS,
  inlineHashes,
  pagePolicy,
  type PageSources,
} from '../platform/http/security-headers.ts';
import { isPaymentPage, isPrivatePage, isTokenPage } from './page-kinds.ts';
import type { RenderedPage } from './page.ts';
import type { Visit } from '#contract/visit.ts';
import { readShared, type SharedAnswerDeps } from './api-cache.ts';
import type { Site } from './site-build.ts';

export interface PageDeps extends SharedAnswerDeps {
  site: () => Promise<Site>;
  publicUrl: () => string;
  secure: () => boolean;
  /** Origins pages may load from, by kind of page. */
  sources: { everywhere: PageSources; payment: PageSources };
  stripeJsUrl: () => string;
  /** The text of a stylesheet of the build; undefined for any other address. */
  styleOf: (href: string) => string | undefined;
}

/** What a page is rendered for. */
export interface PageRequest {
  request: Request;
  visit: Visit;
  /** At the other end of the connection. */
  peer: string;
  /** The same for everybody with this language and hint: browsers may ask whether it has changed. */
  isShared: boolean;
}

/** Renders a page, whole, with the headers that go with it. */
export async function renderPage(tools: PageDeps, page: PageRequest): Promise<RenderedPage> {
  const { request, visit, peer } = page;
  const { language } = visit;
  const site = await tools.site();
  const api = site.createApiClient({
    origin: () => 'http://in-process',
    language: () => language,
    token: () => undefined,
    fetch: async (url, init) =>
      (await readShared(tools, url, init.method, language)) ??
      (await tools.api(new Request(url, init), peer)),
  });
  const config = { apiOrigin: '', stripeJsUrl: tools.stripeJsUrl() };
  const { styleOf } = tools;
  let html: string | undefined;
  const keepHtml = (text: string) => (html = text);
  const context = { api, language, origin: tools.publicUrl(), config, styleOf, keepHtml };
  const response = await site.render(request, context, visit);
  const { status } = response;
  const body = html === undefined ? Buffer.from(await response.arrayBuffer()) : Buffer.from(html);
  const headers = Object.fromEntries(response.headers);
  return { status, headers: { ...headers, ...pageHeaders(tools, page, body, html) }, body };
}

function pageHeaders(
  tools: PageDeps,
  { request, isShared }: PageRequest,
  body: Buffer,
  html: string | undefined,
): Record<string, string> {
  const { pathname } = new URL(request.url);
  const page = pathname.replace(/\.data$/, '');
  const sources = isPaymentPage(page) ? tools.sources.payment : tools.sources.everywhere;
  return {
    ...commonHeaders,
    'cache-control': isShared ? 'no-cache' : 'no-store',
    vary: 'Accept-Language, Cookie, Accept-Encoding',
    ...(isShared ? { etag: etagOf(body) } : {}),
    ...(html === undefined
      ? { 'content-security-policy': API_POLICY, 'x-robots-tag': 'noindex' }
      : { 'content-security-policy': pagePolicy(inlineHashes(html), sources) }),
    ...(isTokenPage(page) ? { 'referrer-policy': 'no-referrer' } : {}),
    ...(isPrivatePage(page) ? { 'x-robots-tag': 'noindex' } : {}),
    ...(isPaymentPage(page) ? { 'cross-origin-opener-policy': 'same-origin-allow-popups' } : {}),
    ...(tools.secure() ? { 'strict-transport-security': HSTS } : {}),
  };
}
