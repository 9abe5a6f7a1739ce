import type { Page } from '@playwright/test';
import { countConcerts, demoArticles, findConcert } from './support/concerts.ts';
import { prepareCart, preparePayment } from './support/prepare.ts';
import { expect, test } from './support/test.ts';
import { localeOf } from './support/texts.ts';

test(
  'a navigation sets title, focus and what is announced; back restores the place',
  {
    tag: '@desk',
  },
  async ({ page, visitor, texts }) => {
    await page.goto('/concerts/all');
    await visitor.hydrated();
    const link = page.getByRole('link', { name: 'Jupiter' });
    await link.scrollIntoViewIfNeeded();
    const before = await page.evaluate(() => window.scrollY);
    expect(before).toBeGreaterThan(500);
    await link.click();
    await expect(page).toHaveTitle('Jupiter – Musiksommer Marienfirn');
    await expect(page.getByRole('heading', { level: 1, name: 'Jupiter' })).toBeFocused();
    await expect(page.locator('[aria-live=polite].visually-hidden').last()).toHaveText(
      'Jupiter – Musiksommer Marienfirn',
    );
    await page.goBack();
    await visitor.sees('Konzerte');
    await expect(page).toHaveTitle(`${texts.concert.concerts} – Musiksommer Marienfirn`);
    await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(before);
  },
);

test.describe('when its data fail', { tag: ['@desk', '@long'] }, () => {
  test.use({ allowedErrors: /500|ERR_FAILED/ });

  test('Home shows a spinner for its dates, and finds them later', async ({
    page,
    visitor,
    texts,
  }) => {
    await page.goto('/about');
    await visitor.hydrated();
    let failures = 0;
    await page.route('**/_.data*', (route) => {
      if (++failures > 2) return route.continue();
      return failures === 1 ? route.abort() : route.fulfill({ status: 500, body: '' });
    });
    await page.getByRole('contentinfo').getByRole('link', { name: texts.layout.home }).click();
    await visitor.sees('Musiksommer Marienfirn');
    const dates = page.locator('.hero__dates');
    await expect(dates.getByRole('status')).toBeVisible();
    await expect(dates).toHaveText('8.–29. August 2025');
    expect(failures).toBe(3);
    await expect(page.getByRole('heading', { name: texts.festival.nextConcerts })).toBeVisible();
  });
});

test('skip links come first', { tag: '@desk' }, async ({ page, visitor, texts, request }) => {
  const { id } = await findConcert(request, 'Jupiter');
  await page.goto(`/concerts/${id}`);
  await visitor.hydrated();
  await page.keyboard.press('Tab');
  const skip = page.getByRole('link', { name: texts.layout.skipToContent });
  await expect(skip).toBeFocused();
  await expect(skip).toBeInViewport();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('main')).toBeFocused();
  await page.keyboard.press('Tab');
  await expect(page.getByRole('link', { name: texts.concert.skipToTickets })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(visitor.tickets()).toBeFocused();
});

test(
  'the phone menu: a dialog that keeps the focus and closes',
  { tag: '@phone' },
  async ({ page, visitor, texts }) => {
    await prepareCart(page, 'Fünf Winde');
    await page.goto('/about');
    await visitor.hydrated();
    const burger = page.getByRole('button', { name: texts.layout.openMenu });
    await expect(burger).toHaveAttribute('aria-expanded', 'false');
    await burger.click();
    const menu = page.getByRole('dialog', { name: texts.layout.mainMenu });
    await expect(menu.getByRole('listitem').filter({ hasNotText: /DE|EN/ })).toHaveText([
      'Start',
      'Konzerte',
      'Über uns',
      'Kontakt',
      'Warenkorb',
      'Anmelden',
    ]);
    // never out of the dialog: the browser's own buttons do not count
    for (let step = 0; step < 14; step++) {
      await page.keyboard.press('Tab');
      const inside = await menu.evaluate(
        (dialog) =>
          document.activeElement === document.body || dialog.contains(document.activeElement),
      );
      expect(inside).toBe(true);
    }
    await page.keyboard.press('Escape');
    await expect(menu).toBeHidden();
    await expect(burger).toBeFocused();
    await burger.click();
    await menu.getByRole('link', { name: 'Konzerte' }).click();
    await expect(menu).toBeHidden();
    await visitor.sees('Konzerte');
  },
);

