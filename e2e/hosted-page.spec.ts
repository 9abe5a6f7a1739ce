import type { Page } from '@playwright/test';
import { preparePayment } from './support/prepare.ts';
import { expect, test } from './support/test.ts';
import { cards, clara, Visitor } from './support/visitor.ts';

test.describe('without scripts, on the hosted page', { tag: '@desk' }, () => {
  test.use({ javaScriptEnabled: false });
  const payHeading = (page: Page) => page.getByRole('heading', { name: /^Pay / });

  test('a declined card shows the reason, and another one pays', async ({
    page,
    visitor,
    texts,
  }) => {
    await preparePayment(page, 'Fünf Winde');
    await page.goto('/ticketshop/payment');
    await expect(page.getByText(texts.payment.hostedText)).toBeVisible();
    await visitor.pay(cards.declined);
    await expect(page.getByRole('alert')).toContainText('Your card was declined.');
    await page.getByRole('textbox', { name: 'Card number' }).fill(cards.pays);
    await page.getByRole('button', { name: /^Pay / }).click();
    await visitor.seesConfirmation();
    expect(page.url()).toContain('/ticketshop/order-confirmation?token=');
  });

  test('a browser that has lost the cart shows that the payment has arrived', async ({
    page,
    context,
    visitor,
    texts,
  }) => {
    await preparePayment(page, 'Fünf Winde');
    await page.goto('/ticketshop/payment');
    await visitor.payButton().click();
    await expect(payHeading(page)).toBeVisible();
    await context.clearCookies({ name: /cart_session$/ });
    await visitor.fillHostedPage(cards.pays);
    await expect(page).toHaveURL(/\/concerts\/all$/);
    await expect(page.getByText(texts.paymentFlash.ordered)).toBeVisible();
    await page.goto('/ticketshop/payment?session_id=cs_test_none');
    await expect(page).toHaveURL(/\/concerts\/all$/);
    await expect(page.getByText(texts.paymentFlash.ordered)).toBeHidden();
  });

  test('an order that was changed in another tab is shown again before it is paid', async ({
    page,
    visitor,
    texts,
  }) => {
    await visitor.reachPayment('Fünf Winde', 'Normalpreis', clara);
    const other = await page.context().newPage();
    await other.goto('/ticketshop');
    await other.getByRole('spinbutton').first().fill('2');
    await other.getByRole('button', { name: texts.cart.update }).first().click();
    await expect(other.getByRole('spinbutton').first()).toHaveValue('2');
    await visitor.payButton().click();
    await expect(page).toHaveURL(/\/ticketshop\/payment$/);
    await expect(page.getByText(texts.paymentFlash.changed)).toBeVisible();
    await expect(page.getByText('52,00').first()).toBeVisible();
    await visitor.payButton().click();
    await expect(payHeading(page)).toHaveText(/52\.00/);
  });

  test('a browser with another cart shows that the payment has arrived, and keeps that cart', async ({
    page,
    visitor,
    texts,
  }) => {
    await preparePayment(page, 'Fünf Winde');
    await page.goto('/ticketshop/payment');
    await visitor.payButton().click();
    await expect(payHeading(page)).toBeVisible();
    await page.context().clearCookies({ name: /cart_session$/ });
    const other = new Visitor(await page.context().newPage(), visitor.language, false);
    await other.fillCart('Fünf Winde', 'Normalpreis', 2);
    await visitor.fillHostedPage(cards.pays);
    await expect(page).toHaveURL(/\/ticketshop\/checkout$/);
    await expect(page.getByText(texts.paymentFlash.ordered)).toBeVisible();
    await page.goto('/ticketshop');
    await expect(page.getByRole('spinbutton').first()).toHaveValue('2');
  });

  for (const [answer, heading] of [
    ['Complete', null],
    ['Fail', /^Pay /],
  ] as const) {
    test(`the bank requires authentication: ${answer}`, async ({ page, visitor }) => {
      await preparePayment(page, 'Fünf Winde');
      await page.goto('/ticketshop/payment');
      await visitor.pay(cards.authenticates);
      await page.getByRole('button', { name: answer }).click();
      if (heading === null) return void (await visitor.seesConfirmation());
      await expect(payHeading(page)).toBeVisible();
      await expect(page.getByRole('alert')).toBeVisible();
    });
  }

  test('going back and forth leads to one payment', async ({ page, visitor, texts }) => {
    await preparePayment(page, 'Fünf Winde');
    await page.goto('/ticketshop/payment');
    await visitor.payButton().click();
    await expect(payHeading(page)).toBeVisible();
    const first = page.url();
    await page.getByRole('link', { name: 'Back' }).click();
    await visitor.sees(texts.payment.title);
    await visitor.payButton().click();
    await expect(payHeading(page)).toBeVisible();
    expect(page.url()).toBe(first);
    await visitor.fillHostedPage(cards.pays);
    await visitor.seesConfirmation();
    // an order is reached by its link, not by the browser that paid it
    await page.goto('/ticketshop/payment');
    await expect(page).toHaveURL(/\/concerts\/all$/);
  });
});
