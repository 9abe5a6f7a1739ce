import type { Pool } from 'pg';
import { test as base } from '@playwright/test';
import type { Language } from '#contract/language.ts';
import { openShopDatabase } from './shop-database.ts';
import { watchPageErrors } from './page-errors.ts';
import { Visitor } from './visitor.ts';
import { textsOf, type Texts } from './texts.ts';

interface Options {
  /** Messages that the browser may log in this test, e.g. of an intentional network failure. */
  allowedErrors: RegExp | null;
}

interface Fixtures {
  /** The language of the browser's locale: `test.use({ locale: localeOf.en })`. */
  language: Language;
  texts: Texts;
  visitor: Visitor;
  /** Runs with every test and asserts: no error in the console, no broken page, no missing file. */
  noPageErrors: void;
}

/** Playwright's test with a visitor, the site's texts, and a check of the browser's console. */
export const test = base.extend<Options & Fixtures, { database: Pool }>({
  allowedErrors: [null, { option: true }],
  language: async ({ locale }, use) => use(locale?.startsWith('en') ? 'en' : 'de'),
  texts: async ({ language }, use) => use(textsOf(language)),
  visitor: async ({ page, language, javaScriptEnabled }, use) =>
    use(new Visitor(page, language, javaScriptEnabled ?? true)),
  noPageErrors: [
    async ({ context, allowedErrors }, use) => {
      const errors = watchPageErrors(context);
      await use();
      const unexpected = errors.filter((line) => !allowedErrors?.test(line));
      expect(unexpected, 'the browser complained').toEqual([]);
    },
    { auto: true },
  ],
  database: [
    async ({ playwright: _playwright }, use) => {
      const pool = await openShopDatabase();
      await use(pool);
      await pool.end();
    },
    { scope: 'worker' },
  ],
});

export const { expect } = test;
