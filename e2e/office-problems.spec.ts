import type { Page } from '@playwright/test';
import { frameTexts } from '#messages/office/frame.ts';
import { staffTexts } from '#messages/office/staff.ts';
import { accessibilityContext, expectAccessible } from './support/accessible.ts';
import { signInToOffice } from './support/office.ts';
import { acceptInvitation, invite } from './support/staff.ts';
import { expect, test } from './support/test.ts';

const { noPermission, notFound } = frameTexts;
const heading = (page: Page) => page.getByRole('heading', { level: 1 });

// Such a page is rendered instead of another one, or of a file that has no page of its own.
test.describe('a problem page of the office', { tag: '@desk' }, () => {
  test.use({ ...accessibilityContext('de'), allowedErrors: /status of 40[34]/ });

  for (const [role, path, status, title] of [
    ['door', '/office/orders?state=paid', 403, noPermission],
    ['office', '/office/audit.csv', 403, noPermission],
    ['office', '/office/orders/XXXX-XXXX/documents/1', 404, notFound],
  ] as const) {
    test(`is one accessible page: ${status} at ${path}`, async ({ page }) => {
      await signInToOffice(page, role);
      expect((await page.goto(path))?.status()).toBe(status);
      await expect(heading(page)).toHaveText([title.de]);
      // the scripts would look for another page at this address
      await expect(page.locator('script')).toHaveCount(0);
      await expectAccessible(page, String(status));
    });
  }

  test('is in the other language at the same address', async ({ page, database }) => {
    // an account of its own: the choice is stored, and others share those of the demonstration
    const { path } = await invite(database, 'door');
    await page.goto(path);
    await acceptInvitation(page, 'de');
    await page.getByLabel(staffTexts.written.de).check();
    await page.getByRole('button', { name: staffTexts.next.de }).click();
    await page.waitForURL('**/office');
    await page.goto('/office/orders?state=paid');
    await page.getByRole('button', { name: 'English' }).click();
    await expect(heading(page)).toHaveText([noPermission.en]);
    await expect(page).toHaveURL('/office/orders?state=paid');
  });
});
