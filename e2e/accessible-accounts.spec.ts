import { newEmail, PASSWORD } from '#test/registration.ts';
import { accessibilityContext, expectAccessible } from './support/accessible.ts';
import { registerAccount, signIn, verifyEmail } from './support/accounts.ts';
import { waitForEmail } from './support/emails.ts';
import { expect, test } from './support/test.ts';

for (const language of ['de', 'en'] as const) {
  test.describe(`accessible in ${language}`, { tag: '@desk' }, () => {
    test.use(accessibilityContext(language));

    test('login, register, forgotten password', async ({ page, visitor, texts }) => {
      const logIn = page.getByRole('main').getByRole('button', { name: texts.account.logIn });
      await page.goto('/auth/login');
      await expect(logIn).toBeVisible();
      await expectAccessible(page, 'login');
      await logIn.click();
      await expect(page.getByRole('region', { name: texts.ui.errorSummary })).toBeFocused();
      await expectAccessible(page, 'login with errors');
      await visitor.field(texts.accountField.email).fill(newEmail());
      await visitor.field(texts.accountField.password).fill(PASSWORD);
      await logIn.click();
      await expect(page.getByText(texts.account.invalidCredentials)).toBeVisible();
      await expectAccessible(page, 'wrong credentials');

      await page.goto('/auth/login?forgot');
      await page.getByRole('button', { name: texts.account.sendLink }).click();
      await expectAccessible(page, 'forgotten, no address');
      await visitor.field(texts.accountField.email).fill(newEmail());
      await page.getByRole('button', { name: texts.account.sendLink }).click();
      await expect(page.getByText(texts.account.linkSent)).toBeVisible();
      await expectAccessible(page, 'link sent');

      await page.goto('/auth/register');
      await page.getByRole('button', { name: texts.account.register }).click();
      await expect(page.getByRole('region', { name: texts.ui.errorSummary })).toBeFocused();
      await expectAccessible(page, 'register with errors');

      await page.goto('/auth/reset-password?email=a%40example.org&token=x');
      const save = page.getByRole('button', { name: texts.account.savePassword });
      await save.click();
      await expect(page.getByRole('region', { name: texts.ui.errorSummary })).toBeFocused();
      await expectAccessible(page, 'reset with errors');
      await visitor.field(texts.accountField.newPassword).fill(PASSWORD);
      await visitor.field(texts.accountField.passwordConfirmation).fill(PASSWORD);
      await save.click();
      await expect(page.getByText(texts.account.resetFailed)).toBeVisible();
      await expectAccessible(page, 'reset refused');
    });

    test('verification of the e-mail', async ({ page, texts }) => {
      const form = /\/verify-email\.data/;
      await page.route(form, () => undefined);
      await page.goto('/verify-email?url=/api/email/verify/1/x', { waitUntil: 'commit' });
      await expectAccessible(page, 'to be verified');
      await page.getByRole('button', { name: texts.account.verify }).click();
      await expect(page.getByText(texts.account.verifying)).toBeVisible();
      await expectAccessible(page, 'verifying');
      await page.unroute(form);
      await page.goto('/verify-email?url=/api/email/verify/2/x');
      await page.getByRole('button', { name: texts.account.verify }).click();
      await expect(page.getByText(texts.account.verifyFailed)).toBeVisible();
      await expectAccessible(page, 'failed');
      await page.goto('/verify-email');
      await expect(page.getByText(texts.account.verifyInvalid)).toBeVisible();
      await expectAccessible(page, 'no link');
    });

    test('the personal area and the profile', async ({ page, visitor, texts, request }) => {
      const account = await registerAccount(request);
      await signIn(page, account);
      await page.goto('/user');
      await expect(page.getByText(texts.personal.unverifiedTitle)).toBeVisible();
      await expectAccessible(page, 'unverified');
      await page.getByRole('button', { name: texts.personal.resend }).click();
      await expect(page.getByText(texts.personal.resent)).toBeVisible();
      await expectAccessible(page, 'sent again');

      await verifyEmail(request, account);
      await page.goto('/user');
      await expect(page.getByRole('heading', { name: texts.personal.noOrdersTitle })).toBeVisible();
      await expectAccessible(page, 'no orders');
      await page.goto('/user/profile');
      const save = page.getByRole('button', { name: texts.profile.save });
      await visitor.field(texts.accountField.firstName).fill('');
      await visitor.field(texts.accountField.email).fill('nobody');
      await save.click();
      await expect(page.getByRole('region', { name: texts.ui.errorSummary })).toBeFocused();
      await expectAccessible(page, 'profile with errors');
      await visitor.field(texts.accountField.email).fill(account.email);
      await visitor.field(texts.accountField.firstName).fill('Klara');
      await save.click();
      await expect(page.getByText(texts.profile.saved)).toBeVisible();
      await expectAccessible(page, 'profile saved');
    });

    test('the newsletter', async ({ page, visitor, texts, request }) => {
      const email = newEmail();
      await request.post('/api/newsletter', { data: { email } });
      const { path } = await waitForEmail(request, email, 'newsletter-confirmation');
      await page.goto(path);
      const save = page.getByRole('button', { name: texts.newsletter.save });
      await expect(save).toBeEnabled();
      await expectAccessible(page, 'preferences');
      await page.getByRole('switch', { name: texts.newsletter.general }).setChecked(true);
      await save.click();
      await expect(page.getByText(texts.newsletter.saved)).toBeVisible();
      await expectAccessible(page, 'saved');
      await page.route('**/newsletter-preferences/*.data*', (route) => route.abort());
      await save.click();
      await expect(page.getByText(texts.newsletter.saveFailed)).toBeVisible();
      await expect(page).toHaveTitle(/^(Fehler|Error): /);
      await expectAccessible(page, 'not saved');
      await page.goto('/newsletter-preferences/nonsense');
      await visitor.sees(texts.newsletter.title);
      await expectAccessible(page, 'link no longer good');
    });
  });
}
