import type { Page } from '@playwright/test';
import type { Language } from '#contract/language.ts';
import { runAxe } from '#test/axe.ts';
import { expect } from './test.ts';
import { localeOf } from './texts.ts';

const tags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

const widths = [
  { width: 1440, height: 900 },
  { width: 390, height: 844 },
];

/** A visitor of this language for accessibility checks: reduced motion; expected failures may be logged. */
export const whileJudged = (language: Language) => ({
  locale: localeOf[language],
  contextOptions: { reducedMotion: 'reduce' as const },
  allowedErrors: /ERR_FAILED|status of 5\d\d|^5\d\d fetch/,
});

/** Asserts that the current state violates no rule of WCAG 2.2 AA that axe can check, in both widths. */
export async function expectAccessible(page: Page, state: string): Promise<void> {
  const before = page.viewportSize();
  for (const size of widths) {
    await page.setViewportSize(size);
    const found = await runAxe(page, tags);
    expect.soft(found, `${state}, ${size.width} px`).toEqual([]);
  }
  if (before) await page.setViewportSize(before);
}

/** Expects an accessible page in a browser without scripts, where axe cannot run: it gets the page's HTML. */
export async function expectAccessibleUnscripted(page: Page, state: string): Promise<void> {
  const browser = page.context().browser();
  if (browser === null) throw new Error('the page belongs to no browser');
  const context = await browser.newContext({
    javaScriptEnabled: true,
    reducedMotion: 'reduce',
  });
  const twin = await context.newPage();
  const body = (await page.content()).replaceAll(/<script\b.*?<\/script>/gs, '');
  await twin.route(page.url(), (route) => route.fulfill({ body, contentType: 'text/html' }));
  await twin.goto(page.url());
  await expectAccessible(twin, state);
  await context.close();
}
