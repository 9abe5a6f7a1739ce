import { frameTexts } from '#messages/office/frame.ts';
import { expectAccessible, whileJudged } from './support/accessible.ts';
import { signInToOffice } from './support/office.ts';
import { expect, test } from './support/test.ts';

const { noPermission, notFound } = frameTexts;

// Such a page is rendered in the place of another one, or of a file that has no page of its own.
for (const [role, path, status, title] of [
  ['door', '/office/orders?state=paid', 403, noPermission],
  ['office', '/office/audit.csv', 403, noPermission],
  ['office', '/office/orders/XXXX-XXXX/documents/1', 404, notFound],
] as const) {
  test.describe(`${status} at ${path}`, { tag: '@desk' }, () => {
    test.use({ ...whileJudged('de'), allowedErrors: /status of 40[34]/ });

    test('one accessible page, in the other language, too', async ({ page }) => {
      await signInToOffice(page, role);
      expect((await page.goto(path))?.status()).toBe(status);
      await expect(page.getByRole('heading', { level: 1 })).toHaveText([title.de]);
      // the scripts would look for another page at this address
      await expect(page.locator('script')).toHaveCount(0);
      await expectAccessible(page, String(status));
      await page.getByRole('button', { name: 'English' }).click();
      await expect(page.getByRole('heading', { level: 1 })).toHaveText([title.en]);
      await expect(page).toHaveURL(path);
      await page.getByRole('button', { name: 'Deutsch' }).click();
      await expect(page.getByRole('heading', { level: 1 })).toHaveText([title.de]);
    });
  });
}
