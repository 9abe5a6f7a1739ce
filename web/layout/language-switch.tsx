import { useLocation } from 'react-router';
import type { Language } from '#contract/language.ts';
import { layoutTexts } from '#messages/layout.ts';
import { useLanguage, useTexts } from '../platform/language.ts';
import { isPublicPath, localizedPath, withoutLanguage } from '../platform/localized-path.ts';

const names: Record<Language, string> = { de: 'Deutsch', en: 'English' };

/** Leads to the twin of the same page by a full load; platform/keep-language.ts remembers the choice. */
export function LanguageSwitch({ long = false }: { long?: boolean }) {
  const current = useLanguage();
  const texts = useTexts(layoutTexts);
  const { pathname, search } = useLocation();
  const path = withoutLanguage(pathname);
  const twin = (language: Language) =>
    (isPublicPath(path) ? localizedPath(path, language) : pathname) + search;
  return (
    <ul className="language-switch" aria-label={texts.language}>
      {(['de', 'en'] as const).map((language) => (
        <li key={language}>
          <a
            href={twin(language)}
            lang={language}
            hrefLang={language}
            aria-current={language === current ? 'true' : undefined}
          >
            {long ? names[language] : <abbr title={names[language]}>{language.toUpperCase()}</abbr>}
          </a>
        </li>
      ))}
    </ul>
  );
}
