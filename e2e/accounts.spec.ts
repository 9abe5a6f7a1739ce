import type { APIRequestContext } from '@playwright/test';
import { newEmail, PASSWORD } from '#test/registration.ts';
import {
  type Account,
  logInOnPage,
  registerAccount,
  saveDetailsOf,
  signIn,
  verifyEmail,
} from './support/accounts.ts';
import { waitForEmail } from './support/emails.ts';
import { expireTokens } from './support/shop-database.ts';
import { expect, test } from './support/test.ts';
import { localeOf } from './support/texts.ts';
import type { Visitor } from './support/visitor.ts';

for (const language of ['de', 'en'] as const) {
  test.describe(`in ${language}`, { tag: language === 'de' ? '@desk' : '@phone' }, () => {
    test.use({ locale: localeOf[language] });

    test('register, verify, log out, log in', async ({ page, visitor, texts, request }) => {
      const email = newEmail();
      const { accountField } = texts;
      await page.goto('/auth/register');
      await visitor.field(accountField.firstName).fill('Fanny');
      await visitor.field(accountField.lastName).fill('Hensel');
      await visitor.field(accountField.email).fill(email);
      await visitor.field(accountField.password).fill(PASSWORD);
      await visitor.field(accountField.passwordConfirmation).fill(PASSWORD);
      await page.getByRole('button', { name: texts.account.register }).click();

      await expect(page).toHaveURL(/\/user$/);
      await expect(page.getByRole('heading', { level: 1 })).toContainText('Fanny Hensel');
      await expect(page.getByText(texts.personal.unverifiedTitle)).toBeVisible();
      await page.getByRole('button', { name: texts.personal.resend }).click();
      const resent = language === 'de' ? 'Die E-Mail wurde gesendet' : 'Email was sent';
      await expect(page.getByText(resent)).toBeVisible();

      const { path } = await waitForEmail(request, email, 'email-verification');
      await page.goto(path);
      await expect(page).toHaveURL(/\/user$/);
      await expect(page.getByText(texts.account.verified)).toBeVisible();
      await expect(page.getByText(language === 'de' ? 'demnächst' : 'coming soon')).toBeVisible();
      await expect(page.getByRole('heading', { name: texts.personal.noOrdersTitle })).toBeVisible();

      await visitor.openMenu();
      await page.getByRole('button', { name: texts.layout.logout }).click();
      await expect(page).toHaveURL(/\/$/);
      await expect.poll(() => page.evaluate(() => localStorage.getItem('user'))).toBeNull();

      await visitor.openMenu();
      await page.getByRole('link', { name: texts.layout.login, exact: true }).click();
      await visitor.field(accountField.email).fill(email);
      await visitor.field(accountField.password).fill('something else');
      const logIn = page.getByRole('main').getByRole('button', { name: texts.account.logIn });
      await logIn.click();
      await expect(page.getByRole('main').getByRole('alert')).toContainText(
        texts.account.invalidCredentials,
      );
      await visitor.field(accountField.password).fill(PASSWORD);
      await logIn.click();
      await expect(page).toHaveURL(/\/user$/);
      await page.goto('/auth/register');
      await expect(page).toHaveURL(/\/user$/);
    });
  });
}

test(
  'a forgotten password is reset by the link of a mail, once',
  { tag: '@desk' },
  async ({ page, visitor, texts, request }) => {
    const { email } = await registerAccount(request);
    await page.goto('/auth/login');
    await visitor.field(texts.accountField.email).fill(email);
    await page.getByRole('link', { name: texts.account.forgot }).click();
    await visitor.sees(texts.account.forgotTitle);
    // filled in from the account
    await expect(visitor.field(texts.accountField.email)).toHaveValue(email);
    await page.getByRole('button', { name: texts.account.sendLink }).click();
    await expect(
      page.getByRole('status').filter({ hasText: texts.account.linkSent }),
    ).toBeVisible();

    const { path } = await waitForEmail(request, email, 'password-reset');
    const newPassword = 'noch ein langer Satz';
    await page.goto(path);
    await visitor.field(texts.accountField.newPassword).fill(newPassword);
    await visitor.field(texts.accountField.passwordConfirmation).fill('ein anderer Satz');
    const save = page.getByRole('button', { name: texts.account.savePassword });
    await save.click();
    await expect(page.getByText('Die Passwörter müssen übereinstimmen.')).toBeVisible();
    await expect(visitor.field(texts.accountField.passwordConfirmation)).toBeFocused();
    await visitor.field(texts.accountField.passwordConfirmation).fill(newPassword);
    await expect(page.getByText('Die Passwörter müssen übereinstimmen.')).toHaveCount(0);
    await save.click();
    await expect(page.getByText(texts.account.passwordReset)).toBeVisible();
    await page.getByRole('main').getByRole('link', { name: texts.account.toLogin }).click();
    await visitor.field(texts.accountField.email).fill(email);
    await visitor.field(texts.accountField.password).fill(newPassword);
    await page.getByRole('main').getByRole('button', { name: texts.account.logIn }).click();
    await expect(page).toHaveURL(/\/user$/);

    await page.goto(path);
    await visitor.field(texts.accountField.newPassword).fill(newPassword);
    await visitor.field(texts.accountField.passwordConfirmation).fill(newPassword);
    await save.click();
    await expect(page.getByRole('main').getByRole('alert')).toContainText(
      texts.account.resetFailed,
    );
  },
);

