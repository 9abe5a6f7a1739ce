import { expect, test } from 'vitest';
import { h1Of, OfficeBrowser, readDemoAccounts } from '#test/office-browser.ts';
import { openDemoShop } from '#test/open-demo-shop.ts';

const shop = await openDemoShop({ RATE_LIMIT: 'off' });

test('without its database, every response is 503 with the headers of the office, and later all is well', async () => {
  const stranger = new OfficeBrowser(shop.url);
  const office = new OfficeBrowser(shop.url);
  const account = { ...(await readDemoAccounts(shop))('office'), code: '' };
  expect((await office.signIn(account)).status).toBe(303);
  shop.databaseProxy.disconnect();
  for (const [about, browser, path, form] of [
    ['the sign-in page', stranger, '/office/sign-in', undefined],
    ['signing in', stranger, '/office/sign-in', { form: 'sign-in', ...account }],
    ['an invitation', stranger, '/office/invitation/none', undefined],
    ['a page of somebody signed in', office, '/office/orders', undefined],
    ['its data', office, '/office/orders.data', undefined],
    ['a file', office, '/office/orders.csv', undefined],
    ['a form', office, '/office', { form: 'compare' }],
  ] as const) {
    const { status, headers, html } = await browser.send(path, { ...(form && { form }) });
    expect.soft([about, status, headers.get('retry-after')]).toEqual([about, 503, '2']);
    const wanted = {
      'cache-control': 'no-store',
      'x-robots-tag': 'noindex, nofollow',
      'referrer-policy': 'same-origin',
      'cross-origin-resource-policy': 'same-origin',
      'x-frame-options': 'DENY',
    };
    expect.soft(Object.fromEntries(headers), about).toMatchObject(wanted);
    expect.soft(headers.get('content-security-policy'), about).toContain("frame-ancestors 'none'");
    if (!html.startsWith('<!')) continue;
    expect.soft(h1Of(html)).toBe('Something went wrong');
    const [, id] = /\(reference for questions: ([\w-]+)\)/.exec(html) ?? [];
    expect.soft(id, about).toBeDefined();
    // the line may come after the response
    await expect.poll(() => shop.output(), { message: about }).toContain(`requestId=${id}`);
  }
  shop.databaseProxy.reconnect();
  await expect.poll(async () => (await office.send('/office/orders')).status).toBe(200);
});
