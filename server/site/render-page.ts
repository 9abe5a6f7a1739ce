import type { Language } from '#contract/language.ts';
import { etagOf } from '../platform/http/etag.ts';
import {
  API_POLICY,
  commonHeaders,
  HSTS,
  inlineHashes,
  pagePolicy,
  type PageSources,
} from '../platform/http/security-headers.ts';
import { isPaymentPage, isPrivatePage, isPublicPage, isTokenPage } from './page-request.ts';
import type { RenderedPage } from './page.ts';
import { readShared, type SharedAnswerDeps } from './shared-answers.ts';
import type { Site } from './site-build.ts';

export interface PageTools extends SharedAnswerDeps {
  site: () => Promise<Site>;
  publicUrl: () => string;
  secure: () => boolean;
  /** Origins pages may load from, by kind of page. */
  sources: { everywhere: PageSources; payment: PageSources };
  stripeJsUrl: () => string;
  /** The text of a stylesheet of the build; undefined for any other address. */
  styleOf: (href: string) => string | undefined;
}

/** Renders a page, whole, with the headers that go with it. */
export async function renderPage(
  tools: PageTools,
  request: Request,
  language: Language,
  peer: string,
): Promise<RenderedPage> {
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
  const response = await site.render(request, context);
  const { status } = response;
  const body = html === undefined ? Buffer.from(await response.arrayBuffer()) : Buffer.from(html);
  const headers = Object.fromEntries(response.headers);
  return { status, headers: { ...headers, ...pageHeaders(tools, request, body, html) }, body };
}

function pageHeaders(
  tools: PageTools,
  request: Request,
  body: Buffer,
  html: string | undefined,
): Record<string, string> {
  const { pathname } = new URL(request.url);
  const page = pathname.replace(/\.data$/, '');
  const cached = isPublicPage(page) && request.method !== 'POST';
  const sources = isPaymentPage(page) ? tools.sources.payment : tools.sources.everywhere;
  return {
    ...commonHeaders,
    'cache-control': cached ? 'no-cache' : 'no-store',
    vary: 'Accept-Language, Cookie, Accept-Encoding',
    ...(cached ? { etag: etagOf(body) } : {}),
    ...(html === undefined
      ? { 'content-security-policy': API_POLICY, 'x-robots-tag': 'noindex' }
      : { 'content-security-policy': pagePolicy(inlineHashes(html), sources) }),
    ...(isTokenPage(page) ? { 'referrer-policy': 'no-referrer' } : {}),
    ...(isPrivatePage(page) ? { 'x-robots-tag': 'noindex' } : {}),
    ...(isPaymentPage(page) ? { 'cross-origin-opener-policy': 'same-origin-allow-popups' } : {}),
    ...(tools.secure() ? { 'strict-transport-security': HSTS } : {}),
  };
}
