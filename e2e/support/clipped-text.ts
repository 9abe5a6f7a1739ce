import type { Page } from '@playwright/test';

/**
 * Finds words broken inside, elements beyond the right edge, and overlapping dates. A word of up to ten
 * characters must not break; a longer one only where the browser may hyphenate it.
 */
export const findClippedText = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const faults: string[] = [];
    // carousels, visually hidden elements, and the honeypot field
    const aside =
      '.visually-hidden, .logo__name, .contact__trap, .day-strip, .season, .further__list';
    const seen = (element: Element) =>
      element.checkVisibility({ visibilityProperty: true }) && element.closest(aside) === null;
    const name = (element: Element) => `${element.tagName}.${element.getAttribute('class') ?? ''}`;

    const room = document.documentElement.clientWidth;
    for (const element of document.querySelectorAll('main *')) {
      const { right, width } = element.getBoundingClientRect();
      if (width > 0 && right > room + 1 && seen(element))
        faults.push(`sticks out: ${name(element)}`);
    }

    // parts of a web address are not words
    const words = /(?<![\p{L}\p{N}@./-])\p{L}{2,}(?![\p{L}\p{N}@.-]*[@.]\p{L})/gu;
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let node = texts.nextNode(); node; node = texts.nextNode()) {
      const parent = node.parentElement;
      if (!parent || !seen(parent)) continue;
      for (const { 0: word, index } of (node.textContent ?? '').matchAll(words)) {
        const range = document.createRange();
        range.setStart(node, index);
        range.setEnd(node, index + word.length);
        const boxes = [...range.getClientRects()].filter(({ width }) => width > 0);
        const lines = new Set(boxes.map(({ top }) => Math.round(top))).size;
        if (lines < 2) continue;
        if (word.length <= 10) faults.push(`broken: ${word} in ${name(parent)}`);
        if (getComputedStyle(parent).hyphens !== 'auto') faults.push(`no hyphen: ${word}`);
      }
    }

    const dates = [...document.querySelectorAll('.season__number')];
    dates.forEach((date, index) => {
      const before = dates[index - 1]?.getBoundingClientRect().right ?? 0;
      if (before > date.getBoundingClientRect().left)
        faults.push(`over another: ${date.textContent}`);
    });
    return [...new Set(faults)];
  });
