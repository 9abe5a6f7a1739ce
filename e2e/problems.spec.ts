import type { APIRequestContext, Page } from '@playwright/test';
import { logInOnPage, registerAccount, saveDetailsOf, signIn } from './support/accounts.ts';
import { failForm } from './support/fail-form.ts';
import { prepareCart } from './support/prepare.ts';
import { expireTokens } from './support/shop-database.ts';
import { expect, test } from './support/test.ts';

// The generic rules of product.md 8, for any refused call. The tests of each feature cover its own statuses.

/** Makes requests for these pages' data fail, as with a failing server or proxy. */
const refuse = (page: Page, path: string, status: number) =>
  page.route(path, (route) => route.fulfill({ status, body: 'Nein' }));

/** Signs a new customer with saved details in, with a ticket in the cart; returns the e-mail address. */
async function signInWithCart(page: Page, request: APIRequestContext): Promise<string> {
  const account = await registerAccount(request);
  await saveDetailsOf(request, account);
  await signIn(page, account);
  await prepareCart(page, 'Fünf Winde');
  return account.email;
}

test.describe('refused during navigation', { tag: '@desk' }, () => {
  test.use({ allowedErrors: /status of 5\d\d|^5\d\d fetch/ });

  test('419: the login explains it and redirects to that page', async ({
    page,
    texts,
    request,
    database,
  }) => {
    await expireTokens(database, await signInWithCart(page, request));
    await page.goto('/ticketshop/checkout');
    await expect(page).toHaveURL(/\/auth\/login\?next=%2Fticketshop%2Fcheckout$/);
    await expect(page.getByText(texts.session.sessionEnded)).toBeVisible();
    await expect.poll(() => page.evaluate(() => localStorage.getItem('user'))).toBeNull();
  });

  test('419 with a form of the checkout: a customer never becomes a guest', async ({
    page,
    request,
    database,
  }) => {
    const email = await signInWithCart(page, request);
    // the header of an open page may notice it before the form
    await page.goto('/robots.txt');
    await expireTokens(database, email);
    const saved = await page.request.post('/ticketshop/checkout', {
      form: { intent: 'details', way: 'guest', email: 'guest@example.org' },
      maxRedirects: 0,
    });
    expect(saved.status()).toBe(303);
    expect(saved.headers()['location']).toMatch(/^\/auth\/login\?next=/);
  });

  test('419 that the header notices before the form of the checkout', async ({
    page,
    visitor,
    texts,
    request,
    database,
  }) => {
    const email = await signInWithCart(page, request);
    await page.goto('/ticketshop/checkout');
    await visitor.hydrated();
    await page.getByRole('button', { name: texts.checkout.edit }).click();
    await visitor.field(texts.checkout.firstName).fill('Fanny');
    // the header knows the customer, whose session then ends
    await expect.poll(() => page.evaluate(() => localStorage.getItem('user'))).not.toBeNull();
    await expireTokens(database, email);
    await page.evaluate(() =>
      window.dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true })),
    );
    await expect(page).toHaveURL(/\/auth\/login\?next=%2Fticketshop%2Fcheckout%3Fedit%3D$/);
    await expect(page.getByText(texts.session.sessionEnded)).toBeVisible();
    // the customer finds what was typed
    await logInOnPage(visitor, email);
    await visitor.sees(texts.checkout.title);
    await expect(visitor.field(texts.checkout.firstName)).toHaveValue('Fanny');
    await visitor.saveButton().click();
    await expect(page.getByText('Fanny')).toBeVisible();
  });

  test('403: the alert is still shown after the page has loaded', async ({
    page,
    visitor,
    texts,
  }) => {
    await prepareCart(page, 'Fünf Winde');
    await page.goto('/ticketshop');
    await refuse(page, '**/checkout.data*', 403);
    await page.getByRole('link', { name: texts.cart.checkout }).click();
    await visitor.sees(texts.platform.errorTitle);
    await expect(page.getByRole('alert').getByText('Fehlende Berechtigung')).toBeVisible();
  });

  test('404: the page reports that it was not found', async ({ page, visitor, texts }) => {
    await prepareCart(page, 'Fünf Winde');
    await page.goto('/ticketshop');
    await refuse(page, '**/checkout.data*', 404);
    await page.getByRole('link', { name: texts.cart.checkout }).click();
    await visitor.sees(texts.platform.notFoundTitle);
  });
});

test(
  'a form that may not be sent (403): the alert, and all values kept',
  {
    tag: '@phone',
  },
  async ({ page, visitor, texts }) => {
    const alert = page.getByRole('alert').getByText('Fehlende Berechtigung').first();
    await failForm(page, '/auth/login', 403);
    await page.goto('/auth/login?forgot');
    await visitor.hydrated();
    await visitor.field(texts.accountField.email).fill('clara@example.org');
    await page.getByRole('button', { name: texts.account.sendLink }).click();
    await expect(alert).toBeVisible();
    await expect(visitor.field(texts.accountField.email)).toHaveValue('clara@example.org');

    await failForm(page, '/contact', 403);
    await page.goto('/contact');
    await visitor.hydrated();
    await visitor.field(texts.contact.email).fill('clara@example.org');
    await visitor.field(texts.contact.subject).fill('Stufen');
    await visitor.field(texts.contact.message).fill('Gibt es einen Aufzug?');
    await page.getByRole('button', { name: texts.contact.send }).click();
    await expect(alert).toBeVisible();
    await expect(page.getByText(texts.contact.failed).first()).toBeVisible();
    await expect(visitor.field(texts.contact.message)).toHaveValue('Gibt es einen Aufzug?');
  },
);
