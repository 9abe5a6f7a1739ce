import type { IncomingHttpHeaders } from 'node:http';
import { languageOfPath, languages, negotiateLanguage, type Language } from '#contract/language.ts';
import { isPublicPath } from '#contract/paths.ts';
import { findCookie } from './cookies.ts';

/** The only public page that reads its query: the list of concerts. */
const LIST_PAGE = /^(?:\/(?:de|en))?\/concerts\/all\/?$/;
/** The list's filters besides "all concerts". */
const LIST_FILTERS = ['available', 'free'];
/** Pages with a secret in their address. */
const TOKEN_PAGE =
  /^\/(?:newsletter-preferences\/[^/]+|ticketshop\/(?:order-confirmation|choice\/[^/]+)|auth\/(?:reset-password|undo-email-change)|verify-email)(?:\/|$)/;
/** Forms of the frame around every page; another site gains nothing by sending them. */
const FORM_OF_FRAME = /^\/(?:language|newsletter|auth\/logout)$/;
const PRIVATE_PAGE = /^\/(?:ticketshop|auth|user|newsletter-preferences|verify-email)(?:\/|$)/;

/** Whether a page, or the data of one, is the same for everybody: only these are cached. */
export function isPublicPage(pathname: string): boolean {
  return isPublicPath(pagePath(pathname));
}

/** Whether a page's address holds a token, which no other site may learn. */
export function isTokenPage(pathname: string): boolean {
  return TOKEN_PAGE.test(pathname);
}

/** Whether a form stands on a token page: browsers send `Origin: null` with it, as the page has no referrer. */
export function isFormOfTokenPage(pathname: string): boolean {
  return isTokenPage(pathname) || FORM_OF_FRAME.test(pathname);
}

/** Never to be found by search engines (product.md 10). */
export function isPrivatePage(pathname: string): boolean {
  return PRIVATE_PAGE.test(pathname);
}

/** Whether a page may load the script of the payment provider. */
export function isPaymentPage(pathname: string): boolean {
  return /^\/ticketshop\/payment\/?$/.test(pathname);
}

/** The path of a page from that of its data: React Router appends .data, and after a slash _.data. */
export function pagePath(pathname: string): string {
  return pathname.replace(/\/_\.data$/, '/').replace(/\.data$/, '');
}

/** Whether a browser prefetches a page that it may never show. */
export function isPrefetch(headers: IncomingHttpHeaders): boolean {
  return /\bprefetch\b/.test(String(headers['sec-purpose'] ?? headers['purpose'] ?? ''));
}

/** A page's language: by prefix, the visitor's choice, `Accept-Language`, or the default. */
export function pageLanguage(
  pathname: string,
  cookie: string | null,
  acceptLanguage: string | null,
  fallback: Language,
): Language {
  const chosen = findCookie(cookie, 'language', false);
  return (
    languageOfPath(pathname) ??
    languages.find((each) => each === chosen) ??
    negotiateLanguage(acceptLanguage) ??
    fallback
  );
}

/**
 * The language of a page without one in its path, for a visitor who comes from a page of ours that has one and
 * has chosen none: a reader of /en buys in English. Null keeps the language as it is.
 */
export function languageOfReferrer(
  pathname: string,
  { cookie, referer = '', host }: IncomingHttpHeaders,
): Language | null {
  if (languageOfPath(pathname) || findCookie(cookie, 'language', false)) return null;
  const from = URL.parse(referer);
  return from?.host === host ? (languageOfPath(from?.pathname ?? '') ?? null) : null;
}

/** The parameters that change a public page, sorted: only known values, so that made-up ones create no pages. */
export function cacheableQuery(
  pathname: string,
  query: URLSearchParams,
  hasVenue: (slug: string) => boolean,
): string {
  if (!LIST_PAGE.test(pagePath(pathname))) return '';
  const kept = new URLSearchParams();
  const show = query.get('show');
  const venue = query.get('venue');
  if (show !== null && LIST_FILTERS.includes(show)) kept.set('show', show);
  if (venue !== null && hasVenue(venue)) kept.set('venue', venue);
  return kept.size === 0 ? '' : `?${kept}`;
}
