import type { Locator, Page } from '@playwright/test';
import { newEmail } from '#test/registration.ts';
import { prepareCart } from './support/prepare.ts';
import { expect, test } from './support/test.ts';
import { cards } from './support/visitor.ts';

/** More presses of Tab than this between two elements of a page would be a trap. */
const MAX_STEPS = 90;

/** Presses Tab until this has the focus, up to MAX_STEPS times; the focus must then be visible. */
async function tabTo(page: Page, target: Locator, key = 'Tab'): Promise<void> {
  for (let step = 0; step < MAX_STEPS; step++) {
    await page.keyboard.press(key);
    if (await hasFocus(target)) break;
  }
  await expect(target).toBeFocused();
  await expectFocusShown(page);
}

const hasFocus = (target: Locator) =>
  target.evaluateAll(([element]) => element !== undefined && element === document.activeElement);

/** The focused element is in view, has an outline, and nothing else covers all of it. */
async function expectFocusShown(page: Page): Promise<void> {
  const state = await page.evaluate(() => {
    const element = document.activeElement as HTMLElement;
    // radio buttons and rows of concerts show the outline on their card
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

test('the whole purchase by keyboard alone', async ({ page, visitor, texts }) => {
  const press = (key: string) => page.keyboard.press(key);
  const type = (text: string) => page.keyboard.type(text);
  const main = page.getByRole('main');

  await page.goto('/concerts/all');
  await visitor.hydrated();
  await tabTo(page, main.getByRole('link', { name: 'Auftakt im Fels' }));
  await press('Enter');
  await expect(page.getByRole('heading', { level: 1, name: 'Auftakt im Fels' })).toBeFocused();

  const more = page.getByRole('button', { name: texts.ui.oneMore({ label: 'Normalpreis' }) });
  await tabTo(page, more);
  await press('Enter');
  await press('Space');
  await tabTo(
    page,
    page.getByRole('button', { name: texts.ui.oneLess({ label: 'Normalpreis' }) }),
    'Shift+Tab',
  );
  await press('Enter');
  await expect(visitor.tickets()).toContainText('1 Karte');
  await tabTo(page, visitor.tickets().getByRole('button', { name: texts.concert.addToCart }));
  await press('Enter');
  await expect(visitor.toCart()).toBeVisible();
  await tabTo(page, visitor.toCart());
  await press('Enter');

  await expect(page.getByRole('heading', { level: 1, name: texts.cart.title })).toBeFocused();
  await tabTo(page, main.getByRole('link', { name: texts.cart.checkout }));
  await press('Enter');

  await expect(page.getByRole('heading', { level: 1, name: texts.checkout.title })).toBeFocused();
  const guest = page.getByRole('radio', { name: texts.checkout.asGuest });
  await tabTo(page, guest);
  await press('ArrowDown');
  await expect(page.getByRole('radio', { name: texts.checkout.register })).toBeChecked();
  await press('ArrowUp');
  await expect(guest).toBeChecked();
  await tabTo(page, visitor.field(texts.checkout.firstName));
  await type('Clara');
  // saved too early: the errors take the focus, and link to their fields
  await tabTo(page, visitor.saveButton());
  await press('Enter');
  await expect(page.getByRole('region', { name: texts.ui.errorSummary })).toBeFocused();
  await press('Tab');
  await press('Enter');
  await expect(visitor.field(texts.checkout.lastName)).toBeFocused();
  for (const text of ['Wieck', 'Am Markt 1', '04109', 'Leipzig']) {
    await type(text);
    await press('Tab');
  }
  const country = page.getByRole('combobox', { name: texts.checkout.country });
  await expect(country).toBeFocused();
  await type('Deu');
  await expect(page.getByRole('option', { name: 'Deutschland' })).toHaveAttribute(
    'aria-selected',
    'true',
  );
  await press('ArrowDown');
  await press('ArrowUp');
  await press('Escape');
  await expect(page.getByRole('option')).toHaveCount(0);
  await press('ArrowDown');
  await press('Enter');
  await expect(country).toHaveValue('Deutschland');
  await press('Tab');
  await expect(visitor.field(texts.checkout.email)).toBeFocused();
  await type(newEmail());
  await press('Enter');

  const edit = page.getByRole('button', { name: texts.checkout.edit });
  await expect(edit).toBeVisible();
  await tabTo(page, page.getByRole('radio', { name: texts.cart.onlineticket }));
  await press('Space');
  await expect(visitor.toPayment()).not.toHaveAttribute('aria-disabled', 'true');
  await tabTo(page, visitor.toPayment());
  await press('Enter');

  await visitor.sees(texts.payment.title);
  await expect(visitor.payButton()).toBeEnabled();
  const card = page
    .frameLocator('.card-fields iframe')
    .getByRole('textbox', { name: 'Card number' });
  for (let step = 0; step < MAX_STEPS && !(await hasFocus(card)); step++) await press('Tab');
  await type(cards.pays);
  await press('Tab');
  await type('1234');
  await press('Tab');
  await type('123');
  await tabTo(page, visitor.payButton());
  await press('Enter');

  await visitor.seesConfirmation();
  await tabTo(page, page.getByRole('link', { name: texts.order.createAccount }));
});

test(
  'on every page Tab goes round and never stops',
  { tag: ['@desk', '@long'] },
  async ({ page, visitor }) => {
    for (const path of ['/', '/concerts/all', '/about', '/contact', '/auth/register']) {
      await page.goto(path);
      await visitor.hydrated();
      const stops = await page.evaluate(
        () =>
          [
            ...document.querySelectorAll<HTMLElement>('a[href], button, input, summary, textarea'),
          ].filter(
            (element) =>
              element.checkVisibility() &&
              element.tabIndex >= 0 &&
              !element.closest('[aria-hidden]'),
          ).length,
      );
      const seen = new Set<string>();
      for (let step = 0; step < stops; step++) {
        await page.keyboard.press('Tab');
        seen.add(
          await page.evaluate(() => {
            const element = document.activeElement as HTMLElement;
            element.dataset['stop'] ??= String(Math.random());
            return element.dataset['stop'];
          }),
        );
      }
      expect(seen.size, path).toBeGreaterThan(stops * 0.9);
    }
  },
);

test('Tab chooses the highlighted country', { tag: '@desk' }, async ({ page, visitor, texts }) => {
  await prepareCart(page, 'Fünf Winde');
  await page.goto('/ticketshop/checkout');
  await visitor.hydrated();
  const country = page.getByRole('combobox', { name: texts.checkout.country });
  await country.click();
  await page.keyboard.type('Schwei');
  await page.keyboard.press('Tab');
  await expect(country).toHaveValue('Schweiz');
  // a cleared field stays empty when it loses focus
  await country.fill('');
  await page.keyboard.press('Tab');
  await expect(country).toHaveValue('');
  // leaving by the pointer chooses the only match
  await country.fill('Deutschl');
  await page.getByRole('heading', { level: 1 }).click();
  await expect(country).toHaveValue('Deutschland');
  await country.fill('zzz');
  await page.getByRole('heading', { level: 1 }).click();
  await expect(country).toHaveValue('Deutschland');
});
