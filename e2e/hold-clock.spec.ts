import { prepareCart } from './support/prepare.ts';
import { expect, test } from './support/test.ts';

for (const hours of [3, -3]) {
  test(
    `a device's clock ${hours} hours off warns of the hold's end in time`,
    { tag: '@desk' },
    async ({ page, visitor, texts }) => {
      await page.clock.install({ time: Date.now() + hours * 3_600_000 });
      let loads = 0;
      page.on('request', (request) => {
        if (request.url().includes('/ticketshop/visit.data')) loads++;
      });
      await prepareCart(page, 'Fünf Winde');
      await page.goto('/ticketshop');
      const extend = page.getByRole('button', { name: texts.cart.extend });
      await visitor.raise('Normalpreis');
      // hydrated: without it, the page has no clock
      const quantity = page.getByRole('group', { name: 'Normalpreis' }).getByRole('status').first();
      await expect(quantity).toHaveText('2');
      await expect(extend).toBeHidden();
      await page.clock.fastForward(20_000);
      expect(loads).toBeLessThan(3);
      await page.clock.fastForward('27:00');
      await expect(extend).toBeHidden();
      await page.clock.fastForward('01:00');
      await expect(extend).toBeVisible();
    },
  );
}
