import { languageOfPath, type Language } from '#contract/language.ts';
import type { OfficeFrame } from '#contract/office/office.ts';
import { isPublicPath } from '#contract/paths.ts';
import { useLocation, useRouteLoaderData, Link, type LinkProps } from 'react-router';
import { pickTexts, type Picked } from '#messages/define-texts.ts';
import type { SiteData } from './site.ts';

/**
 * Whether it is a path of this site, and not the address of another site that looks like a path. Browsers drop tabs
 * and line breaks in addresses, so no white space passes.
 */
export const isLocalPath = (path: string) => /^\/(?![/\\])\S*$/.test(path);

/**
 * `/de/concerts/12/` → `/concerts/12`, also with query and hash; `/de//host` must not become the site `//host`. A slash
 * at the end makes no other page.
 */
export const withoutLanguage = (path: string) =>
  path
    .replace(/^\/(?:de|en)(?:[/\\]+|(?=[?#])|$)/, '/')
    .replace(/^(\/[^?#]*[^/?#])\/(?=[?#]|$)/, '$1');

/** Pages whose first view on a phone has no text in the text face: late-scripts.tsx. */
const HEADLINES_FIRST = /^\/(?:concerts\/[^/]+)?$/;

/** Whether the first view of a page on a phone has headlines only. */
export const hasHeadlinesFirst = (pathname: string) =>
  HEADLINES_FIRST.test(withoutLanguage(pathname));

/** A path of the site under a language's prefix, if the page exists there; query and hash are kept. */
export function localizedPath(path: string, language: Language | undefined): string {
  const [, pathname = path, rest = ''] = /^([^?#]*)(.*)$/.exec(path) ?? [];
  const isFixed = languageOfPath(pathname) !== undefined;
  if (language === undefined || isFixed || !isPublicPath(pathname)) return path;
  return `/${language}${pathname.replace(/\/$/, '')}${rest}`;
}

/** The page's language: its prefix, else the one of the first page; in the office that of the reader. */
export function useLanguage(): Language {
  const { pathname } = useLocation();
  const site = useRouteLoaderData<SiteData>('site');
  const office = useRouteLoaderData<OfficeFrame>('office');
  return languageOfPath(pathname) ?? (site ?? office)?.language ?? 'de';
}

/** A feature's texts in the page's language. */
export function useTexts<T extends Parameters<typeof pickTexts>[0]>(texts: T): Picked<T> {
  return pickTexts(texts, useLanguage());
}

/** Creates paths that stay under /de or /en if the page exists there. */
export function useLocalized(): (path: string) => string {
  const { pathname } = useLocation();
  return (path) => localizedPath(path, languageOfPath(pathname));
}

/** The language of the current page, for code outside of React. */
export function documentLanguage(): Language {
  return document.documentElement.lang === 'en' ? 'en' : 'de';
}

export interface LocalLinkProps extends Omit<LinkProps, 'to'> {
  /** A path of the site without language prefix, e.g. `/concerts/12`. */
  to: string;
}

/** A link that stays under /de or /en if the page exists there. Pages of one visitor are not prefetched. */
export function LocalLink(props: LocalLinkProps) {
  const { to, prefetch = isPublicPath(to) ? 'intent' : 'none', ...rest } = props;
  const localized = useLocalized();
  return <Link to={localized(to)} prefetch={prefetch} {...rest} />;
}
