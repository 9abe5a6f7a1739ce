import type { Page } from '@playwright/test';
import { newEmail, PASSWORD } from '#test/registration.ts';
import { logInOnPage, registerAccount, signIn, verifyEmail } from './support/accounts.ts';
import { waitForEmail } from './support/emails.ts';
import { expect, test } from './support/test.ts';
import { localeOf } from './support/texts.ts';

for (const language of ['de', 'en'] as const) {
  test.describe(
    `in ${language}`,
    { tag: ['@twice', language === 'de' ? '@desk' : '@phone'] },
    () => {
      test.use({ locale: localeOf[language] });

      test('a changed address is undone by the mail to the old one', async ({
        page,
        texts,
        request,
      }) => {
        const account = await registerAccount(request);
        await verifyEmail(request, account);
        const next = newEmail();
        const changed = await request.put(`/${account.user.id}`, {
          headers: { authorization: `Bearer ${account.token}` },
          data: { email: next, current_password: PASSWORD },
        });
        expect(changed.ok()).toBe(true);
        await verifyEmail(request, { ...account, email: next });
        const { path } = await waitForEmail(request, account.email, 'email-changed');
        await page.goto(path);
        await page.goto(path);
        await page.getByRole('button', { name: texts.account.undo }).click();
        await expect(page).toHaveURL(/\/auth\/login$/);
        await expect(page.getByText(texts.account.undoneHelp)).toBeVisible();
        await waitForEmail(request, account.email, 'password-reset');
        await page.goto(path);
        await page.getByRole('button', { name: texts.account.undo }).click();
        await expect(page.getByText(texts.account.undoHelp)).toBeVisible();
        await expect(page).toHaveTitle(language === 'de' ? /^Fehler: / : /^Error: /);
      });

      test('the profile lists the sessions and ends all of them', async ({
        page,
        texts,
        request,
      }) => {
        const account = await registerAccount(request);
        await request.post('/login', {
          data: { email_address: account.email, password: PASSWORD },
        });
        await signIn(page, account);
        await page.goto('/user/profile');
        const sessions = page.getByRole('region', { name: texts.session.title });
        await expect(sessions.getByRole('listitem')).toHaveCount(2);
        await expect(sessions.getByText(texts.session.current)).toHaveCount(1);
        await sessions.getByRole('button', { name: texts.session.logOutEverywhere }).click();
        await expect(page).toHaveURL(/\/auth\/login$/);
        await expect(page.getByText(texts.session.loggedOutEverywhere)).toBeVisible();
        const me = await request.get('/me', {
          headers: { authorization: `Bearer ${account.token}` },
        });
        expect(me.status()).toBe(401);
      });
    },
  );
}

test(
  'a form that is being sent ignores further presses',
  { tag: '@desk' },
  async ({ page, visitor, texts }) => {
    const held = Promise.withResolvers<void>();
    let sent = 0;
    await page.route('**/auth/login.data*', async (route) => {
      if (route.request().method() === 'POST') sent++;
      await held.promise;
      await route.continue();
    });
    await page.goto('/auth/login?forgot');
    await visitor.hydrated();
    const email = visitor.field(texts.accountField.email);
    await email.fill(newEmail());
    await email.press('Enter');
    const busy = page.getByRole('button', { name: texts.account.sendingLink });
    await expect(busy).toHaveAttribute('aria-disabled', 'true');
    await busy.dispatchEvent('click');
    await email.press('Enter');
    held.resolve();
    await expect(page.getByText(texts.account.linkSent)).toBeVisible();
    expect(sent).toBe(1);
  },
);

test(
  'forms sent twice without scripts send one mail',
  { tag: '@desk' },
  async ({ page, request, database }) => {
    const account = await registerAccount(request);
    await signIn(page, account);
    const countMails = async (kind: string) => {
      const { rowCount } = await database.query(
        `select from mail where recipient = $1 and kind = $2`,
        [account.email, kind],
      );
      return rowCount;
    };
    const sendTwice = (path: string, form: Record<string, string>) =>
      Promise.all([1, 2].map(() => page.request.post(path, { form, maxRedirects: 0 })));
    expect(await countMails('email-verification')).toBe(1);
    await sendTwice('/auth/resend-verification', {});
    expect(await countMails('email-verification')).toBe(2);
    await sendTwice('/auth/login?forgot', { email_address: account.email });
    expect(await countMails('password-reset')).toBe(1);
    await sendTwice('/newsletter', { 'newsletter-email': account.email, from: '/' });
    expect(await countMails('newsletter-confirmation')).toBe(1);
  },
);

test(
  'an address verified in another tab needs no further mail',
  { tag: '@desk' },
  async ({ page, texts, request, database }) => {
    const account = await registerAccount(request);
    await signIn(page, account);
    await page.goto('/user');
    await beforeResend(page, () => verifyEmail(request, account));
    await page.getByRole('button', { name: texts.personal.resend }).click();
    await expect(page.getByText(texts.account.verified)).toBeVisible();
    await expect(page.getByText(texts.personal.unverifiedTitle)).toBeHidden();
    const { rowCount } = await database.query(`select from mail where recipient = $1`, [
      account.email,
    ]);
    expect(rowCount).toBe(1);
  },
);

test(
  'a session that ends before the mail is sent again leads back to the personal area',
  { tag: '@desk' },
  async ({ page, visitor, texts, request }) => {
    const account = await registerAccount(request);
    await signIn(page, account);
    await page.goto('/user');
    await beforeResend(page, () =>
      request.post('/logout', { headers: { authorization: `Bearer ${account.token}` } }),
    );
    await page.getByRole('button', { name: texts.personal.resend }).click();
    await expect(page.getByText(texts.session.sessionEnded)).toBeVisible();
    await logInOnPage(visitor, account.email);
    await expect(page).toHaveURL(/\/user$/);
  },
);

test('a verification link submits itself for its account only', async ({
  page,
  visitor,
  texts,
  request,
  database,
}) => {
  const account = await registerAccount(request);
  const { path } = await waitForEmail(request, account.email, 'email-verification');
  await signIn(page, await registerAccount(request));
  const button = page.getByRole('button', { name: texts.account.verify });
  for (const state of ['signed in to another account', 'signed out']) {
    await page.goto(path);
    await expect(button, state).toBeVisible();
    await visitor.hydrated();
    await page.waitForLoadState('networkidle');
    await expect(button, state).toBeVisible();
    await page.context().clearCookies();
  }
  const { rows } = await database.query('select email_verified_at from account where email = $1', [
    account.email,
  ]);
  expect(rows).toEqual([{ email_verified_at: null }]);
  await button.click();
  await expect(page).toHaveURL(/\/auth\/login/);
  await expect(page.getByText(texts.account.verified)).toBeVisible();
});

/** Does `work` before the form reaches the server: done earlier, the page may notice it and show no form. */
async function beforeResend(page: Page, work: () => Promise<unknown>): Promise<void> {
  await page.route('**/auth/resend-verification*', async (route) => {
    await work();
    await route.continue();
  });
}
