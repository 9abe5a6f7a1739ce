import { delayScripts, measurePlaces, waitForStyles } from './support/delayed-scripts.ts';
import { preparePayment } from './support/prepare.ts';
import { expect, test } from './support/test.ts';

// On phones, fonts of what is further down arrive after the scripts (decision 11): lines there may wrap differently.
const paths = [
  '/concerts/1',
  '/auth/register',
  '/contact',
  '/ticketshop',
  '/ticketshop/checkout',
  '/ticketshop/checkout?edit',
  '/ticketshop/payment',
];

for (const path of paths) {
  test(`nothing moves while ${path} hydrates`, { tag: '@desk' }, async ({ page, visitor }) => {
    await preparePayment(page, 'Fünf Winde');
    const release = await delayScripts(page);
    await page.goto(path, { waitUntil: 'commit' });
    await waitForStyles(page);
    const before = await measurePlaces(page);
    release();
    await visitor.hydrated();
    if (path === '/ticketshop/payment') await expect(visitor.payButton()).toBeEnabled();
    expect(await measurePlaces(page)).toEqual(before);
  });
}

test('nothing moves while a cart at the limit of tickets hydrates', async ({ page, visitor }) => {
  await preparePayment(page, 'Fünf Winde', { quantity: 10 });
  const release = await delayScripts(page);
  await page.goto('/ticketshop', { waitUntil: 'commit' });
  await waitForStyles(page);
  const limit = page.locator('.quantity__limit').first();
  await expect(limit).not.toBeEmpty();
  const before = [await limit.boundingBox(), await measurePlaces(page)];
  release();
  await visitor.hydrated();
  expect([await limit.boundingBox(), await measurePlaces(page)]).toEqual(before);
});