test.describe('the rules of the forms', { tag: '@phone' }, () => {
  test.use({ locale: localeOf.en });

  test('register: errors after submitting, then checked again live', async ({
    page,
    visitor,
    texts,
  }) => {
    await page.goto('/auth/register');
    await visitor.field('Email').fill('nobody@nowhere');
    await visitor.field('Email').blur();
    await expect(page.getByText('this email address is not valid')).toHaveCount(0);
    await page.getByRole('button', { name: texts.account.register }).click();
    const summary = page.getByRole('region', { name: texts.ui.errorSummary });
    await expect(summary).toBeFocused();
    await expect(page).toHaveTitle(/^Error: /);
    await expect(summary.getByRole('link')).toHaveText([
      'Please enter your first name',
      'Please enter your last name',
      'this email address is not valid',
      'please type in a secure password',
      'Passwords must match',
    ]);
    await summary.getByRole('link', { name: 'this email address is not valid' }).click();
    await expect(visitor.field('Email')).toBeFocused();
    await visitor.field('Email').fill('somebody@example.org');
    await expect(page.getByText('this email address is not valid')).toHaveCount(0);
    await expect(visitor.field('Password')).toHaveAccessibleDescription(
      /please type in a secure password/,
    );
  });

  test('login: both fields are required', async ({ page, texts }) => {
    await page.goto('/auth/login');
    await page.getByRole('main').getByRole('button', { name: texts.account.logIn }).click();
    await expect(
      page.getByRole('region', { name: texts.ui.errorSummary }).getByRole('link'),
    ).toHaveText(['Email is required', 'Password is required']);
  });

  test('the skip link keeps entries and errors', async ({ page, visitor, texts }) => {
    await page.goto('/auth/login');
    await visitor.field('Email').fill('clara@example.org');
    await visitor.field('Password').fill('wrong');
    await page.getByRole('main').getByRole('button', { name: texts.account.logIn }).click();
    const problem = page.getByText('the credentials provided are incorrect');
    await expect(problem).toBeVisible();
    await page.getByRole('link', { name: texts.layout.skipToContent }).press('Enter');
    await expect(page.getByRole('main')).toBeFocused();
    await expect(problem).toBeVisible();
    await expect(visitor.field('Email')).toHaveValue('clara@example.org');
  });

  test('a form that is left by a slow link is not shown as sent', async ({
    page,
    visitor,
    texts,
  }) => {
    await page.goto('/auth/login');
    await visitor.hydrated();
    await page.route('**/*.data*', () => undefined);
    const loading = page.waitForRequest('**/*.data*');
    await page.getByRole('main').getByRole('link', { name: texts.account.toRegister }).click();
    await loading;
    const button = page.getByRole('main').getByRole('button', { name: texts.account.logIn });
    await expect(button).not.toHaveAttribute('aria-disabled', 'true');
  });

  test('an e-mail that is taken is an error at its field', async ({
    page,
    visitor,
    texts,
    request,
  }) => {
    const { email } = await registerAccount(request);
    await page.goto('/auth/register');
    await visitor.field('First name').fill('Clara');
    await visitor.field('Last name').fill('Wieck');
    await visitor.field('Email').fill(email.toUpperCase());
    await visitor.field('Password').fill(PASSWORD);
    await visitor.field('Repeat password').fill(PASSWORD);
    await page.getByRole('button', { name: texts.account.register }).click();
    await expect(visitor.field('Email')).toHaveAccessibleDescription(
      'a user with this email already signed up',
    );
    await expect(visitor.field('Email')).toBeFocused();
    await expect(visitor.field('Password')).toHaveValue(PASSWORD);
  });
});

