import { prepareCart, preparePayment } from './support/prepare.ts';
import { expect, test } from './support/test.ts';

test.describe('checkout without scripts', { tag: '@desk' }, () => {
  test.use({ javaScriptEnabled: false });

  test('refused details keep the typed values', async ({ page, visitor, texts }) => {
    await prepareCart(page, 'Jupiter');
    await page.goto('/ticketshop/checkout');
    await visitor.field(texts.checkout.firstName).fill('Klara');
    await visitor.saveButton().click();
    await expect(page).toHaveTitle(/^Fehler: /);
    await expect(visitor.field(texts.checkout.firstName)).toHaveValue('Klara');
    await expect(page.getByRole('region', { name: texts.ui.errorSummary })).toBeFocused();
    await expect(visitor.field(texts.checkout.city)).toHaveAttribute('aria-invalid', 'true');
  });

  test('a country that alone is missing takes the focus', async ({ page, visitor, texts }) => {
    await preparePayment(page, 'Jupiter');
    await page.goto('/ticketshop/checkout?edit');
    const country = page.getByRole('combobox', { name: texts.checkout.country });
    await country.selectOption('');
    await visitor.saveButton().click();
    await expect(country).toHaveAttribute('aria-invalid', 'true');
    await expect(country).toBeFocused();
  });

  test('saved details are changed under ?edit, or left unchanged', async ({
    page,
    visitor,
    texts,
  }) => {
    await preparePayment(page, 'Jupiter');
    await page.goto('/ticketshop/checkout');
    await page.getByRole('button', { name: texts.checkout.edit }).click();
    await expect(page).toHaveURL(/\?edit/);
    await page.getByRole('button', { name: texts.checkout.cancel }).click();
    await expect(page.getByText('04109 Leipzig')).toBeVisible();
    await page.getByRole('button', { name: texts.checkout.edit }).click();
    await visitor.field(texts.checkout.city).fill('Halle');
    await visitor.saveDetails();
    await expect(page.getByText('04109 Halle')).toBeVisible();
    await expect(page.getByText(texts.checkout.saved)).toBeVisible();
  });
});
