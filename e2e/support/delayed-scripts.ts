import type { Page } from '@playwright/test';

/** Delays scripts until the returned function is called. */
export async function delayScripts(page: Page): Promise<() => void> {
  const released = Promise.withResolvers<void>();
  await page.route('**/*.js', async (route) => {
    await released.promise;
    await route.continue();
  });
  return () => released.resolve();
}

/** Waits until styles and fonts have loaded, in a page whose scripts are delayed. */
export async function waitForStyles(page: Page): Promise<void> {
  await page.waitForFunction(async () => {
    const styles = [...document.querySelectorAll<HTMLLinkElement>('link[rel=stylesheet]')];
    if (document.readyState !== 'interactive' || !styles.every(({ sheet }) => sheet !== null)) {
      return false;
    }
    await document.fonts.ready;
    // a font starts to load when text is laid out with it: after the styles, or after another font
    for (let frames = 0; frames < 2; frames += 1) await new Promise(requestAnimationFrame);
    return document.fonts.status === 'loaded';
  });
}

/** The positions of headings, labels and the footer, in pixels from the top. */
export async function measurePlaces(page: Page): Promise<string[]> {
  return await page.locator('main :is(h1, h2, h3, label), footer').evaluateAll((elements) =>
    elements
      .filter((element) => element.checkVisibility({ visibilityProperty: true }))
      .map((element) => {
        const top = Math.round(element.getBoundingClientRect().top + window.scrollY);
        return `${element.tagName} ${element.textContent?.slice(0, 40)}: ${top}`;
      }),
  );
}
