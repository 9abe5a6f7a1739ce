import type { Page } from '@playwright/test';

/** Words of a part of the page, by default its main one, that are broken across lines without a hyphen. */
export const findBrokenWords = (page: Page, part = 'main'): Promise<string[]> =>
  page.evaluate((selector) => {
    const found = new Set<string>();
    const walker = document.createTreeWalker(
      document.querySelector(selector) ?? document.body,
      NodeFilter.SHOW_TEXT,
    );
    while (walker.nextNode()) {
      const node = walker.currentNode as Text;
      const element = node.parentElement;
      if (!element?.checkVisibility({ visibilityProperty: true })) continue;
      if (element.closest('svg, script, style, noscript, .visually-hidden')) continue;
      if (getComputedStyle(element).hyphens === 'auto') continue;
      for (const { 0: word, index } of node.data.matchAll(/[^\s\-–\u00AD/@.]{5,}/g)) {
        const range = document.createRange();
        range.setStart(node, index);
        range.setEnd(node, index + word.length);
        const lines = Array.from(range.getClientRects()).filter(({ width }) => width > 0);
        const [first, last] = [lines[0], lines.at(-1)];
        if (first && last && last.top >= first.bottom - 2)
          found.add(`${word} (${element.className})`);
      }
    }
    return [...found];
  }, part);