test('missing pages', { tag: '@phone' }, async ({ page, visitor, texts }) => {
  await page.goto('/concerts/99999');
  await visitor.sees('Diesen Gipfel gibt es nicht.');
  await page.getByRole('main').getByRole('link', { name: texts.platform.toConcerts }).click();
  await visitor.sees('Konzerte');
  await page.goto('/somewhere/else');
  await expect(page).toHaveURL(/:\d+\/$/);
});

test('the filters and days of the list', async ({ page, visitor, texts }) => {
  await page.goto('/concerts/all');
  await visitor.hydrated();
  const filters = page.getByRole('navigation', { name: texts.concert.filters });
  await filters.getByRole('link', { name: 'Karten erhältlich' }).click();
  await expect(page).toHaveURL(/show=available/);
  await expect(page.getByText(/^\d+ von \d+ Konzerten$/)).toBeVisible();
  await expect(page.getByText('Ausverkauft')).toHaveCount(0);
  await expect(async () => {
    const count = await countConcerts(page.request);
    await page.reload();
    const shown = page.getByText(new RegExp(`^\\d+ von ${count} Konzerten$`));
    await expect(shown).toBeVisible({ timeout: 2000 });
  }).toPass();
  await filters.getByRole('link', { name: 'Eintritt frei' }).click();
  await expect(page.getByRole('article')).toHaveCount(3);
  await expect(
    page.getByRole('navigation', { name: texts.concert.days }).getByRole('link'),
  ).toHaveCount(3);
  await filters.getByRole('link', { name: 'Ganzes Kloster' }).click();
  await expect(page.getByRole('article')).toHaveCount(0);
  await expect(page.getByRole('status').filter({ hasText: 'Eintritt frei, Ganzes' })).toHaveCount(
    1,
  );
  await filters.getByRole('link', { name: texts.concert.everywhere }).click();
  await expect(page.getByRole('article')).toHaveCount(3);
  await filters.getByRole('link', { name: 'Alle', exact: true }).click();
  await expect(demoArticles(page)).toHaveCount(16);
  await page.getByRole('navigation', { name: texts.concert.days }).getByRole('link').last().click();
  await expect(page.getByRole('link', { name: 'Lange Nacht der Musik' })).toBeInViewport();
});

test(
  'a map loads only after a click that says where from',
  { tag: '@desk' },
  async ({ page, visitor, texts }) => {
    const asked: string[] = [];
    await page.route('https://www.openstreetmap.org/**', (route) => {
      asked.push(route.request().url());
      return route.fulfill({ contentType: 'text/html', body: '<title>Map</title>' });
    });
    await visitor.openConcert('Jupiter');
    await expect(page.getByText(texts.concert.mapConsent)).toBeVisible();
    expect(asked).toEqual([]);
    await page.getByRole('button', { name: texts.concert.mapLoad }).click();
    await expect(page.locator('iframe')).toHaveAttribute('title', /^Karte: /);
    await expect.poll(() => asked.length).toBe(1);
    // the pressed button is gone, so its ancestor has the focus
    await page.keyboard.press('Tab');
    await expect(page.getByRole('link', { name: texts.concert.directions })).toBeFocused();
  },
);

