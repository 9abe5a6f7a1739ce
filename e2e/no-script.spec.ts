import { msgCodes } from '#contract/codes.ts';
import { fieldMessages } from '#contract/field-messages.ts';
import { newEmail, PASSWORD } from '#test/registration.ts';
import { demoArticles } from './support/concerts.ts';
import { registerAccount, signIn } from './support/accounts.ts';
import { waitForEmail } from './support/emails.ts';
import { concertPaths, publicPaths } from './support/pages.ts';
import { prepareCart } from './support/prepare.ts';
import { advanceToHoldEnd } from './support/shop-database.ts';
import { expect, test } from './support/test.ts';
import { localeOf } from './support/texts.ts';

for (const language of ['de', 'en'] as const) {
  test.describe(`without JavaScript in ${language}`, () => {
    test.use({ javaScriptEnabled: false, locale: localeOf[language] });

    test(
      'public pages are complete without a script',
      { tag: '@desk' },
      async ({ page, texts }) => {
        const scripts: string[] = [];
        page.on('request', (request) => {
          if (new URL(request.url()).pathname.endsWith('.js')) scripts.push(request.url());
        });
        for (const path of publicPaths) {
          await page.goto(path);
          await expect(page.getByRole('heading', { level: 1 }), path).toBeVisible();
          await expect(page.getByText(texts.platform.loading, { exact: true }), path).toHaveCount(
            0,
          );
          await expect(
            page.getByRole('contentinfo').getByRole('link', { name: texts.layout.terms }),
          ).toBeVisible();
          const words = (await page.getByRole('main').innerText()).split(/\s+/).length;
          expect(words, path).toBeGreaterThan(
            ['/contact', '/tickets/find'].includes(path) ? 30 : 100,
          );
        }
        await page.goto('/');
        await expect(
          page.getByText(language === 'de' ? '8.–29. August 2025' : '8–29 August 2025').first(),
        ).toBeVisible();
        expect(scripts).toEqual([]);
      },
    );

    test('the concerts can be read and found', { tag: '@phone' }, async ({ page, texts }) => {
      await page.goto('/concerts/all');
      await expect(demoArticles(page)).toHaveCount(16);
      await page
        .getByRole('navigation', { name: texts.concert.filters })
        .getByRole('link', { name: texts.concert.showFree })
        .click();
      await expect(page.getByRole('article')).toHaveCount(3);
      await page.getByRole('article').first().getByRole('link').click();
      await expect(page.getByRole('heading', { name: texts.concert.programme })).toBeVisible();
      for (const path of await concertPaths(page.request)) {
        await page.goto(path);
        await expect(
          page.getByRole('heading', { name: texts.concert.programme }),
          path,
        ).toBeVisible();
        await expect(
          page.getByRole('complementary', { name: texts.concert.tickets }),
        ).toBeVisible();
        await expect(page.locator('img').first(), path).toBeVisible();
      }
    });

    test(
      'a quantity that is no number changes nothing',
      { tag: '@phone' },
      async ({ page, visitor, texts }) => {
        await visitor.openConcert('Fünf Winde');
        await visitor.raise(language === 'de' ? 'Normalpreis' : 'Full price', 2);
        await visitor.addToCart();
        await page.goto('/ticketshop');
        const quantity = page.getByRole('spinbutton').first();
        await quantity.fill('');
        await page.getByRole('button', { name: texts.cart.update }).click();
        await expect(page.getByText(fieldMessages.QUANTITY_INVALID[language])).toBeVisible();
        await expect(quantity).toHaveValue('2');
        // beside the field, which a reader lands on
        await expect(quantity).toBeFocused();
        await expect(quantity).toHaveAttribute('aria-invalid', 'true');
        await expect(quantity).toHaveAccessibleDescription(
          fieldMessages.QUANTITY_INVALID[language],
        );
      },
    );

    test(
      'an account: log in, personal area, profile',
      { tag: '@phone' },
      async ({ page, visitor, texts, request }) => {
        const { email } = await registerAccount(request);
        await page.goto('/user/profile');
        await expect(page).toHaveURL(/\/auth\/login\?next=/);
        await visitor.field(texts.accountField.email).fill(email);
        const logIn = page.getByRole('main').getByRole('button', { name: texts.account.logIn });
        await logIn.click();
        await expect(visitor.field(texts.accountField.email)).toHaveValue(email);
        await expect(visitor.field(texts.accountField.password)).toBeFocused();
        await expect(page).toHaveTitle(language === 'de' ? /^Fehler: / : /^Error: /);
        await visitor.field(texts.accountField.password).fill('something else');
        await logIn.click();
        await expect(page.getByText(texts.account.invalidCredentials)).toBeVisible();
        await visitor.field(texts.accountField.password).fill(PASSWORD);
        await logIn.click();

        await expect(page).toHaveURL(/\/user\/profile$/);
        await visitor.field(texts.accountField.firstName).fill('Klara');
        await page.getByRole('button', { name: texts.profile.save }).click();
        await expect(page.getByText(texts.profile.saved)).toBeVisible();
        await visitor.field(texts.accountField.email).fill(newEmail());
        await page.getByRole('button', { name: texts.profile.save }).click();
        await expect(visitor.field(texts.profile.currentPassword)).toBeFocused();

        await page.goto('/user');
        await expect(page.getByRole('heading', { level: 1 })).toContainText('Klara Wieck');
        await page.getByRole('button', { name: texts.personal.resend }).click();
        await expect(page.getByText(texts.personal.resent)).toBeVisible();
        const { path } = await waitForEmail(request, email, 'email-verification');
        await page.goto(path);
        await page.getByRole('button', { name: texts.account.verify }).click();
        await expect(page).toHaveURL(/\/user$/);
        await expect(page.getByText(texts.account.verified)).toBeVisible();
      },
    );

    test(
      'an account: register, forget and reset the password',
      { tag: '@desk' },
      async ({ page, visitor, texts, request }) => {
        const email = newEmail();
        await page.goto('/auth/register');
        await visitor.field(texts.accountField.firstName).fill('Fanny');
        await page.getByRole('button', { name: texts.account.register }).click();
        await expect(page.getByRole('region', { name: texts.ui.errorSummary })).toBeFocused();
        await expect(visitor.field(texts.accountField.firstName)).toHaveValue('Fanny');
        await visitor.field(texts.accountField.lastName).fill('Hensel');
        await visitor.field(texts.accountField.email).fill(email);
        await visitor.field(texts.accountField.password).fill(PASSWORD);
        await visitor.field(texts.accountField.passwordConfirmation).fill(PASSWORD);
        await page.getByRole('button', { name: texts.account.register }).click();
        await expect(page).toHaveURL(/\/user$/);
        await page.goto('/auth/login');
        await expect(page).toHaveURL(/\/user$/);

        await page.context().clearCookies();
        await page.goto('/auth/login?forgot');
        await visitor.field(texts.accountField.email).fill(email);
        await page.getByRole('button', { name: texts.account.sendLink }).click();
        await expect(page.getByText(texts.account.linkSent)).toBeVisible();
        const { path } = await waitForEmail(request, email, 'password-reset');
        await page.goto(path);
        await visitor.field(texts.accountField.newPassword).fill('noch ein langer Satz');
        await visitor.field(texts.accountField.passwordConfirmation).fill('noch ein langer Satz');
        await page.getByRole('button', { name: texts.account.savePassword }).click();
        await expect(page.getByText(texts.account.passwordReset)).toBeVisible();
      },
    );

    test(
      'newsletter preferences can be saved',
      { tag: '@desk' },
      async ({ page, texts, request }) => {
        const email = newEmail();
        await request.post('/api/newsletter', { data: { email } });
        const { path } = await waitForEmail(request, email, 'newsletter-confirmation');
        await page.goto(path);
        const general = page.getByRole('switch', { name: texts.newsletter.general });
        await general.check();
        await page.getByRole('button', { name: texts.newsletter.save }).click();
        await expect(page.getByText(texts.newsletter.saved)).toBeVisible();
        await expect(general).toBeChecked();
      },
    );

    test(
      'a refused sign-up is a page of its own',
      { tag: '@desk' },
      async ({ page, visitor, texts }) => {
        await page.goto('/about');
        await page.getByRole('contentinfo').getByRole('textbox').fill('nobody');
        await page.getByRole('button', { name: texts.layout.newsletterSend }).click();
        await visitor.sees(texts.platform.errorTitle);
        const field = page.getByRole('main').getByRole('textbox');
        await expect(field).toHaveValue('nobody');
        const main = page.getByRole('main');
        await expect(main.getByText(texts.layout.newsletterEmailInvalid)).toBeVisible();
      },
    );

    test('a message can be sent', { tag: '@desk' }, async ({ page, visitor, texts }) => {
      await page.goto('/contact');
      await visitor.field(texts.contact.email).fill('without@script');
      await visitor.field(texts.contact.subject).fill('Stufen');
      await page.getByRole('button', { name: texts.contact.send }).click();
      await expect(page.getByText(texts.contact.failed)).toBeVisible();
      await expect(visitor.field(texts.contact.subject)).toHaveValue('Stufen');
      await visitor.field(texts.contact.email).fill('without@script.example');
      await visitor.field(texts.contact.message).fill('Gibt es einen Aufzug?');
      await page.getByRole('button', { name: texts.contact.send }).click();
      await expect(page.getByText(texts.contact.sent)).toBeVisible();
    });
  });
}

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false });

  test(
    'a hold that has ended is explained',
    { tag: '@phone' },
    async ({ page, visitor, texts, database }) => {
      const sessionId = await prepareCart(page, 'Fünf Winde');
      await page.goto('/ticketshop');
      await visitor.sees(texts.cart.title);
      await advanceToHoldEnd(database, sessionId, 5);
      // a cookie of the response has the new end
      await page.request.get('/ticketshop');
      const code = async () =>
        (await (await page.request.get(`/cart/${sessionId}`)).json()).msgCode;
      await expect.poll(code).toBe(msgCodes.cartEmpty);
      await page.getByRole('button', { name: texts.cart.update }).click();
      await expect(page).toHaveURL(/\/concerts\/all$/);
      await expect(page.getByText(texts.cart.holdEnded)).toBeVisible();
    },
  );

  test('the menu logs out', { tag: '@phone' }, async ({ page, visitor, texts, request }) => {
    await signIn(page, await registerAccount(request));
    await page.goto('/user/profile');
    await visitor.openMenu();
    await page.getByRole('button', { name: texts.layout.logout, exact: true }).click();
    await expect(page).toHaveURL(/\/$/);
    await page.goto('/user');
    await expect(page).toHaveURL(/\/auth\/login\?next=%2Fuser$/);
  });

  test('the switch leads to the other language', { tag: '@desk' }, async ({ page, visitor }) => {
    await page.goto('/concerts/all?show=free');
    await page.getByRole('banner').getByRole('button', { name: 'EN', exact: true }).click();
    await expect(page).toHaveURL(/\/en\/concerts\/all\?show=free$/);
    await expect(page.getByRole('article')).toHaveCount(3);
    await page.goto('/about');
    await visitor.sees('About us');
  });
});
