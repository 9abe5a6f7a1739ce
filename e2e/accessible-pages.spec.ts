import { expectAccessible } from './support/accessible.ts';
import { prepareCart, requestTooMany } from './support/prepare.ts';
import { concertPaths, publicPaths } from './support/pages.ts';
import { expect, test } from './support/test.ts';
import { localeOf } from './support/texts.ts';

for (const language of ['de', 'en'] as const) {
  test.describe(`accessible in ${language}`, { tag: '@desk' }, () => {
    test.use({ locale: localeOf[language], contextOptions: { reducedMotion: 'reduce' } });

    test('public pages', async ({ page, visitor }) => {
      for (const path of [...publicPaths, '/not-found', '/concerts/all?show=free&venue=cloister']) {
        await page.goto(path);
        await visitor.hydrated();
        await expectAccessible(page, path);
      }
    });

    test('concerts: on sale, sold out, free, not on sale; with a map', async ({
      page,
      visitor,
      texts,
    }) => {
      await page.route('https://www.openstreetmap.org/**', (route) =>
        route.fulfill({
          contentType: 'text/html',
          body: '<html lang="en"><title>Map</title><main><h1>Map</h1></main></html>',
        }),
      );
      for (const path of await concertPaths(page.request)) {
        await page.goto(path);
        await visitor.hydrated();
        await expectAccessible(page, path);
      }
      await page.getByRole('button', { name: texts.concert.mapLoad }).click();
      await expectAccessible(page, 'map');
    });

    test('choosing tickets', async ({ page, visitor, texts }) => {
      const kind = language === 'de' ? 'Normalpreis' : 'Full price';
      await visitor.openConcert('La Follia');
      await visitor.raise(kind, 4);
      await expectAccessible(page, 'no more tickets');
      await requestTooMany(page);
      await visitor.tickets().getByRole('button', { name: texts.concert.addToCart }).click();
      await expect(visitor.tickets().getByRole('alert')).toBeVisible();
      await expectAccessible(page, 'not added');

      await visitor.openConcert('Fünf Winde');
      await page.clock.install();
      await visitor.raise(kind);
      await visitor.addToCart();
      await expectAccessible(page, 'added, with its message');
      await page.getByRole('button', { name: texts.layout.cartWith({ count: 1 }) }).click();
      await expectAccessible(page, 'dropdown with entries');
    });

    test('the header: dropdown and menu', async ({ page, visitor, texts }) => {
      await page.goto('/about');
      await visitor.hydrated();
      await page.getByRole('button', { name: texts.layout.cartWith({ count: 0 }) }).click();
      await expect(page.getByText(texts.layout.emptyCart)).toBeVisible();
      await expectAccessible(page, 'empty dropdown');
      await prepareCart(page, 'Fünf Winde');
      await page.setViewportSize({ width: 390, height: 844 });
      await page.goto('/');
      await visitor.hydrated();
      await page.getByRole('button', { name: texts.layout.openMenu }).click();
      await expect(page.getByRole('dialog', { name: texts.layout.mainMenu })).toBeVisible();
      await expectAccessible(page, 'menu');
    });

    test('contact and newsletter', async ({ page, visitor, texts }) => {
      await page.goto('/contact');
      await visitor.hydrated();
      await page.getByRole('button', { name: texts.contact.send }).click();
      await page.getByRole('contentinfo').getByRole('textbox').fill('nobody');
      await page.getByRole('button', { name: texts.layout.newsletterSend }).click();
      await expectAccessible(page, 'contact with errors');
      await visitor.field(texts.contact.email).fill('somebody@example.org');
      await visitor.field(texts.contact.subject).fill('Stufen');
      await visitor.field(texts.contact.message).fill(`${Date.now()}`);
      await page.route('**/contact.data*', (route) => route.fulfill({ status: 429, body: '' }));
      await page.getByRole('button', { name: texts.contact.send }).click();
      await expect(page.getByText(texts.contact.failed).first()).toBeVisible();
      await expectAccessible(page, 'contact failed');
      await page.unroute('**/contact.data*');
      await page.getByRole('button', { name: texts.contact.send }).click();
      await expect(page.getByText(texts.contact.sent)).toBeVisible();
      await expectAccessible(page, 'contact sent');
    });
  });
}
