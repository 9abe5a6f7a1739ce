import { describe, expect, it } from 'vitest';
import { languageOfPath } from '#contract/language.ts';
import { isPublicPath } from '#contract/paths.ts';
import { localizedPath, withoutLanguage } from './language.tsx';

describe('paths in two languages', () => {
  it('keep the prefix of their language, with query and hash', () => {
    expect(localizedPath('/', 'de')).toBe('/de');
    expect(localizedPath('/concerts/12', 'en')).toBe('/en/concerts/12');
    expect(localizedPath('/concerts/all?show=free#day-2025-08-24', 'de')).toBe(
      '/de/concerts/all?show=free#day-2025-08-24',
    );
  });

  it('leave pages that have no prefix alone', () => {
    for (const path of ['/ticketshop', '/auth/login', '/user', '/newsletter-preferences/abc']) {
      expect(localizedPath(path, 'en')).toBe(path);
      expect(isPublicPath(path)).toBe(false);
    }
  });

  it('stay without a prefix where the page has none', () => {
    expect(localizedPath('/about', undefined)).toBe('/about');
  });

  it('tell their language', () => {
    expect(languageOfPath('/de')).toBe('de');
    expect(languageOfPath('/en/about')).toBe('en');
    expect(languageOfPath('/delivery')).toBeUndefined();
    expect(withoutLanguage('/de')).toBe('/');
    expect(withoutLanguage('/de?utm_source=mail#concerts')).toBe('/?utm_source=mail#concerts');
    expect(withoutLanguage('/delivery')).toBe('/delivery');
    expect(withoutLanguage('/en/concerts/3')).toBe('/concerts/3');
    expect(isPublicPath('/de/impressum')).toBe(true);
    expect(withoutLanguage('/de/about/?x=/#top')).toBe('/about?x=/#top');
    expect(withoutLanguage('/about?next=/user/')).toBe('/about?next=/user/');
    expect(localizedPath('/about/', 'en')).toBe('/en/about');
    expect(isPublicPath('/de//')).toBe(false);
  });

  it.each(['/de//evil.example', '/en/\\evil.example', '/de///evil.example'])(
    'never lead to another site without their language: %s',
    (path) => {
      expect(withoutLanguage(path)).toBe('/evil.example');
    },
  );
});