test.describe('the language', { tag: '@desk' }, () => {
  test('the switch leads to the page in the other language and is stored', async ({
    page,
    visitor,
    request,
  }) => {
    const { id } = await findConcert(request, 'Die schöne Müllerin');
    await page.goto(`/concerts/${id}`);
    await page.getByRole('banner').getByRole('button', { name: 'EN', exact: true }).click();
    await expect(page).toHaveURL(new RegExp(`/en/concerts/${id}$`));
    await expect(page.locator('html')).toHaveAttribute('lang', 'en');
    await expect(page.getByText('Sold out').first()).toBeVisible();
    const [cookie] = await page.context().cookies();
    expect(cookie).toMatchObject({ name: 'language', value: 'en' });
    expect(cookie?.expires).toBeGreaterThan(Date.now() / 1000 + 300 * 24 * 3600);
    await page.goto('/about');
    await visitor.sees('About us');
    await page.getByRole('contentinfo').getByRole('button', { name: 'Deutsch' }).click();
    await expect(page).toHaveURL(/\/de\/about$/);
    await page.goto('/about');
    await expect(page.locator('html')).toHaveAttribute('lang', 'de');
  });

  test('in the shop it stays on the step, with the cart', async ({ page, visitor }) => {
    await prepareCart(page, 'Fünf Winde');
    await page.goto('/ticketshop');
    await visitor.sees('Ihr Warenkorb');
    await page.getByRole('banner').getByRole('button', { name: 'EN', exact: true }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'Your cart' })).toBeVisible();
    await expect(page).toHaveURL(/\/ticketshop$/);
    await expect(page.getByRole('main').getByText('€26.00').first()).toBeVisible();
  });

  test('links stay under the prefix; pages without one keep the language', async ({ page }) => {
    await page.goto('/en/concerts/all');
    await page.getByRole('link', { name: 'Jupiter' }).click();
    await expect(page).toHaveURL(/\/en\/concerts\/\d+$/);
    await page.getByRole('banner').getByRole('link', { name: 'Login' }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'Log in' })).toBeVisible();
    await page.reload();
    await expect(page.getByRole('heading', { level: 1, name: 'Log in' })).toBeVisible();
  });
});

test.describe('alerts', { tag: '@phone' }, () => {
  test.use({ locale: localeOf.en });

  test('every navigation clears the alert, and it can be dismissed', async ({
    page,
    visitor,
    texts,
  }) => {
    await page.goto('/contact');
    await visitor.hydrated();
    const fill = async () => {
      await visitor.field('Email').fill('somebody@example.org');
      await visitor.field('Subject').fill('Steps');
      await visitor.field('Message').fill(`At ${Date.now()}`);
      await page.getByRole('button', { name: 'Send message' }).click();
      await expect(alert).toBeVisible();
    };
    const alert = page.getByText('message sent successfully');
    await fill();
    await page.getByRole('button', { name: texts.platform.dismiss }).click();
    await expect(alert).toHaveCount(0);
    await fill();
    await page.getByRole('contentinfo').getByRole('link', { name: 'About' }).click();
    await visitor.sees('About us');
    await expect(alert).toHaveCount(0);
  });
});

