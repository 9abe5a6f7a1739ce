import { useLocation } from 'react-router';
import type { Language } from '#contract/language.ts';
import { layoutTexts } from '#messages/layout.ts';
import { useLanguage, useTexts } from '../platform/language.ts';

const names: Record<Language, string> = { de: 'Deutsch', en: 'English' };

/** Links to the page in the other language by a full load, which stores the choice (choose-language.ts). */
export function LanguageSwitch({ long = false }: { long?: boolean }) {
  const current = useLanguage();
  const texts = useTexts(layoutTexts);
  const { pathname, search } = useLocation();
  return (
    <form method="post" action="/language">
      <input type="hidden" name="to" value={pathname + search} />
      <ul className="language-switch" aria-label={texts.language}>
        {(['de', 'en'] as const).map((language) => (
          <li key={language}>
            <button
              type="submit"
              name="language"
              value={language}
              lang={language}
              aria-current={language === current ? 'true' : undefined}
            >
              {long ? (
                names[language]
              ) : (
                <abbr title={names[language]}>{language.toUpperCase()}</abbr>
              )}
            </button>
          </li>
        ))}
      </ul>
    </form>
  );
}
