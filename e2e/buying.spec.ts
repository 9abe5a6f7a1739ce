import type { Page } from '@playwright/test';
import { newEmail, PASSWORD } from '#test/registration.ts';
import { registerAccount, saveDetailsOf, verifyEmail } from './support/accounts.ts';
import { waitForEmail } from './support/emails.ts';
import { prepareCart } from './support/prepare.ts';
import { expect, test } from './support/test.ts';
import { cards, clara } from './support/visitor.ts';
import { localeOf } from './support/texts.ts';

const fullPrice = { de: 'Normalpreis', en: 'Full price' } as const;
const payNames = { de: 'Zahlungspflichtig bestellen', en: 'Order and pay' } as const;

for (const language of ['de', 'en'] as const) {
  test.describe(`in ${language}`, { tag: language === 'de' ? '@phone' : '@desk' }, () => {
    test.use({ locale: localeOf[language] });

    test(
      'a guest buys online tickets',
      { tag: '@twice' },
      async ({ page, visitor, texts, request }) => {
        const email = newEmail();
        await visitor.fillCart('Fünf Winde', fullPrice[language], 2);
        await visitor.proceedToCheckout();
        await expect(page.getByRole('radio', { name: texts.checkout.asGuest })).toBeChecked();
        await visitor.fillDetails({ ...clara, email });
        await visitor.saveDetails();
        await visitor.chooseDelivery('onlineticket');
        await visitor.proceedToPayment();

        await expect(page.getByText('§ 312g')).toBeVisible();
        await expect(visitor.payButton()).toHaveText(payNames[language]);
        await visitor.pay(cards.pays);
        const number = await visitor.seesConfirmation();
        await expect(page.getByLabel(texts.layout.cartWith({ count: 0 }))).toBeVisible();
        expect(page.url()).toContain('/ticketshop/order-confirmation?token=');

        const mail = await waitForEmail(request, email, 'order-confirmation');
        expect(mail.text).toContain(number);
        await visitor.seesDocuments(4);
        await expect(page.getByText(texts.order.processing)).toHaveCount(0);
        for (const link of await downloads(page, texts.order.download).all()) {
          const file = await request.get((await link.getAttribute('href')) ?? '');
          expect(file.headers()['content-type']).toBe('application/pdf');
          expect((await file.body()).subarray(0, 5).toString()).toBe('%PDF-');
        }
        const calendar = page
          .getByRole('region', { name: texts.order.concertsTitle })
          .getByRole('link');
        const entry = await request.get((await calendar.getAttribute('href')) ?? '');
        expect(await entry.text()).toContain('BEGIN:VEVENT');
      },
    );
  });
}

test.describe('in English on a phone', { tag: ['@phone', '@twice'] }, () => {
  test.use({ locale: localeOf.en });

  test('a guest without e-mail collects tickets at the box office', async ({
    page,
    visitor,
    texts,
  }) => {
    await visitor.fillCart('Ein Sommer in Ischl', 'Reduced');
    await visitor.proceedToCheckout();
    await visitor.fillDetails({ ...clara, country: 'Österreich', zip: '1010', city: 'Wien' });
    await visitor.saveDetails();
    await expect(page.getByRole('radio', { name: 'Online ticket' })).toBeDisabled();
    await expect(page.getByRole('radio', { name: 'Post' })).toBeDisabled();
    await expect(page.getByText('We can only ship within Germany')).toBeVisible();
    await visitor.chooseDelivery('boxoffice');
    await visitor.proceedToPayment();
    await visitor.pay(cards.pays);

    const number = await visitor.seesConfirmation();
    await expect(page.getByText(`Please quote order number ${number}.`)).toBeVisible();
    await expect(page.getByText(texts.order.keepTitle)).toBeVisible();
    await visitor.seesDocuments(2);
    await expect(
      page.getByRole('link', { name: `${texts.order.confirmation}: ${texts.order.download}` }),
    ).toBeVisible();
  });
});

