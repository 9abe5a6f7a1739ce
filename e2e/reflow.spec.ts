import type { Page } from '@playwright/test';
import { registerAccount, signIn } from './support/accounts.ts';
import { findBrokenWords } from './support/broken-words.ts';
import { findClippedText } from './support/clipped-text.ts';
import { findOverflow } from './support/overflow.ts';
import { concertPaths, privatePaths, publicPaths } from './support/pages.ts';
import { prepareCart, preparePayment } from './support/prepare.ts';
import { expect, test } from './support/test.ts';
import { localeOf } from './support/texts.ts';

/** Headings go down one level at a time, from one h1. */
const headingOrder = (page: Page) =>
  page.evaluate(() => {
    const levels = [...document.querySelectorAll('h1, h2, h3, h4, h5, h6')]
      .filter((heading) => heading.checkVisibility({ visibilityProperty: true }))
      .map((heading) => Number(heading.tagName[1]));
    const jumps = levels.filter((level, index) => level > (levels[index - 1] ?? 0) + 1);
    return { first: levels[0], ones: levels.filter((level) => level === 1).length, jumps };
  });

async function expectFits(page: Page, what: string): Promise<void> {
  await expect(page.locator('.spinner--page'), what).toHaveCount(0);
  expect.soft(await findOverflow(page), what).toEqual([]);
  expect.soft(await headingOrder(page), what).toMatchObject({ ones: 1, jumps: [] });
}

/** Opens every page; the shop's steps and the account again with a filled cart. */
async function visitAll(page: Page, look: (path: string) => Promise<void>): Promise<void> {
  const places = [...publicPaths, '/concerts/99999', ...(await concertPaths(page.request))];
  for (const path of [...places, ...privatePaths]) {
    await page.goto(path);
    await look(path);
  }
  await signIn(page, await registerAccount(page.request));
  await preparePayment(page, 'Lange Nacht der Musik', { quantity: 2 });
  await page.evaluate(() => localStorage.clear());
  for (const path of [
    '/ticketshop',
    '/ticketshop/checkout',
    '/ticketshop/payment',
    '/user',
    '/user/profile',
  ]) {
    await page.goto(path);
    await look(`filled ${path}`);
  }
}

for (const language of ['de', 'en'] as const) {
  // the same texts and days in any time zone of the visitor (product.md 10)
  test.describe(`on phones, in ${language}, in Tokyo`, { tag: '@phone' }, () => {
    test.use({ locale: localeOf[language], timezoneId: 'Asia/Tokyo' });

    test('no page scrolls sideways at 320 px; with text twice as large everything wraps', async ({
      page,
      context,
    }) => {
      const browser = await context.newCDPSession(page);
      // like the browser's own setting: media queries in em follow, too
      const setText = (standard: number) =>
        browser.send('Page.setFontSizes', { fontSizes: { standard } });
      await visitAll(page, async (path) => {
        await page.setViewportSize({ width: 320, height: 640 });
        await expectFits(page, `${path} at 320 px`);
        await page.setViewportSize({ width: 390, height: 844 });
        await setText(32);
        await expect(page.locator('html')).toHaveCSS('font-size', '32px');
        await expectFits(page, `${path}, large`);
        expect.soft(await findClippedText(page), `${path}, large`).toEqual([]);
        await setText(16);
      });
    });
  });
}

test.describe('text twice as large', { tag: ['@desk', '@long'] }, () => {
  test('nothing is cut off', async ({ page }) => {
    await page.addInitScript(() => {
      if (window !== window.top) return;
      document.addEventListener('DOMContentLoaded', () => {
        document.documentElement.style.fontSize = '200%';
      });
    });
    await visitAll(page, async (path) => {
      await expectFits(page, path);
      const cut = await page.evaluate(() =>
        [
          ...document.querySelectorAll<HTMLElement>(
            'main :is(p, h1, h2, h3, li, button, a, label, dt, dd)',
          ),
        ]
          .filter((element) => {
            const style = getComputedStyle(element);
            const hidden =
              style.overflow === 'hidden' && !element.classList.contains('visually-hidden');
            return hidden && element.scrollHeight > element.clientHeight + 4;
          })
          .map((element) => `${element.tagName}.${element.className}`),
      );
      expect.soft(cut, path).toEqual([]);
    });
  });
});

