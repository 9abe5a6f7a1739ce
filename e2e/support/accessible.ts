import type { Page, ViewportSize } from '@playwright/test';
import type { Language } from '#contract/language.ts';
import { runAxe } from '#test/axe.ts';
import { expect } from './test.ts';
import { localeOf } from './texts.ts';

const tags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

const wide = { width: 1440, height: 900 };
const narrow = { width: 390, height: 844 };

/** A visitor of this language for accessibility checks: reduced motion; expected failures may be logged. */
export const accessibilityContext = (language: Language) => ({
  locale: localeOf[language],
  contextOptions: { reducedMotion: 'reduce' as const },
  allowedErrors: /ERR_FAILED|status of 5\d\d|^5\d\d fetch/,
});

/**
 * Asserts that the current state violates no rule of WCAG 2.2 AA that axe can check: in German in both widths, in
 * English in the narrow one, as a translation changes the words and not the layout.
 */
export async function expectAccessible(page: Page, state: string): Promise<void> {
  const isGerman = (await page.locator('html').getAttribute('lang')) === 'de';
  await runAxeIn(isGerman ? [wide, narrow] : [narrow], page, state);
}

async function runAxeIn(sizes: ViewportSize[], page: Page, state: string): Promise<void> {
  const before = page.viewportSize();
  for (const size of sizes) {
    await page.setViewportSize(size);
    const found = await runAxe(page, tags);
    expect.soft(found, `${state}, ${size.width} px`).toEqual([]);
  }
  if (before) await page.setViewportSize(before);
}

/**
 * Expects an accessible page in a browser without scripts, where axe cannot run: it gets the page's HTML, in the narrow
 * width, where most can go wrong.
 */
export async function expectAccessibleUnscripted(page: Page, state: string): Promise<void> {
  const browser = page.context().browser();
  if (browser === null) throw new Error('the page belongs to no browser');
  const context = await browser.newContext({
    javaScriptEnabled: true,
    reducedMotion: 'reduce',
  });
  const copy = await context.newPage();
  const body = (await page.content()).replaceAll(/<script\b.*?<\/script>/gs, '');
  await copy.route(page.url(), (route) => route.fulfill({ body, contentType: 'text/html' }));
  await copy.goto(page.url());
  await runAxeIn([narrow], copy, state);
  await context.close();
}
