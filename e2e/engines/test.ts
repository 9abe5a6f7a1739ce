import { test as base } from '@playwright/test';
import type { Language } from '#contract/language.ts';
import { EngineVisitor } from './engine-visitor.ts';
import { openFirefox } from './firefox.ts';
import { openWebKit } from './webkit.ts';

/**
 * Playwright's test, whose browser is another engine. The project's `browserName`, `javaScriptEnabled`, `viewport`
 * and `locale` choose it; Playwright's own `page` is not opened.
 */
export const test = base.extend<{ visitor: EngineVisitor }>({
  visitor: async ({ browserName, javaScriptEnabled, viewport, locale, baseURL }, use, testInfo) => {
    const hasScripts = javaScriptEnabled ?? true;
    const size = viewport ?? { width: 1440, height: 900 };
    const openEngine = browserName === 'webkit' ? openWebKit : openFirefox;
    const engine = await openEngine({ hasScripts, viewport: size });
    try {
      const language: Language = locale?.startsWith('en') ? 'en' : 'de';
      const options = { baseURL: baseURL ?? '', language, hasScripts, isPhone: size.width < 900 };
      await use(new EngineVisitor(engine, options));
      if (testInfo.status !== testInfo.expectedStatus) {
        const body = await engine.screenshot();
        await testInfo.attach('screenshot', { body, contentType: 'image/png' });
      }
    } finally {
      await engine.close();
    }
  },
});

export const { expect } = test;
