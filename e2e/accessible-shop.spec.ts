import { accessibilityContext, expectAccessible } from './support/accessible.ts';
import { prepareCart, preparePayment, requestTooMany } from './support/prepare.ts';
import { advanceToHoldEnd } from './support/shop-database.ts';
import { expect, test } from './support/test.ts';
import { cards, clara } from './support/visitor.ts';

for (const language of ['de', 'en'] as const) {
  test.describe(`accessible in ${language}`, { tag: '@desk' }, () => {
    test.use(accessibilityContext(language));
    const kind = language === 'de' ? 'Normalpreis' : 'Full price';

    test('the cart', async ({ page, visitor, texts, database }) => {
      const sessionId = await prepareCart(page, 'Fünf Winde');
      await page.goto('/ticketshop');
      await expect(page.getByRole('link', { name: texts.cart.checkout })).toBeVisible();
      await expectAccessible(page, 'cart');

      await visitor.raise(kind);
      await page.route('**/ticketshop.data*', (route) => route.abort());
      await page.getByRole('button', { name: texts.cart.update }).click();
      await expect(page.getByRole('main').getByText(texts.platform.offline)).toBeVisible();
      await expectAccessible(page, 'cart changed, update failed');

      await page.unroute('**/ticketshop.data*');
      await advanceToHoldEnd(database, sessionId, 100);
      await page.reload();
      await expect(page.getByRole('button', { name: texts.cart.extend })).toBeVisible();
      await expectAccessible(page, 'hold about to end');
      await page.getByRole('button', { name: texts.cart.extend }).click();
      await expect(page.getByText(texts.cart.extended)).toBeVisible();

      const removed = texts.cart.removeEntry({
        name: language === 'de' ? 'Fünf Winde' : 'Five Winds',
      });
      await page.getByRole('button', { name: removed }).click();
      await expect(page.getByRole('heading', { name: texts.cart.emptyTitle })).toBeVisible();
      await expectAccessible(page, 'cart empty');
    });

    test('a refused quantity', async ({ page, visitor, texts }) => {
      await prepareCart(page, 'Fünf Winde');
      await page.goto('/ticketshop');
      await visitor.raise(kind);
      await requestTooMany(page);
      await page.getByRole('button', { name: texts.cart.update }).click();
      await expect(page.getByRole('button', { name: /^(?:Auf|Set to) \d+/ })).toBeVisible();
      await expectAccessible(page, 'quantity refused');
    });

    test('the checkout', async ({ page, visitor, texts }) => {
      const { checkout } = texts;
      await prepareCart(page, 'Fünf Winde');
      await page.goto('/ticketshop/checkout');
      await expect(visitor.saveButton()).toBeVisible();
      await expectAccessible(page, 'guest');
      await visitor.hydrated();
      const country = page.getByRole('combobox', { name: checkout.country });
      await country.click();
      await expect(page.getByRole('option').first()).toBeVisible();
      await expectAccessible(page, 'countries');
      await country.fill('Atlantis');
      await expect(page.getByText(checkout.noCountry).first()).toBeVisible();
      await expectAccessible(page, 'no country');
      await country.fill('');

      await page.getByRole('radio', { name: checkout.register }).check();
      await visitor.field(checkout.firstName).fill('Clara');
      await visitor.field(checkout.email).fill('nobody');
      await visitor.saveButton().click();
      await expect(page.getByRole('region', { name: texts.ui.errorSummary })).toBeFocused();
      await expectAccessible(page, 'new account with errors');

      await page.getByRole('radio', { name: checkout.login }).check();
      await page.getByRole('main').getByRole('button', { name: checkout.logIn }).click();
      await expectAccessible(page, 'login with errors');

      await page.getByRole('radio', { name: checkout.asGuest }).check();
      await visitor.fillDetails({ ...clara, country: 'Österreich' });
      await visitor.saveDetails();
      await expectAccessible(page, 'saved, without e-mail, abroad');
      const forms = '**/ticketshop/checkout.data*';
      await page.route(forms, (route) => route.abort());
      // Not check(): the refused choice is reverted at once, perhaps before it is read.
      await page.getByRole('radio', { name: texts.cart.boxoffice }).click();
      await expect(page.getByText(checkout.methodFailed)).toBeVisible();
      await expectAccessible(page, 'delivery not chosen');
      await page.unroute(forms);
      await page.getByRole('button', { name: texts.cart.tryAgain }).click();
      await expect(visitor.toPayment()).toBeVisible();
      await page.setViewportSize({ width: 390, height: 844 });
      await page.locator('summary', { hasText: texts.cart.viewOrder }).click();
      await expectAccessible(page, 'ready to pay, order open');
    });

    test('the payment', async ({ page, visitor, texts }) => {
      await preparePayment(page, 'Fünf Winde');
      await page.route('**/stripe.js', (route) => route.abort());
      await page.goto('/ticketshop/payment');
      await expect(page.getByText(texts.payment.cardFailed)).toBeVisible();
      await expectAccessible(page, 'no card fields');
      await page.unroute('**/stripe.js');
      await page.getByRole('button', { name: texts.cart.tryAgain }).click();
      await expect(visitor.payButton()).toBeEnabled();
      await expectAccessible(page, 'ready');
      await visitor.pay(cards.declined);
      await expect(page.getByText(texts.payment.errorTitle)).toBeVisible();
      await expectAccessible(page, 'declined');

      await visitor.pay(cards.authenticates);
      const bank = page.frameLocator('dialog iframe');
      await expect(bank.getByRole('button', { name: 'Complete' })).toBeVisible();
      await expectAccessible(page, 'the bank asks');
      await page.route('**/ticketshop/payment.data*', () => undefined);
      await bank.getByRole('button', { name: 'Complete' }).click();
      await expect(bank.getByRole('button', { name: 'Complete' })).toHaveCount(0);
      await expect(page.getByRole('dialog', { name: texts.payment.busyTitle })).toBeVisible();
      await expectAccessible(page, 'busy');
    });

    test('payments with other outcomes', async ({ page, visitor, texts }) => {
      await preparePayment(page, 'Fünf Winde');
      const forms = '**/ticketshop/payment.data*';
      await page.route(forms, (route) => route.abort());
      await page.goto('/ticketshop/payment');
      await expect(page.getByText(texts.payment.blockedTitle)).toBeVisible();
      await expectAccessible(page, 'blocked');

      await page.unroute(forms);
      await page.clock.install();
      await page.goto('/ticketshop/payment');
      await visitor.fillCard(cards.pays);
      let asked = 0;
      await page.route(forms, (route) => {
        asked++;
        return route.abort();
      });
      await visitor.payButton().click();
      for (let tries = 1; tries <= 5; tries++) {
        await expect.poll(() => asked).toBe(tries);
        await page.clock.fastForward(10_000);
      }
      await expect(page.getByText(texts.payment.unknownTitle)).toBeVisible();
      await expectAccessible(page, 'unknown');
    });

    test('the confirmation', async ({ page, visitor, texts }) => {
      await preparePayment(page, 'Ein Sommer in Ischl', { type: 3, method: 'boxoffice' });
      await page.goto('/ticketshop/payment');
      await expect(page.getByText(texts.payment.freeText)).toBeVisible();
      await expectAccessible(page, 'free of charge');
      await page.getByRole('button', { name: texts.payment.payFree }).click();
      await visitor.seesConfirmation();
      await expectAccessible(page, 'fresh');
      const confirmation = page.url();
      for (const path of ['', '?token=nonsense']) {
        await page.goto(`/ticketshop/order-confirmation${path}`);
        await visitor.sees(texts.order.problemTitle);
        await expectAccessible(page, `confirmation ${path}`);
      }
      // drawn meanwhile
      await page.goto(confirmation);
      await expect(page.getByRole('link', { name: texts.order.download })).toHaveCount(2, {
        timeout: 60_000,
      });
      await expectAccessible(page, 'documents ready');
    });
  });
}
