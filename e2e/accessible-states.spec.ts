import type { Page } from '@playwright/test';
import { PASSWORD } from '#test/registration.ts';
import { accessibilityContext, expectAccessible } from './support/accessible.ts';
import { registerAccount, saveDetailsOf, signIn, verifyEmail } from './support/accounts.ts';
import { buyTickets } from './support/buy-tickets.ts';
import { findConcert } from './support/concerts.ts';
import { waitForEmail } from './support/emails.ts';
import { failForm } from './support/fail-form.ts';
import { prepareCart, preparePayment } from './support/prepare.ts';
import { expireTokens, advanceToHoldEnd, setOrderState } from './support/shop-database.ts';
import { expect, test } from './support/test.ts';
import { clara } from './support/visitor.ts';

// Temporary and failed states; the other accessible-… files cover the normal state of each page.

/** Requests for this path get no response until the returned function is called. */
async function holdBack(page: Page, path: string): Promise<() => void> {
  const held = Promise.withResolvers<void>();
  await page.route(path, async (route) => {
    await held.promise;
    await route.continue().catch(() => undefined);
  });
  return held.resolve;
}

for (const language of ['de', 'en'] as const) {
  test.describe(`accessible in ${language}`, { tag: '@desk' }, () => {
    test.use(accessibilityContext(language));
    const kind = language === 'de' ? 'Normalpreis' : 'Full price';

    test('a hold that is extended, and ends', async ({ page, texts, database }) => {
      const sessionId = await prepareCart(page, 'Fünf Winde');
      await advanceToHoldEnd(database, sessionId, 100);
      await page.clock.install();
      await page.goto('/ticketshop');
      await page.getByRole('button', { name: texts.cart.extend }).click();
      await expect(page.getByText(texts.cart.extended)).toBeVisible();
      await expectAccessible(page, 'extended');
      await advanceToHoldEnd(database, sessionId, -1);
      await page.clock.fastForward('31:00');
      await expect(page.getByRole('heading', { name: texts.cart.holdEndedTitle })).toBeVisible();
      await expectAccessible(page, 'hold ended');
    });

    test('a page that is loading', async ({ page, visitor, texts }) => {
      const loading = page.getByText(texts.platform.loading, { exact: true });
      await page.goto('/concerts/all');
      await visitor.hydrated();
      const dataComes = await holdBack(page, '**/*.data*');
      await page.getByRole('contentinfo').getByRole('link', { name: texts.layout.about }).click();
      await expect(loading).toBeVisible();
      await expectAccessible(page, 'next page on its way');
      dataComes();
      await visitor.sees(texts.festival.about);
    });

    test('pages that fail to load', async ({ page, visitor, texts }) => {
      const { id } = await findConcert(page.request, 'Jupiter');
      await page.route('**/*.data*', (route) => route.abort());
      const footer = page.getByRole('contentinfo');
      await page.goto('/impressum');
      await visitor.hydrated();
      await footer.getByRole('link', { name: texts.layout.concerts }).click();
      await expect(page.getByText(texts.concert.unavailable)).toBeVisible();
      await expectAccessible(page, 'no list');
      await footer.getByRole('link', { name: texts.layout.about }).click();
      await visitor.sees(texts.platform.errorTitle);
      await expectAccessible(page, 'no page');
      await page.goto('/');
      await visitor.hydrated();
      await page.locator(`main a[href$="/concerts/${id}"]`).first().click();
      await visitor.sees(texts.concert.loadingConcert);
      await expectAccessible(page, 'no concert');
    });

    test('forms that fail, and one that succeeds', async ({ page, visitor, texts, request }) => {
      const { account, accountField } = texts;
      await failForm(page, '/auth/{login,register}', 500);
      await page.goto('/auth/login');
      await visitor.hydrated();
      await visitor.field(accountField.email).fill('clara@example.org');
      await visitor.field(accountField.password).fill(PASSWORD);
      await page.getByRole('main').getByRole('button', { name: account.logIn }).click();
      await expect(page.getByRole('main').getByRole('alert')).toBeVisible();
      await expectAccessible(page, 'login failed');
      await page.getByRole('link', { name: account.forgot }).click();
      await page.getByRole('button', { name: account.sendLink }).click();
      await expect(page.getByText(account.linkFailed)).toBeVisible();
      await expectAccessible(page, 'no link sent');
      await page.goto('/auth/register');
      await visitor.hydrated();
      await visitor.field(accountField.firstName).fill(clara.firstName);
      await visitor.field(accountField.lastName).fill(clara.lastName);
      await visitor.field(accountField.email).fill('clara@example.org');
      await visitor.field(accountField.password).fill(PASSWORD);
      await visitor.field(accountField.passwordConfirmation).fill(PASSWORD);
      await page.getByRole('button', { name: account.register }).click();
      await expect(page.getByText(account.registerFailed)).toBeVisible();
      await expectAccessible(page, 'not registered');

      const { email } = await registerAccount(request);
      await request.post('/forgot-password', { data: { email_address: email } });
      const { path } = await waitForEmail(request, email, 'password-reset');
      await page.goto(path);
      await visitor.field(accountField.newPassword).fill(PASSWORD);
      await visitor.field(accountField.passwordConfirmation).fill(PASSWORD);
      await page.getByRole('button', { name: account.savePassword }).click();
      await expect(page.getByText(account.passwordReset)).toBeVisible();
      await expectAccessible(page, 'password reset');
      await page.route(/\/verify-email\.data/, (route) => route.abort());
      await page.goto('/verify-email?url=/api/email/verify/1/x');
      await page.getByRole('button', { name: texts.account.verify }).click();
      await expect(page.getByText(texts.platform.offline)).toBeVisible();
      await expectAccessible(page, 'verification lost');
    });

    test('a customer at the checkout, and a session that ends', async ({
      page,
      visitor,
      texts,
      request,
      database,
    }) => {
      const account = await registerAccount(request);
      await saveDetailsOf(request, account);
      await signIn(page, account);
      await prepareCart(page, 'Fünf Winde');
      await page.goto('/ticketshop/checkout');
      await visitor.chooseDelivery('postal');
      await expectAccessible(page, 'details and delivery chosen');
      await page.getByRole('button', { name: texts.checkout.edit }).click();
      await visitor.field(texts.checkout.zip).fill('0410');
      await visitor.field(texts.checkout.zip).blur();
      await expect(page.getByText(texts.checkout.saveFirst)).toBeVisible();
      await expectAccessible(page, 'changed, not saved');
      await failForm(page, '/ticketshop/checkout', 500);
      await visitor.saveButton().click();
      await expect(page.getByText(texts.checkout.saveFailed)).toBeVisible();
      await expectAccessible(page, 'not saved');

      await page.goto('/user/profile');
      await visitor.field(texts.accountField.newPassword).fill('ein anderer langer Satz');
      await expect(visitor.field(texts.profile.currentPassword)).toBeVisible();
      await expectAccessible(page, 'new password');
      await expireTokens(database, account.email);
      await page.getByRole('button', { name: texts.profile.save }).click();
      await visitor.field(texts.accountField.passwordConfirmation).fill('ein anderer langer Satz');
      await visitor.field(texts.profile.currentPassword).fill(PASSWORD);
      await page.getByRole('button', { name: texts.profile.save }).click();
      await expect(page.getByText(texts.session.sessionEnded)).toBeVisible();
      await expectAccessible(page, 'session ended');
    });

    test('orders in progress, completed and cancelled', async ({
      page,
      visitor,
      texts,
      request,
      database,
    }) => {
      const account = await registerAccount(request);
      await verifyEmail(request, account);
      await signIn(page, account);
      const title = 'Ein Sommer in Ischl';
      const { email } = account;
      const pending = await buyTickets(page, 'onlineticket', title, { email }, account);
      const completed = await buyTickets(page, 'onlineticket', title, { email }, account);
      await preparePayment(page, title, { type: 3, account });
      await page.goto('/ticketshop/payment');
      await page.getByRole('button', { name: texts.payment.payFree }).click();
      const cancelled = await visitor.seesConfirmation();
      // follows the documents
      for (const number of [pending, completed])
        await waitForEmail(request, email, 'order-confirmation', number);
      await setOrderState(database, cancelled, 'cancelled');
      await page.reload();
      await visitor.sees(texts.order.cancelledTitle);
      await expect(page.getByText(texts.order.concertsTitle)).toHaveCount(0);
      await expectAccessible(page, 'cancelled order');
      await setOrderState(database, pending, 'without documents');
      await page.goto('/user');
      await expect(page.getByText(texts.personal.invoicePending)).toBeVisible();
      await expectAccessible(page, 'orders');
      await setOrderState(database, pending, 'unreadable');
      await page.goto('/user');
      await expect(page.getByText(texts.personal.ordersFailed)).toBeVisible();
      await expectAccessible(page, 'orders missing');
    });

    test('a ticket panel with a message', async ({ page, visitor, texts }) => {
      await visitor.openConcert('Fünf Winde');
      await visitor.raise(kind);
      await page.route('**/concerts/*.data*', (route) => route.abort());
      await visitor.tickets().getByRole('button', { name: texts.concert.addToCart }).click();
      await expect(visitor.tickets().getByText(texts.platform.offline)).toBeVisible();
      await expectAccessible(page, 'network lost');
      await page.getByRole('contentinfo').getByRole('textbox').fill('nobody');
      await page.getByRole('button', { name: texts.layout.newsletterSend }).click();
      await expect(page.getByText(texts.layout.newsletterEmailInvalid)).toBeVisible();
      await expect(page).toHaveTitle(/^(Fehler|Error): /);
      await expectAccessible(page, 'newsletter refused');
    });
  });
}
