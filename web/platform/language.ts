import { useLocation, useRouteLoaderData } from 'react-router';
import type { Language } from '#contract/language.ts';
import { pickTexts, type Picked } from '#messages/define-texts.ts';
import { languageOfPath, localizedPath } from './localized-path.ts';
import type { SiteData } from './site.ts';

/** The page's language: its prefix, otherwise the one negotiated for the first page. */
export function useLanguage(): Language {
  const { pathname } = useLocation();
  const root = useRouteLoaderData<SiteData>('site');
  return languageOfPath(pathname) ?? root?.language ?? 'de';
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
