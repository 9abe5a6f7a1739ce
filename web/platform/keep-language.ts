import { LANGUAGE_COOKIE } from '#contract/language.ts';

/**
 * Runs in the browser, in every page. Somebody who reads under /en buys in English:
 * pages without a prefix follow, for this visit. The switch's choice holds for a year.
 */
function keepLanguage(cookie: string): void {
  const remember = (language: string, span: string) => {
    document.cookie = `${cookie}=${language}; path=/; SameSite=Lax${span}`;
  };
  const [, fixed] = /^\/(de|en)(?:\/|$)/.exec(location.pathname) ?? [];
  const keep = () => {
    if (fixed && !document.cookie.includes(`${cookie}=`)) remember(fixed, '');
  };
  // to read cookies takes a phone 30 ms: after the first view, or before the page is left
  addEventListener('load', keep);
  addEventListener('click', ({ target }) => {
    keep();
    const link = target instanceof Element && target.closest('.language-switch a');
    if (link instanceof HTMLElement) remember(link.lang, '; max-age=31536000');
  });
}

/** The call of `keepLanguage` as a page's inline script. */
export const keepLanguageScript = `(${keepLanguage.toString()})('${LANGUAGE_COOKIE}')`;