test.describe('failures during navigation', { tag: ['@desk', '@long'] }, () => {
  test.use({ allowedErrors: /status of 5\d\d|^5\d\d fetch|ERR_FAILED/ });

  test('an API that refuses (403) or fails is reported, values are kept', async ({
    page,
    visitor,
    texts,
  }) => {
    await prepareCart(page, 'Fünf Winde');
    await page.goto('/ticketshop');
    await visitor.raise('Normalpreis');
    const update = page.getByRole('button', { name: texts.cart.update });
    await page.route('**/ticketshop.data*', (route) =>
      route.fulfill({ status: 403, body: 'Nein' }),
    );
    await update.click();
    await expect(page.getByText('Fehlende Berechtigung')).toBeVisible();
    await page.unroute('**/ticketshop.data*');
    await page.route('**/ticketshop.data*', (route) => route.fulfill({ status: 500, body: 'x' }));
    await update.click();
    await expect(page.getByText('Interner Serverfehler')).toBeVisible();
    await page.unroute('**/ticketshop.data*');
    await page.route('**/ticketshop.data*', (route) => route.abort());
    await update.click();
    await expect(page.getByText(texts.platform.offline)).toBeVisible();
    await page.unroute('**/ticketshop.data*');
    await update.click();
    await expect(page.getByText(texts.cart.updated)).toBeVisible();
  });

  test('a network lost during navigation shows a message in the page, and a retry', async ({
    page,
    visitor,
    texts,
  }) => {
    await page.goto('/impressum');
    await visitor.hydrated();
    const footer = page.getByRole('contentinfo');
    const retry = page.getByRole('main').getByRole('link', { name: texts.platform.retry });
    await page.route('**/*.data*', (route) => route.abort());
    await footer.getByRole('link', { name: texts.layout.concerts }).click();
    await expect(page.getByText(texts.concert.unavailable)).toBeVisible();
    await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
    // before hydration and without scripts, the link loads the page again
    await expect(retry).toHaveAttribute('href', '');
    await page.unroute('**/*.data*');
    await retry.click();
    await expect(demoArticles(page)).toHaveCount(16);

    await page.route('**/*.data*', (route) => route.abort());
    await page.getByRole('link', { name: 'Jupiter' }).click();
    await visitor.sees(texts.concert.loadingConcert);
    await page.unroute('**/*.data*');
    await retry.click();
    await visitor.sees('Jupiter');

    await page.route('**/*.data*', (route) => route.abort());
    await footer.getByRole('link', { name: texts.layout.about }).click();
    await expect(page.getByText(texts.platform.offline)).toBeVisible();
    await expect(page.getByRole('heading', { name: texts.platform.errorTitle })).toBeFocused();
  });

  test('a slow page shows that it is loading', async ({ page, visitor, texts }) => {
    await page.goto('/impressum');
    await visitor.hydrated();
    await page.clock.install();
    const held = Promise.withResolvers<void>();
    await page.route('**/*.data*', async (route) => {
      await held.promise;
      await route.continue();
    });
    await page.getByRole('contentinfo').getByRole('link', { name: texts.layout.about }).click();
    await page.clock.fastForward(600);
    await expect(
      page.getByRole('status').filter({ hasText: texts.platform.loading }),
    ).toBeVisible();
    await page.clock.fastForward(4000);
    const slow = page.getByRole('status').filter({ hasText: texts.platform.takesLonger });
    await expect(slow).toBeVisible();
    held.resolve();
    await visitor.sees(texts.festival.about);
    await expect(slow).toHaveCount(0);
  });

  /** Holds back what the page sends until the returned function is called, then lets four seconds pass. */
  async function slowDown(page: Page, press: () => Promise<void>): Promise<() => void> {
    await page.clock.install();
    const held = Promise.withResolvers<void>();
    await page.route('**/*.data*', async (route) => {
      await held.promise;
      await route.continue();
    });
    await press();
    await page.clock.fastForward(4100);
    return held.resolve;
  }

  test('a form that takes long says so: tickets to add', async ({ page, visitor, texts }) => {
    const slow = page.getByRole('status').filter({ hasText: texts.platform.takesLonger });
    const { id } = await findConcert(page.request, 'Fünf Winde');
    await page.goto(`/concerts/${id}`);
    await visitor.hydrated();
    await visitor.raise('Normalpreis');
    const add = () => page.getByRole('button', { name: texts.concert.addToCart }).first().click();
    const release = await slowDown(page, add);
    await expect(slow).toBeVisible();
    release();
    await expect(slow).toHaveCount(0);
  });

  test('a form that takes long says so: changed quantities', async ({ page, visitor, texts }) => {
    const slow = page.getByRole('status').filter({ hasText: texts.platform.takesLonger });
    await prepareCart(page, 'Fünf Winde');
    await page.goto('/ticketshop');
    await visitor.hydrated();
    await visitor.raise('Normalpreis');
    const update = () => page.getByRole('button', { name: texts.cart.update }).click();
    const release = await slowDown(page, update);
    await expect(slow).toBeVisible();
    release();
    await expect(slow).toHaveCount(0);
  });

  test('a form that takes long says so: a delivery method', async ({ page, visitor, texts }) => {
    const slow = page.getByRole('status').filter({ hasText: texts.platform.takesLonger });
    await preparePayment(page, 'Fünf Winde');
    await page.goto('/ticketshop/checkout');
    await visitor.hydrated();
    const choose = () => page.getByRole('radio', { name: texts.cart.boxoffice }).check();
    const release = await slowDown(page, choose);
    await expect(slow).toBeVisible();
    release();
    await expect(slow).toHaveCount(0);
  });

  test('a step of the shop that fails shows the reason', async ({ page, visitor, texts }) => {
    await prepareCart(page, 'Fünf Winde');
    await page.goto('/ticketshop');
    await visitor.hydrated();
    const step = page.getByRole('link', { name: texts.cart.checkout });
    await page.route('**/checkout.data*', (route) => route.abort());
    await step.click();
    await expect(page.getByText(texts.platform.offline)).toBeVisible();
    await page.goto('/ticketshop');
    await visitor.hydrated();
    await page.unroute('**/checkout.data*');
    await page.route('**/checkout.data*', (route) => route.fulfill({ status: 503, body: '' }));
    await step.click();
    await expect(page.getByText('Dienst nicht verfügbar')).toBeVisible();
  });
});
