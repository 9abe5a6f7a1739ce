import type { Browser, Page } from '@playwright/test';
import type { Language } from '#contract/language.ts';
import { runAxe } from '#test/axe.ts';
import { expect } from './test.ts';
import { localeOf } from './texts.ts';

const tags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

const wide = { width: 1440, height: 900 };
const narrow = { width: 390, height: 844 };

/**
 * A visitor of this language for accessibility checks, with reduced motion. The browser may log expected failures, and
 * that a window was resized while a page replaced another.
 */
export const accessibilityContext = (language: Language) => ({
  locale: localeOf[language],
  contextOptions: { reducedMotion: 'reduce' as const },
  allowedErrors: /ERR_FAILED|status of 5\d\d|^5\d\d fetch|Viewport size changed/,
});

/**
 * Asserts that the current state violates no rule of WCAG 2.2 AA that axe can check: in this size, or in German in the
 * narrow width, in English in the wide one, as a translation changes the words and not the layout.
 */
export async function expectAccessible(
  page: Page,
  state: string,
  chosen?: { width: number; height: number },
): Promise<void> {
  const isGerman = (await page.locator('html').getAttribute('lang')) === 'de';
  const size = chosen ?? (isGerman ? narrow : wide);
  const before = page.viewportSize();
  await page.setViewportSize(size);
  await expectNoViolation(page, `${state}, ${size.width} px`);
  if (before) await page.setViewportSize(before);
}

async function expectNoViolation(page: Page, about: string): Promise<void> {
  expect.soft(await runAxe(page, tags), about).toEqual([]);
}

/** For each browser, a page with scripts in which axe checks the HTML of pages without scripts. */
const scriptedPages = new WeakMap<Browser, Promise<Page>>();

/**
 * Expects an accessible page in a browser without scripts, where axe cannot run: another page shows its HTML, in the
 * narrow width, where most can go wrong. That page stays, as loading axe takes longer than running it.
 */
export async function expectAccessibleUnscripted(page: Page, state: string): Promise<void> {
  const browser = page.context().browser();
  if (browser === null) throw new Error('the page belongs to no browser');
  const opened = scriptedPages.get(browser) ?? openScriptedPage(browser, page.url());
  scriptedPages.set(browser, opened);
  const copy = await opened;
  const html = (await page.content()).replaceAll(/<script\b.*?<\/script>/gs, '');
  await copy.evaluate(replaceDocument, html);
  await expectNoViolation(copy, `${state}, ${narrow.width} px`);
}

/** An empty page of the site, so that it loads the site's files. */
async function openScriptedPage(browser: Browser, url: string): Promise<Page> {
  const context = await browser.newContext({
    javaScriptEnabled: true,
    reducedMotion: 'reduce',
    viewport: narrow,
  });
  const page = await context.newPage();
  await page.route(url, (route) => route.fulfill({ body: '', contentType: 'text/html' }));
  await page.goto(url);
  return page;
}

/** Runs in a page: shows this HTML, and waits for its files. */
async function replaceDocument(html: string): Promise<void> {
  document.open();
  document.write(html);
  document.close();
  if (document.readyState !== 'complete')
    await new Promise((resolve) => window.addEventListener('load', resolve, { once: true }));
  // also where the document is complete before its styles are asked for
  const styles = document.querySelectorAll<HTMLLinkElement>('link[rel=stylesheet]');
  for (const link of styles) {
    if (link.sheet === null)
      await new Promise((resolve) => link.addEventListener('load', resolve, { once: true }));
  }
}
