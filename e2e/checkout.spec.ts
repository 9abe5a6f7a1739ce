import { prepareCart, preparePayment } from './support/prepare.ts';
import { expect, test } from './support/test.ts';

test.describe('checkout without scripts', { tag: '@desk' }, () => {
  test.use({ javaScriptEnabled: false });

  test('refused details keep the typed values', async ({ page, visitor, say }) => {
    await prepareCart(page, 'Jupiter');
    await page.goto('/ticketshop/checkout');
    await visitor.field(say.checkout.firstName).fill('Klara');
    await page.getByRole('button', { name: say.checkout.save }).click();
    await expect(page).toHaveTitle(/^Fehler: /);
    await expect(visitor.field(say.checkout.firstName)).toHaveValue('Klara');
    await expect(page.getByRole('region', { name: say.ui.errorSummary })).toBeFocused();
    await expect(page.getByRole('combobox', { name: say.checkout.country })).toHaveAttribute(
      'aria-invalid',
      'true',
    );
  });

  test('saved details are changed under ?edit, or left unchanged', async ({
    page,
    visitor,
    say,
  }) => {
    await preparePayment(page, 'Jupiter');
    await page.goto('/ticketshop/checkout');
    await page.getByRole('button', { name: say.checkout.edit }).click();
    await expect(page).toHaveURL(/\?edit/);
    await page.getByRole('button', { name: say.checkout.cancel }).click();
    await expect(page.getByText('04109 Leipzig')).toBeVisible();
    await page.getByRole('button', { name: say.checkout.edit }).click();
    await visitor.field(say.checkout.city).fill('Halle');
    await visitor.saveDetails();
    await expect(page.getByText('04109 Halle')).toBeVisible();
    await expect(page.getByText(say.checkout.saved)).toBeVisible();
  });
});
