import type { Page } from '@playwright/test';

/** How many pixels the page can be scrolled sideways, and the elements that overflow. */
export const findOverflow = (page: Page) =>
  page.evaluate(() => {
    const room = document.documentElement.clientWidth;
    const over = document.documentElement.scrollWidth - room;
    if (over <= 0) return [];
    return [...document.querySelectorAll('main *, header *, footer *')]
      .filter((element) => element.getBoundingClientRect().right > room + 1)
      .slice(0, 5)
      .map(
        (element) => `${element.tagName}.${element.className} ${element.textContent?.slice(0, 30)}`,
      )
      .concat(`${over} px`);
  });
