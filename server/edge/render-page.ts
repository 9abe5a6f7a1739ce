import { randomBytes } from 'node:crypto';
import { etagOf } from '../platform/http/cached-response.ts';
import { UNAVAILABLE_RETRY_AFTER_SECONDS } from '../platform/http/problem-response.ts';
import {
  API_POLICY,
  commonHeaders,
  HSTS,
  inlineHashes,
  type InlineHashes,
  pagePolicy,
  type PageSources,
  withoutNonce,
} from './security-headers.ts';
import { isPaymentPage, isPrivatePage, isTokenPage, pagePath } from './page-kinds.ts';
import type { RenderedPage } from './page.ts';
import type { Visit } from '#contract/visit.ts';
import { responseTexts } from '#messages/responses.ts';
import type { Logger } from '../platform/log.ts';
import type { ApiCacheDeps } from './api-cache.ts';
import type { Site } from './site-build.ts';

export interface PageDeps extends ApiCacheDeps {
  site: () => Promise<Site>;
  publicUrl: () => string;
  isSecure: () => boolean;
  /** Origins pages may load from, by kind of page. */
  sources: { everywhere: PageSources; payment: PageSources };
  stripeJsUrl: () => string;
  /** The text of a stylesheet of the build; undefined for any other address. */
  styleOf: (href: string) => string | undefined;
  log: Logger;
}

/** The request that a page is rendered for. */
export interface PageRequest {
  request: Request;
  visit: Visit;
  /** From the visit (visit.ts), like `retryAfterOf`. */
  requestId: string;
  retryAfterOf: (status: number) => number | undefined;
  /** The address at the other end of the connection. */
  peer: string;
  /** Shared by all visitors with this language and hint: browsers may revalidate it. */
  isShared: boolean;
}

/** Renders a page with its headers. */
export async function renderPage(deps: PageDeps, page: PageRequest): Promise<RenderedPage> {
  const { request, visit, requestId } = page;
  const site = await deps.site();
  const config = { stripeJsUrl: deps.stripeJsUrl() };
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
  const context = { origin, nonce, requestIdNote, config, styleOf, onHtml, onError };
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
  deps: PageDeps,
  { request, isShared }: PageRequest,
  body: Buffer,
  hashes: InlineHashes | undefined,
): Record<string, string> {
  const { pathname } = new URL(request.url);
  const page = pagePath(pathname);
  const sources = isPaymentPage(page) ? deps.sources.payment : deps.sources.everywhere;
  return {
    ...commonHeaders,
    'cache-control': isShared ? 'no-cache' : 'no-store',
    vary: 'Accept-Language, Cookie, Accept-Encoding',
    ...(isShared ? { etag: etagOf(body) } : {}),
    ...(hashes === undefined
      ? { 'content-security-policy': API_POLICY, 'x-robots-tag': 'noindex' }
      : { 'content-security-policy': pagePolicy(hashes, sources) }),
    ...(isTokenPage(page) ? { 'referrer-policy': 'no-referrer' } : {}),
    ...(isPrivatePage(page) ? { 'x-robots-tag': 'noindex' } : {}),
    ...(isPaymentPage(page) ? { 'cross-origin-opener-policy': 'same-origin-allow-popups' } : {}),
    ...(deps.isSecure() ? { 'strict-transport-security': HSTS } : {}),
  };
}