/** A new customer types another first name in the profile, whose page has loaded its visitor. */
async function typeInProfile(visitor: Visitor, request: APIRequestContext): Promise<Account> {
  const { page, texts } = visitor;
  const account = await registerAccount(request);
  await signIn(page, account);
  const firstLoad = page.waitForResponse('**/ticketshop/visit.data*');
  await page.goto('/user/profile');
  await visitor.sees(texts.profile.title);
  await visitor.field(texts.accountField.firstName).fill('Klara');
  // otherwise the page could notice an ended session before its form does
  await firstLoad;
  return account;
}

test.describe('sessions', { tag: '@desk' }, () => {
  test('a private page redirects to the login and back', async ({ page, visitor, request }) => {
    const { email } = await registerAccount(request);
    await page.goto('/user/profile');
    await expect(page).toHaveURL(/\/auth\/login\?next=/);
    await logInOnPage(visitor, email);
    await expect(page).toHaveURL(/\/user\/profile$/);
  });

  test('an expired session (419) is explained at the login', async ({
    page,
    visitor,
    texts,
    request,
    database,
  }) => {
    const account = await typeInProfile(visitor, request);
    const language = page.getByRole('combobox', { name: texts.profile.language });
    await language.selectOption('en');
    await expireTokens(database, account.email);
    await page.getByRole('button', { name: texts.profile.save }).click();
    await expect(page).toHaveURL(/\/auth\/login\?next=/);
    await expect(page.getByText(texts.session.sessionEnded)).toBeVisible();
    await expect.poll(() => page.evaluate(() => localStorage.getItem('user'))).toBeNull();
    await logInOnPage(visitor, account.email);
    await visitor.sees(texts.profile.title);
    // the typed values are still there
    await expect(visitor.field(texts.accountField.firstName)).toHaveValue('Klara');
    await expect(language).toHaveValue('en');
  });

  test('an expired session that the page notices is explained, and what was typed is kept', async ({
    page,
    visitor,
    texts,
    request,
    database,
  }) => {
    const account = await typeInProfile(visitor, request);
    await expireTokens(database, account.email);
    // as if another tab had stored its user; the page also checks every 60 seconds by itself
    await page.evaluate(() => {
      dispatchEvent(new StorageEvent('storage', { key: 'user', newValue: '{}' }));
    });
    await expect(page).toHaveURL(/\/auth\/login\?next=%2Fuser%2Fprofile$/);
    await expect(page.getByText(texts.session.sessionEnded)).toBeVisible();
    await logInOnPage(visitor, account.email);
    await visitor.sees(texts.profile.title);
    await expect(visitor.field(texts.accountField.firstName)).toHaveValue('Klara');
  });

  test('a session that ends on a public page leads to the login and back, with what was typed', async ({
    page,
    visitor,
    texts,
    request,
    database,
  }) => {
    const account = await registerAccount(request);
    await signIn(page, account);
    const firstLoad = page.waitForResponse('**/ticketshop/visit.data*');
    await page.goto('/contact?from=footer');
    await visitor.hydrated();
    await firstLoad;
    await visitor.field(texts.contact.message).fill('Gibt es Rollstuhlplätze?');
    await expireTokens(database, account.email);
    await page.evaluate(() => {
      dispatchEvent(new StorageEvent('storage', { key: 'user', newValue: '{}' }));
    });
    await expect(page).toHaveURL(/\/auth\/login\?next=%2Fcontact%3Ffrom%3Dfooter$/);
    await expect(page.getByText(texts.session.sessionEnded)).toBeVisible();
    await logInOnPage(visitor, account.email);
    await expect(page).toHaveURL(/\/contact\?from=footer$/);
    await expect(visitor.field(texts.contact.message)).toHaveValue('Gibt es Rollstuhlplätze?');
  });

  test('an ended session that the page notices before its form is explained, too', async ({
    page,
    visitor,
    texts,
    request,
    database,
  }) => {
    const account = await typeInProfile(visitor, request);
    await expireTokens(database, account.email);
    // the page never gets this response, but its cookies are set
    expect((await page.request.get('/ticketshop/visit.data')).status()).toBe(200);
    await page.getByRole('button', { name: texts.profile.save }).click();
    await expect(page).toHaveURL(/\/auth\/login\?next=/);
    await expect(page.getByText(texts.session.sessionEnded)).toBeVisible();
  });

  test('an unknown session (401) is explained, too', async ({ page, texts, request }) => {
    const account = await registerAccount(request);
    await signIn(page, { ...account, token: 'unknown' });
    await page.goto('/user');
    await expect(page).toHaveURL(/\/auth\/login\?next=%2Fuser$/);
    await expect(page.getByText(texts.session.sessionEnded)).toBeVisible();
  });
});

