import type { Page } from '@playwright/test';
import { registerAccount, signIn } from './support/accounts.ts';
import { prepareCart } from './support/prepare.ts';
import { expect, test } from './support/test.ts';

// The generic rules of product.md 8, wherever the refused call stood. What single features make of
// their own statuses stands with them.

const refuse = (page: Page, path: string | RegExp, status: number) =>
  page.route(path, (route) => route.fulfill({ status, json: { message: 'Nein' } }));

test.describe('refused on the way to a page', { tag: '@desk' }, () => {
  test.use({ allowedTroubles: /status of 5\d\d|^5\d\d fetch/ });

  test('401 and 419: the login explains and goes on to that page', async ({
    page,
    say,
    request,
  }) => {
    await signIn(page, await registerAccount(request));
    await prepareCart(page, 'Fünf Winde');
    await page.goto('/ticketshop');
    await refuse(page, '**/delivery-details', 419);
    await page.getByRole('link', { name: say.cart.checkout }).click();
    await expect(page).toHaveURL(/\/auth\/login\?next=%2Fticketshop%2Fcheckout$/);
    await expect(page.getByText(say.platform.sessionEnded)).toBeVisible();
    expect(await page.evaluate(() => localStorage.getItem('user'))).toBeNull();

    await refuse(page, /\/cart\/[\w-]{36}$/, 401);
    await page.goto('/ticketshop');
    await expect(page).toHaveURL(/\/auth\/login\?next=%2Fticketshop$/);
  });

  test('403: the alert is still there when the page has come', async ({ page, visitor, say }) => {
    await prepareCart(page, 'Fünf Winde');
    await page.goto('/ticketshop');
    await refuse(page, '**/delivery-details', 403);
    await page.getByRole('link', { name: say.cart.checkout }).click();
    await visitor.sees(say.platform.errorTitle);
    await expect(page.getByRole('alert').getByText('Fehlende Berechtigung')).toBeVisible();
  });

  test('404: to not-found', async ({ page, visitor, say }) => {
    await prepareCart(page, 'Fünf Winde');
    await refuse(page, /\/cart\/[\w-]{36}$/, 404);
    await page.goto('/ticketshop');
    await expect(page).toHaveURL(/\/not-found$/);
    await visitor.sees(say.platform.notFoundTitle);
  });
});

test(
  'a form that may not be sent (403): the alert, and all values kept',
  {
    tag: '@phone',
  },
  async ({ page, visitor, say }) => {
    const alert = page.getByRole('alert').getByText('Fehlende Berechtigung').first();
    await refuse(page, '**/forgot-password', 403);
    await page.goto('/auth/login?forgot');
    await visitor.field(say.accountField.email).fill('clara@example.org');
    await page.getByRole('button', { name: say.account.sendLink }).click();
    await expect(alert).toBeVisible();
    await expect(visitor.field(say.accountField.email)).toHaveValue('clara@example.org');

    await refuse(page, '**/api/contact', 403);
    await page.goto('/contact');
    await visitor.field(say.contact.email).fill('clara@example.org');
    await visitor.field(say.contact.subject).fill('Stufen');
    await visitor.field(say.contact.message).fill('Gibt es einen Aufzug?');
    await page.getByRole('button', { name: say.contact.send }).click();
    await expect(alert).toBeVisible();
    await expect(page.getByRole('main').getByText(say.contact.failed)).toBeVisible();
    await expect(visitor.field(say.contact.message)).toHaveValue('Gibt es einen Aufzug?');
  },
);
