import { concertPaths, publicPaths } from './support/pages.ts';
import { expect, test } from './support/test.ts';
import { localeOf } from './support/texts.ts';

for (const language of ['de', 'en'] as const) {
  test.describe(`without JavaScript in ${language}`, () => {
    test.use({ javaScriptEnabled: false, locale: localeOf[language] });

    test('public pages are complete', { tag: '@desk' }, async ({ page, say }) => {
      for (const path of publicPaths) {
        await page.goto(path);
        await expect(page.getByRole('heading', { level: 1 }), path).toBeVisible();
        await expect(page.getByText(say.platform.loading, { exact: true }), path).toHaveCount(0);
        await expect(
          page.getByRole('contentinfo').getByRole('link', { name: say.layout.terms }),
        ).toBeVisible();
        const words = (await page.getByRole('main').innerText()).split(/\s+/).length;
        expect(words, path).toBeGreaterThan(path === '/contact' ? 30 : 100);
      }
      await page.goto('/');
      await expect(
        page.getByText(language === 'de' ? '8.–29. August 2025' : '8–29 August 2025').first(),
      ).toBeVisible();
    });

    test('the concerts can be read and found', { tag: '@phone' }, async ({ page, say }) => {
      await page.goto('/concerts/all');
      await expect(page.getByRole('article')).toHaveCount(16);
      await page
        .getByRole('navigation', { name: say.concert.filters })
        .getByRole('link', { name: say.concert.showFree })
        .click();
      await expect(page.getByRole('article')).toHaveCount(3);
      await page.getByRole('article').first().getByRole('link').click();
      await expect(page.getByRole('heading', { name: say.concert.programme })).toBeVisible();
      for (const path of await concertPaths(page.request)) {
        await page.goto(path);
        await expect(
          page.getByRole('heading', { name: say.concert.programme }),
          path,
        ).toBeVisible();
        await expect(page.getByRole('complementary', { name: say.concert.tickets })).toBeVisible();
        await expect(page.locator('img').first(), path).toBeVisible();
      }
    });

    test('what needs scripts says so, and how else', { tag: '@phone' }, async ({ page, say }) => {
      const main = page.getByRole('main');
      const steps = ['/ticketshop/checkout', '/ticketshop/payment'];
      const account = ['/user', '/user/profile', '/auth/login', '/auth/register'];
      for (const path of [...steps, ...account]) {
        await page.goto(path);
        const words = steps.includes(path) ? say.needsScript.order : say.needsScript.account;
        // Playwright looks for texts outside of <noscript> only
        await expect(main, path).toContainText(words, { useInnerText: true });
        await expect(main.locator('a[href^="mailto:"]'), path).toBeVisible();
        await expect(main.locator('a[href^="tel:+"]'), path).toBeVisible();
        // nothing to press that would not answer
        await expect(main.getByRole('button'), path).toHaveCount(0);
      }
    });

    test('a message can be sent', { tag: '@desk' }, async ({ page, visitor, say }) => {
      await page.goto('/contact');
      await visitor.field(say.contact.email).fill('without@script');
      await visitor.field(say.contact.subject).fill('Stufen');
      await page.getByRole('button', { name: say.contact.send }).click();
      await expect(page.getByText(say.contact.failed)).toBeVisible();
      await expect(visitor.field(say.contact.subject)).toHaveValue('Stufen');
      await visitor.field(say.contact.email).fill('without@script.example');
      await visitor.field(say.contact.message).fill('Gibt es einen Aufzug?');
      await page.getByRole('button', { name: say.contact.send }).click();
      await expect(page.getByText(say.contact.sent)).toBeVisible();
    });
  });
}