test.describe('on a desktop', { tag: ['@desk', '@long'] }, () => {
  test('no word breaks, however narrow the window', async ({ page }) => {
    const paths = ['/', '/concerts/all', ...(await concertPaths(page.request))];
    for (const path of paths) {
      await page.goto(path);
      for (const width of [900, 930, 960, 1000]) {
        await page.setViewportSize({ width, height: 900 });
        expect.soft(await findBrokenWords(page), `${path} at ${width} px`).toEqual([]);
      }
    }
  });

  test('text twice as large: the cart has the layout of phones', async ({
    page,
    context,
    texts,
  }) => {
    const settings = await context.newCDPSession(page);
    await settings.send('Page.setFontSizes', { fontSizes: { standard: 32 } });
    await prepareCart(page, 'Fünf Winde');
    await page.goto('/ticketshop');
    const lines = await page.getByRole('link', { name: 'Fünf Winde' }).first().boundingBox();
    const order = await page.getByRole('region', { name: texts.cart.order }).boundingBox();
    // below the entries, not beside them
    expect(order?.y ?? 0).toBeGreaterThan((lines?.y ?? 0) + (lines?.height ?? 0));
    expect(await findBrokenWords(page)).toEqual([]);
  });
});

test('a list of countries opened by the pointer lies within the window', async ({
  page,
  visitor,
  texts,
}) => {
  await prepareCart(page, 'Fünf Winde');
  await page.goto('/ticketshop/checkout');
  await visitor.hydrated();
  const country = page.getByRole('combobox', { name: texts.checkout.country });
  await country.evaluate((field) => field.scrollIntoView({ block: 'end' }));
  await country.click();
  await expect(page.getByRole('listbox', { name: texts.checkout.country })).toBeInViewport({
    ratio: 1,
  });
  await expect(country).toBeInViewport({ ratio: 1 });
});

test('address and delivery end at the same height', { tag: '@desk' }, async ({ page, texts }) => {
  await preparePayment(page, 'Fünf Winde');
  await page.goto('/ticketshop/payment');
  const tops = [texts.payment.editAddress, texts.payment.editDelivery].map(async (name) => {
    const box = await page.getByRole('link', { name }).boundingBox();
    return box?.y;
  });
  const [address, delivery] = await Promise.all(tops);
  expect(address).toBeGreaterThan(0);
  expect(delivery).toBe(address);
});

test.describe('with system settings', { tag: '@desk' }, () => {
  test('forced colours keep controls, focus and states visible', async ({
    page,
    visitor,
    texts,
  }) => {
    await page.emulateMedia({ forcedColors: 'active' });
    await visitor.openConcert('Jupiter');
    const more = page.getByRole('button', { name: texts.ui.oneMore({ label: 'Normalpreis' }) });
    await more.click();
    await more.focus();
    await page.keyboard.press('Shift+Tab');
    await page.keyboard.press('Tab');
    const look = await more.evaluate((button) => {
      const { outlineStyle, borderTopStyle, color, backgroundColor } = getComputedStyle(button);
      return { outlineStyle, borderTopStyle, legible: color !== backgroundColor };
    });
    expect(look).toEqual({ outlineStyle: 'solid', borderTopStyle: 'solid', legible: true });
    await visitor.addToCart();
    await page.goto('/ticketshop/checkout');
    const guest = page.getByRole('radio', { name: texts.checkout.asGuest });
    await expect(guest).toBeChecked();
    const differs = await page.evaluate(() => {
      const [chosen, other] = document.querySelectorAll<HTMLInputElement>('input[name=way]');
      if (!chosen || !other) return false;
      const lookOf = (input: HTMLInputElement) => {
        const { appearance, boxShadow, backgroundColor, borderWidth } = getComputedStyle(input);
        return [appearance, boxShadow, backgroundColor, borderWidth].join();
      };
      // the browser draws it, or more differs than a colour, which forced colours remove
      return getComputedStyle(chosen).appearance !== 'none' || lookOf(chosen) !== lookOf(other);
    });
    expect(differs).toBe(true);
  });

  test('reduced motion: nothing moves for long', async ({ page, visitor }) => {
    await page.emulateMedia({ reducedMotion: 'reduce' });
    for (const path of ['/', '/concerts/all', '/about']) {
      await page.goto(path);
      await visitor.hydrated();
      const moving = await page.evaluate(() =>
        document
          .getAnimations()
          .filter((animation) => Number(animation.effect?.getComputedTiming().endTime) > 180)
          .map((animation) => String((animation.effect as KeyframeEffect).target?.className)),
      );
      expect(moving, path).toEqual([]);
    }
  });
});