test.describe('in German at a desk', { tag: ['@desk', '@twice'] }, () => {
  test('a guest in Germany gets tickets by post for 4,50 €', async ({ page, visitor, texts }) => {
    await visitor.fillCart('Böhmen, weit fort', 'Ermäßigt', 3);
    await visitor.proceedToCheckout();
    await visitor.fillDetails({ ...clara, email: newEmail() });
    await visitor.saveDetails();
    await visitor.chooseDelivery('postal');
    const order = page.getByRole('region', { name: texts.cart.order });
    if (visitor.isScripted) {
      await expect(order).toContainText('4,50 €');
      await expect(order).toContainText('58,50 €');
    }
    await visitor.proceedToPayment();
    await expect(order).toContainText('4,50 €');
    await expect(order).toContainText('58,50 €');
    await visitor.pay(cards.pays);

    await visitor.seesConfirmation();
    await expect(page.getByText('Prioritätsbrief')).toBeVisible();
    await expect(page.getByRole('region', { name: texts.cart.order })).toContainText('58,50 €');
  });

  test('an order of 0 € needs no card', async ({ page, visitor, texts }) => {
    await visitor.fillCart('Ein Sommer in Ischl', 'Begleitperson');
    await visitor.proceedToCheckout();
    await visitor.fillDetails({ ...clara, email: newEmail() });
    await visitor.saveDetails();
    await visitor.chooseDelivery('onlineticket');
    await visitor.proceedToPayment();
    await expect(page.getByText(texts.payment.freeText)).toBeVisible();
    await expect(page.locator('iframe')).toHaveCount(0);
    await page.getByRole('button', { name: 'Kostenlos bestellen' }).click();
    await visitor.seesConfirmation();
  });

  test('a customer finds saved details and no choice of accounts', async ({
    page,
    visitor,
    texts,
    request,
  }) => {
    const account = await registerAccount(request);
    await saveDetailsOf(request, account);
    await visitor.fillCart('Lange Nacht der Musik', 'Normalpreis');
    await visitor.proceedToCheckout();
    await page.getByRole('radio', { name: texts.checkout.login }).check();
    await visitor.field(texts.checkout.email).fill(account.email);
    await page.getByRole('textbox', { name: texts.checkout.password, exact: true }).fill(PASSWORD);
    await page.getByRole('main').getByRole('button', { name: texts.checkout.logIn }).click();

    await expect(page.getByText('04109 Leipzig')).toBeVisible();
    await expect(page.getByRole('radio', { name: texts.checkout.asGuest })).toHaveCount(0);
    await visitor.chooseDelivery('onlineticket');
    await visitor.proceedToPayment();
    await visitor.pay(cards.pays);
    const number = await visitor.seesConfirmation();
    await expect(page.getByText(account.email).first()).toBeVisible();

    await verifyEmail(request, account);
    await page.goto('/user');
    await expect(page.getByRole('heading', { name: `Bestellung ${number}` })).toBeVisible();
    await expect(async () => {
      if (!visitor.isScripted) await page.reload();
      const invoice = page.getByRole('link', { name: texts.personal.invoice });
      await expect(invoice).toBeVisible({ timeout: visitor.isScripted ? 20_000 : 1000 });
    }).toPass({ timeout: 60_000 });
  });
});

test(
  'a guest makes an account while buying',
  { tag: ['@phone', '@twice'] },
  async ({ page, visitor, texts, request }) => {
    const email = newEmail();
    await visitor.fillCart('Auftakt im Fels', 'Normalpreis');
    await visitor.proceedToCheckout();
    await page.getByRole('radio', { name: texts.checkout.register }).check();
    await visitor.fillDetails({ ...clara, email });
    await page.getByRole('textbox', { name: texts.checkout.password, exact: true }).fill(PASSWORD);
    await page.getByRole('textbox', { name: texts.checkout.passwordConfirmation }).fill(PASSWORD);
    await visitor.saveDetails();
    await expect(page.getByRole('radio', { name: texts.checkout.asGuest })).toHaveCount(0);
    await visitor.chooseDelivery('onlineticket');
    await visitor.proceedToPayment();
    await visitor.pay(cards.pays);
    const number = await visitor.seesConfirmation();

    await page.goto('/user');
    await expect(page.getByText(texts.personal.unverifiedTitle)).toBeVisible();
    const { path } = await waitForEmail(request, email, 'email-verification');
    await page.goto(path);
    // with scripts the page submits it by itself
    if (!visitor.isScripted) {
      await page.getByRole('button', { name: texts.account.verify }).click();
    }
    await expect(page.getByText(texts.account.verified)).toBeVisible();
    await expect(page.getByRole('heading', { name: `Bestellung ${number}` })).toBeVisible();
  },
);

test(
  'an address that has an account: logging in here keeps what was typed',
  { tag: '@desk' },
  async ({ page, visitor, texts, request }) => {
    const { email } = await registerAccount(request);
    await prepareCart(page, 'Auftakt im Fels');
    await page.goto('/ticketshop/checkout');
    await page.getByRole('radio', { name: texts.checkout.register }).check();
    await visitor.fillDetails({ ...clara, firstName: 'Klara', email });
    const secret = page.getByRole('textbox', { name: texts.checkout.password, exact: true });
    await secret.fill(PASSWORD);
    await page.getByRole('textbox', { name: texts.checkout.passwordConfirmation }).fill(PASSWORD);
    await visitor.saveButton().click();
    await expect(visitor.field(texts.checkout.email)).toBeFocused();
    await expect(page).toHaveTitle(/^Fehler: /);

    await page.getByRole('button', { name: texts.checkout.loginInstead }).click();
    await expect(page.getByRole('heading', { name: texts.checkout.loginTitle })).toBeFocused();
    await expect(page).toHaveTitle(/^Ihre Angaben/);
    await expect(visitor.field(texts.checkout.email)).toHaveValue(email);
    await secret.fill(PASSWORD);
    await page.getByRole('main').getByRole('button', { name: texts.checkout.logIn }).click();
    await expect(page.getByRole('radio', { name: texts.checkout.asGuest })).toHaveCount(0);
    await expect(visitor.field(texts.checkout.firstName)).toHaveValue('Klara');
    await expect(visitor.field(texts.checkout.street)).toHaveValue(clara.street);
  },
);

const downloads = (page: Page, name: string) => page.getByRole('link', { name });
