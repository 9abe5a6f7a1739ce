import { expect, type Locator, type Page } from '@playwright/test';

/** More presses of Tab than this between two elements of a page would be a trap. */
export const MAX_STEPS = 90;

/** Presses Tab until this has the focus; each stop on the way is visible and can be left. */
export async function tabTo(page: Page, target: Locator, key = 'Tab'): Promise<void> {
  for (let step = 0; step < MAX_STEPS; step++) {
    await page.keyboard.press(key);
    if (await hasFocus(target)) break;
  }
  await expect(target).toBeFocused();
  await expectFocusShown(page);
}

/** Whether this element has the focus. */
export const hasFocus = async (target: Locator) =>
  (await target.count()) > 0 &&
  (await target.first().evaluate((element) => element === document.activeElement));

/** The focused element is in view, has an outline, and nothing else covers all of it. */
async function expectFocusShown(page: Page): Promise<void> {
  const state = await page.evaluate(() => {
    const element = document.activeElement as HTMLElement;
    // radio buttons and rows of concerts show theirs on the card around them
    const shown = [element, element.closest('label'), element.closest('article')];
    const outlined = shown.some((part) => {
      const style = part && getComputedStyle(part);
      return style && style.outlineStyle !== 'none' && Number.parseFloat(style.outlineWidth) >= 2;
    });
    const box = element.getBoundingClientRect();
    const points = [0.1, 0.5, 0.9].flatMap((x) => [0.1, 0.5, 0.9].map((y) => [x, y] as const));
    const uncovered = points.some(([x, y]) => {
      const top = document.elementFromPoint(box.left + box.width * x, box.top + box.height * y);
      return top !== null && (element.contains(top) || top.contains(element));
    });
    return { name: element.outerHTML.slice(0, 120), outlined, uncovered };
  });
  expect(state).toMatchObject({ outlined: true, uncovered: true });
}
