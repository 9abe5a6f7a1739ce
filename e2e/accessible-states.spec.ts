import type { Page } from '@playwright/test';
import { expectAccessible, whileJudged } from './support/accessible.ts';
import { registerAccount, saveDetailsOf, signIn, verifyEmail } from './support/accounts.ts';
import { findConcert } from './support/concerts.ts';
import { prepareCart, preparePayment } from './support/prepare.ts';
import { letHoldEndIn } from './support/shop-database.ts';
import { expect, test } from './support/test.ts';
import { clara, password } from './support/visitor.ts';

// States that pass or go wrong; what each page looks like at rest stands in the other accessible-… files.

/** Calls of this path get no answer until the returned function is called. */
async function holdBack(page: Page, path: string): Promise<() => void> {
  const held = Promise.withResolvers<void>();
  await page.route(path, async (route) => {
    await held.promise;
    await route.continue().catch(() => undefined);
  });
  return held.resolve;
}

/** Answers of our API instead of the server's. */
const answer = (page: Page, path: string, status: number, json: object) =>
  page.route(path, (route) =>
    route.request().resourceType() === 'document'
      ? route.continue()
      : route.fulfill({ status, json }),
  );

for (const language of ['de', 'en'] as const) {
  test.describe(`accessible in ${language}`, { tag: '@desk' }, () => {
    test.use(whileJudged(language));
    const kind = language === 'de' ? 'Normalpreis' : 'Full price';

    test('a hold that is extended, and ends', async ({ page, say, database }) => {
      const sessionId = await prepareCart(page, 'Fünf Winde');
      await letHoldEndIn(database, sessionId, 100);
      await page.goto('/ticketshop');
      await page.getByRole('button', { name: say.cart.extend }).click();
      await expect(page.getByText(say.cart.extended)).toBeVisible();
      await expectAccessible(page, 'extended');
      await letHoldEndIn(database, sessionId, 6);
      await page.reload();
      await expect(page.getByRole('heading', { name: say.cart.holdEndedTitle })).toBeVisible();
      await expectAccessible(page, 'hold ended');
    });

    test('pages on their way', async ({ page, visitor, say, request }) => {
      const loading = page.getByText(say.platform.loading, { exact: true });
      await preparePayment(page, 'Fünf Winde');
      await signIn(page, await registerAccount(request));
      const letGo = await holdBack(page, '**/{delivery-details,me,payment/initiate/*}');
      for (const path of ['/ticketshop/checkout', '/user', '/user/profile']) {
        await page.goto(path);
        await expect(loading.first(), path).toBeVisible();
        await expectAccessible(page, `${path} loading`);
      }
      await page.goto('/concerts/all');
      await visitor.hydrated();
      const dataComes = await holdBack(page, '**/*.data*');
      await page.getByRole('contentinfo').getByRole('link', { name: say.layout.about }).click();
      await expect(loading).toBeVisible();
      await expectAccessible(page, 'next page on its way');
      dataComes();
      await visitor.sees(say.festival.about);
      letGo();
    });

    test('pages that do not come', async ({ page, visitor, say }) => {
      const { id } = await findConcert(page.request, 'Jupiter');
      await page.route('**/*.data*', (route) => route.abort());
      const footer = page.getByRole('contentinfo');
      await page.goto('/impressum');
      await visitor.hydrated();
      await footer.getByRole('link', { name: say.layout.concerts }).click();
      await expect(page.getByText(say.concert.unavailable)).toBeVisible();
      await expectAccessible(page, 'no list');
      await footer.getByRole('link', { name: say.layout.about }).click();
      await visitor.sees(say.platform.errorTitle);
      await expectAccessible(page, 'no page');
      await page.goto('/');
      await visitor.hydrated();
      await page.locator(`main a[href$="/concerts/${id}"]`).first().click();
      await visitor.sees(say.concert.loadingConcert);
      await expectAccessible(page, 'no concert');
    });

    test('forms that fail, and one that is done', async ({ page, visitor, say }) => {
      const { account, accountField } = say;
      await answer(page, '**/{login,register,forgot-password}', 500, { message: 'x' });
      await page.goto('/auth/login');
      await visitor.field(accountField.email).fill('clara@example.org');
      await visitor.field(accountField.password).fill(password);
      await page.getByRole('main').getByRole('button', { name: account.logIn }).click();
      await expect(page.getByRole('main').getByRole('alert')).toBeVisible();
      await expectAccessible(page, 'login failed');
      await page.getByRole('link', { name: account.forgot }).click();
      await page.getByRole('button', { name: account.sendLink }).click();
      await expect(page.getByText(account.linkFailed)).toBeVisible();
      await expectAccessible(page, 'no link sent');
      await page.goto('/auth/register');
      await visitor.field(accountField.firstName).fill(clara.firstName);
      await visitor.field(accountField.lastName).fill(clara.lastName);
      await visitor.field(accountField.email).fill('clara@example.org');
      await visitor.field(accountField.password).fill(password);
      await visitor.field(accountField.passwordConfirmation).fill(password);
      await page.getByRole('button', { name: account.register }).click();
      await expect(page.getByText(account.registerFailed)).toBeVisible();
      await expectAccessible(page, 'not registered');

      await answer(page, '**/api/reset-password', 200, { msgCode: 1008 });
      await page.goto('/auth/reset-password?email=a%40example.org&token=x');
      await visitor.field(accountField.newPassword).fill(password);
      await visitor.field(accountField.passwordConfirmation).fill(password);
      await page.getByRole('button', { name: account.savePassword }).click();
      await expect(page.getByText(account.passwordReset)).toBeVisible();
      await expectAccessible(page, 'password reset');
      // by the path: the page's own address holds the same words in its query
      const isCall = (url: URL) => url.pathname.startsWith('/api/email/verify/');
      await page.route(isCall, (route) => route.abort());
      await page.goto('/verify-email?url=/api/email/verify/1/x');
      await expect(page.getByText(say.platform.offline)).toBeVisible();
      await expectAccessible(page, 'verification lost');
    });

    test('a customer at the checkout, and a session that ends', async ({
      page,
      visitor,
      say,
      request,
    }) => {
      const account = await registerAccount(request);
      await saveDetailsOf(request, account);
      await signIn(page, account);
      await prepareCart(page, 'Fünf Winde');
      await page.goto('/ticketshop/checkout');
      await visitor.chooseDelivery('postal');
      await expectAccessible(page, 'details and delivery chosen');
      await page.getByRole('button', { name: say.checkout.edit }).click();
      await visitor.field(say.checkout.zip).fill('0410');
      await visitor.field(say.checkout.zip).blur();
      await expect(page.getByText(say.checkout.saveFirst)).toBeVisible();
      await expectAccessible(page, 'changed, not saved');
      await answer(page, '**/delivery-details', 500, { message: 'x' });
      await page.getByRole('button', { name: say.checkout.save }).click();
      await expect(page.getByText(say.checkout.saveFailed)).toBeVisible();
      await expectAccessible(page, 'not saved');

      await page.goto('/user/profile');
      await visitor.field(say.accountField.newPassword).fill('ein anderer langer Satz');
      await expect(visitor.field(say.profile.currentPassword)).toBeVisible();
      await expectAccessible(page, 'new password');
      await answer(page, `**/${account.user.id}`, 419, { message: 'x' });
      await page.getByRole('button', { name: say.profile.save }).click();
      await visitor.field(say.accountField.passwordConfirmation).fill('ein anderer langer Satz');
      await visitor.field(say.profile.currentPassword).fill(password);
      await page.getByRole('button', { name: say.profile.save }).click();
      await expect(page.getByText(say.platform.sessionEnded)).toBeVisible();
      await expectAccessible(page, 'session ended');
    });

    test('orders being made, made and cancelled', async ({ page, visitor, say, request }) => {
      const account = await registerAccount(request);
      await verifyEmail(request, account);
      await preparePayment(page, 'Stabat mater', { type: 3, email: account.email });
      await page.goto('/ticketshop/payment');
      await page.getByRole('button', { name: say.payment.payFree }).click();
      const number = await visitor.seesConfirmation();
      const token = new URL(page.url()).searchParams.get('token') ?? '';
      const { data } = (await (
        await page.request.get('/api/order/details', { params: { token } })
      ).json()) as { data: { tickets: object[] } };
      const ready = { ...data, invoice_url: '/invoice.pdf', confirmation_url: '/terms.pdf' };
      const pending = {
        ...data,
        order_no: `${number}-1`,
        invoice_url: 'NOT_READY',
        confirmation_url: 'NOT_READY',
        tickets: data.tickets.map((ticket) => ({ ...ticket, url: 'NOT_READY' })),
      };
      const cancelled = { ...ready, order_no: `${number}-2`, cancelled_at: '2025-08-01T10:00:00Z' };
      await answer(page, '**/orders', 200, { data: [pending, ready, cancelled] });
      await signIn(page, account);
      await page.goto('/user');
      await expect(page.getByText(say.personal.invoicePending)).toBeVisible();
      await expectAccessible(page, 'orders');
    });

    test('a ticket panel that says something', async ({ page, visitor, say }) => {
      await visitor.openConcert('Fünf Winde');
      await visitor.raise(kind);
      await page.route('**/concerts/*.data*', (route) => route.abort());
      await visitor.tickets().getByRole('button', { name: say.concert.addToCart }).click();
      await expect(visitor.tickets().getByText(say.platform.offline)).toBeVisible();
      await expectAccessible(page, 'network lost');
      await page.getByRole('contentinfo').getByRole('textbox').fill('nobody');
      await page.getByRole('button', { name: say.layout.newsletterSend }).click();
      await expect(page.getByText(say.layout.newsletterEmailInvalid)).toBeVisible();
      await expect(page).toHaveTitle(/^(Fehler|Error): /);
      await expectAccessible(page, 'newsletter refused');
    });
  });
}
