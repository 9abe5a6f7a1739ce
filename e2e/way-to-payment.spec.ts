import { findConcert } from './support/concerts.ts';
import { prepareCart } from './support/prepare.ts';
import { expect, test } from './support/test.ts';

test('the badge in the list leads to the tickets', async ({ page, texts }) => {
  const { id } = await findConcert(page.request, 'Fünf Winde');
  await page.goto('/concerts/all');
  await page.locator(`a[href$="/concerts/${id}#tickets"]`).click();
  await expect(page.getByRole('heading', { name: texts.concert.tickets })).toBeInViewport();
});

test(
  'the first view of a concert leads to its tickets, and added tickets to the cart',
  { tag: '@twice' },
  async ({ page, visitor, texts }) => {
    const { id } = await findConcert(page.request, 'Fünf Winde');
    await page.goto(`/concerts/${id}`);
    const ways = page.getByRole('link', { name: /^Karten ab 8\s€$/ });
    await expect(ways).toHaveCount(1);
    await expect(ways).toBeInViewport({ ratio: 1 });
    await ways.click();
    await expect(page.getByRole('heading', { name: texts.concert.tickets })).toBeInViewport();
    if (visitor.isScripted) await visitor.raise('Normalpreis', 2);
    else await visitor.quantityField('Normalpreis').fill('2');
    await visitor.tickets().getByRole('button', { name: texts.concert.addToCart }).click();
    const alert = page.locator('.alert-region');
    await expect(alert).toContainText('2 Karten in den Warenkorb gelegt.');
    await expect(alert.getByRole('link', { name: texts.concert.toCart })).toBeInViewport();
    const bar = page.locator('.ticket-bar');
    const isPhone = (page.viewportSize()?.width ?? 0) < 900;
    if (isPhone) await expect(bar).toContainText(/2 Karten · 52,00\s€/);
    if (isPhone) await expect(bar).toBeInViewport({ ratio: 1 });
    await alert.getByRole('link', { name: texts.concert.toCart }).click();
    await visitor.sees(texts.cart.title);
  },
);

test('the bar gives way to the panel', { tag: '@phone' }, async ({ page, visitor, texts }) => {
  await visitor.openConcert('Fünf Winde');
  await expect(page.locator('.ticket-bar')).toBeVisible();
  await page.getByRole('heading', { name: texts.concert.tickets }).scrollIntoViewIfNeeded();
  await visitor.raise('Normalpreis');
  await expect(page.locator('.ticket-bar')).toHaveCount(0);
});

test('two concerts in the cart: changed quantities are saved without scrolling', async ({
  page,
  visitor,
  texts,
}) => {
  await prepareCart(page, 'Fünf Winde');
  await visitor.fillCart('Jupiter', 'Normalpreis');
  const more = texts.ui.oneMore({ label: 'Normalpreis' });
  await page.getByRole('button', { name: more }).first().click();
  const update = page.getByRole('button', { name: texts.cart.update });
  await expect(update).toBeInViewport({ ratio: 1 });
  await update.click();
  await expect(page.getByText(texts.cart.updated)).toBeVisible();
  await expect(page.getByText('Zahlung mit Karte.')).toBeVisible();
});

test(
  'Germany is chosen, its neighbours follow; saved details lead to the delivery',
  { tag: '@twice' },
  async ({ page, visitor, texts }) => {
    await prepareCart(page, 'Fünf Winde');
    await page.goto('/ticketshop/checkout');
    const country = page.getByRole('combobox', { name: texts.checkout.country });
    const first = ['Deutschland', 'Österreich', 'Schweiz'];
    if (visitor.isScripted) {
      await expect(country).toHaveValue('Deutschland');
      await country.click();
      await expect(page.getByRole('option').nth(2)).toHaveText('Schweiz');
      expect((await page.getByRole('option').allTextContents()).slice(0, 3)).toEqual(first);
      await page.keyboard.press('Escape');
    } else {
      await expect(country.locator('option:checked')).toHaveText('Deutschland');
      expect((await country.locator('option').allTextContents()).slice(1, 4)).toEqual(first);
    }
    await visitor.field(texts.checkout.firstName).fill('Klara');
    await visitor.field(texts.checkout.lastName).fill('Haas');
    await visitor.field(texts.checkout.street).fill('Gasse 1');
    await visitor.field(texts.checkout.zip).fill('04109');
    await visitor.field(texts.checkout.city).fill('Leipzig');
    await page.getByRole('button', { name: texts.checkout.toDelivery }).click();
    const methods = page.getByRole('region', { name: texts.checkout.methodsLegend });
    await expect(methods).toBeInViewport();
    if (visitor.isScripted) await expect(methods).toBeFocused();
  },
);
