import { prepareCart } from './support/prepare.ts';
import { expect, test } from './support/test.ts';
import { Visitor } from './support/visitor.ts';

test(
  'the cart of another tab shows what was added since, and keeps it',
  { tag: '@desk' },
  async ({ page, visitor, texts, context }) => {
    await prepareCart(page, 'Fünf Winde', { quantity: 1 });
    await page.goto('/ticketshop');
    await visitor.hydrated();
    const other = new Visitor(await context.newPage(), 'de', true);
    await other.openConcert('Fünf Winde');
    await other.raise('Normalpreis');
    await other.addToCart();
    const quantity = page.getByRole('group', { name: 'Normalpreis' }).getByRole('status').first();
    await expect(quantity).toHaveText('2');
    await expect(page.getByText(texts.cart.changed)).toBeHidden();
    await visitor.proceedToCheckout();
    await page.goto('/ticketshop');
    await expect(quantity).toHaveText('2');
  },
);