test(
  'the profile: name, language, and an e-mail only with the password',
  { tag: '@desk' },
  async ({ page, visitor, texts, request }) => {
    const account = await registerAccount(request);
    await verifyEmail(request, account);
    await signIn(page, account);
    await page.goto('/user/profile');
    const save = page.getByRole('button', { name: texts.profile.save });
    await expect(save).toBeDisabled();
    await expect(page.getByText('demnächst')).toBeVisible();
    await visitor.field(texts.accountField.firstName).fill('Klara');
    await save.click();
    await expect(page.getByRole('status').filter({ hasText: texts.profile.saved })).toBeFocused();
    await expect(save).toBeDisabled();

    const next = newEmail();
    await visitor.field(texts.accountField.email).fill(next);
    await save.click();
    await expect(visitor.field(texts.profile.currentPassword)).toBeFocused();
    await visitor.field(texts.profile.currentPassword).fill('nicht das richtige');
    await save.click();
    await expect(visitor.field(texts.profile.currentPassword)).toHaveAccessibleDescription(
      new RegExp(texts.profile.currentPasswordWrong),
    );
    await visitor.field(texts.profile.currentPassword).fill(PASSWORD);
    await save.click();
    await expect(
      page.getByRole('status').filter({ hasText: texts.profile.savedEmail({ email: next }) }),
    ).toBeVisible();
    await page.goto('/user');
    await expect(page.getByRole('heading', { level: 1 })).toContainText('Klara Wieck');
    await expect(page.getByText(texts.personal.unverifiedTitle)).toBeVisible();
  },
);

test(
  'a bad verification link says so, and no foreign URL is requested',
  { tag: '@phone' },
  async ({ page, texts }) => {
    const asked: string[] = [];
    page.on('request', (call) => asked.push(call.url()));
    for (const url of ['', 'https://elsewhere.example/api/email/verify/1/x', '/me']) {
      await page.goto(`/verify-email?url=${encodeURIComponent(url)}`);
      await expect(page.getByRole('main').getByRole('alert')).toContainText(
        texts.account.verifyInvalid,
      );
    }
    expect(asked.filter((url) => /^https:\/\/elsewhere|\/me$/.test(url))).toEqual([]);
    await page.goto(`/verify-email?url=${encodeURIComponent('/api/email/verify/1/nonsense')}`);
    await page.getByRole('button', { name: texts.account.verify }).click();
    await expect(page.getByRole('main').getByRole('alert')).toContainText(
      texts.account.verifyFailed,
    );
  },
);

test(
  'saved details can be changed at the checkout',
  { tag: '@phone' },
  async ({ page, visitor, texts, request }) => {
    const account = await registerAccount(request);
    await saveDetailsOf(request, account);
    await signIn(page, account);
    await visitor.fillCart('Auftakt im Fels', 'Normalpreis');
    await visitor.proceedToCheckout();
    await visitor.chooseDelivery('postal');
    await page.getByRole('button', { name: texts.checkout.edit }).click();
    const save = visitor.saveButton();
    await expect(save).toBeDisabled();
    await visitor.chooseCountry('Schweiz');
    await visitor.field(texts.checkout.zip).fill('8001');
    await visitor.field(texts.checkout.city).fill('Zürich');
    await visitor.saveDetails();
    await expect(page.getByText('8001 Zürich')).toBeVisible();
    // no postal delivery to Switzerland: the choice was cleared
    await expect(page.getByRole('radio', { name: texts.cart.postal })).toBeDisabled();
    await expect(visitor.toPayment()).toHaveCount(0);
  },
);
