import { randomUUID } from 'node:crypto';
import type { APIRequestContext } from '@playwright/test';
import { registerAccount, signIn } from './support/accounts.ts';
import { concertPaths, publicPaths } from './support/pages.ts';
import { prepareCart } from './support/prepare.ts';
import { expect, test } from './support/test.ts';

// Cookies of visitors, and forms from other sites. Most need no browser.

test.describe.configure({ mode: 'parallel' });

const flash = `flash=${encodeURIComponent('{"kind":"info","text":"Ein Wort"}')}`;
const strangers = [
  `cart_session=${randomUUID()}`,
  'session=a-token',
  'user=1; theme=dark; __Host-session=x',
];
/** Requests the same page again, whatever happens to the stock: without a cache in between. */
const read = async (request: APIRequestContext, path: string, cookie: string) => {
  const response = await request.get(path, { headers: { cookie } });
  return { status: response.status(), headers: response.headers(), body: await response.text() };
};

test(
  'public pages are the same for everybody with one hint',
  { tag: ['@desk', '@long'] },
  async ({ request }) => {
    const paths = [...publicPaths, ...(await concertPaths(request)), '/en', '/de/concerts/all'];
    for (const path of paths) {
      for (const hint of ['', 'header=2', 'header=u', 'header=3u']) {
        const plain = await read(request, path, hint);
        expect(plain.status, path).toBe(200);
        expect(plain.headers['cache-control'], path).toBe('no-cache');
        for (const stranger of strangers) {
          const seen = await read(request, path, `${hint}; ${stranger}`);
          expect(seen.body === plain.body, `${path} with ${hint} and ${stranger}`).toBe(true);
          expect(seen.headers['etag']).toBe(plain.headers['etag']);
          expect(seen.headers['set-cookie']).toBeUndefined();
        }
      }
      const forged = await read(request, path, 'header=<b>');
      expect(forged.body === (await read(request, path, '')).body, path).toBe(true);
    }
  },
);

test('a message is for one visitor and one page', { tag: '@desk' }, async ({ request }) => {
  for (const path of ['/about', '/concerts/all', '/auth/login', '/about?show=free']) {
    const page = await read(request, path, flash);
    expect(page.body, path).toContain('Ein Wort');
    expect(page.headers['cache-control']).toBe('no-store');
    expect(page.headers['set-cookie']).toMatch(/^flash=; Max-Age=0/);
    expect((await read(request, path, '')).body).not.toContain('Ein Wort');
  }
  // perhaps nobody ever sees a prefetched page, so it must not use up the message
  const headers = { cookie: flash, 'sec-purpose': 'prefetch' };
  const ahead = await request.get('/about', { headers });
  expect(await ahead.text()).not.toContain('Ein Wort');
  expect(ahead.headers()['set-cookie']).toBeUndefined();
});

test('a message stays until a page shows it', { tag: '@desk' }, async ({ request }) => {
  const headers = { cookie: flash };
  for (const path of ['/ticketshop/payment', '/ticketshop/payment.data', '/user', '/user.data']) {
    const left = await request.get(path, { headers, maxRedirects: 0 });
    expect(left.status(), path).toBe(path.endsWith('.data') ? 202 : 302);
    expect(left.headers()['set-cookie'], path).toBeUndefined();
  }
});

test('a form of another site is refused', { tag: '@desk' }, async ({ request, baseURL }) => {
  const post = async (headers: Record<string, string>, path = '/contact') => {
    const form = { email: 'clara', subject: '', message: '', honeypot: '' };
    return (await request.post(path, { headers, form, maxRedirects: 0 })).status();
  };
  const own = baseURL ?? '';
  for (const path of ['/contact', '/contact.data', '/en/contact']) {
    expect(await post({}, path), path).toBe(422);
    expect(await post({ origin: own }, path)).toBe(422);
    expect(await post({ origin: 'null', 'sec-fetch-site': 'same-origin' }, path)).toBe(422);
    expect(await post({ origin: 'https://evil.example' }, path)).toBe(403);
    expect(await post({ origin: 'null' }, path)).toBe(403);
    expect(await post({ origin: own, 'sec-fetch-site': 'cross-site' }, path)).toBe(403);
    expect(await post({ 'sec-fetch-site': 'same-site' }, path)).toBe(403);
  }
});

test('no script can read a secret of a customer', { tag: '@desk' }, async ({ page, visitor }) => {
  const { request } = page;
  const account = await registerAccount(request);
  const bearer = { authorization: `Bearer ${account.token}` };
  const me = await request.get('/me', { headers: bearer });
  const { data } = (await me.json()) as { data: { user_data: { newsletter_token: string } } };
  const secrets = [account.token, data.user_data.newsletter_token];

  await signIn(page, account);
  await page.goto('/user/profile');
  await visitor.hydrated();
  const stored = () => page.evaluate(() => JSON.stringify(localStorage));
  await expect.poll(stored).toContain('Wieck');
  const profile = await (await request.get('/user/profile')).text();
  const visit = await (await request.get('/ticketshop/visit.data')).text();
  for (const text of [await stored(), profile, visit]) {
    expect(secrets.filter((secret) => text.includes(secret))).toEqual([]);
  }
  expect(visit).toContain(account.email);
});

test.describe('a load that fails after a form', { tag: '@desk' }, () => {
  test.use({ allowedErrors: /ERR_FAILED/ });

  test("does not lose the form's message", async ({ page, visitor, texts, context }) => {
    await prepareCart(page, 'Fünf Winde');
    const firstLoad = page.waitForResponse('**/ticketshop/visit.data*');
    await page.goto('/ticketshop');
    await visitor.hydrated();
    await firstLoad;
    await page.route('**/ticketshop/visit.data*', async (route) => {
      await route.fetch();
      await route.abort();
    });
    const name = 'Fünf Winde';
    await page.getByRole('button', { name: texts.cart.removeEntry({ name }) }).click();
    await expect(page.getByText(texts.cart.removed({ name }))).toBeVisible();
    expect((await context.cookies()).filter((cookie) => cookie.name === 'flash')).toEqual([]);
  });
});

test.describe('a message without scripts', { tag: '@phone' }, () => {
  test.use({ javaScriptEnabled: false });

  test('is closed by its button, and a success disappears by itself', async ({
    page,
    context,
    baseURL,
    texts,
  }) => {
    const leave = (kind: string, rest = {}) => {
      const value = encodeURIComponent(JSON.stringify({ kind, text: 'Ein Wort', ...rest }));
      return context.addCookies([{ name: 'flash', value, url: baseURL ?? '' }]);
    };
    const message = page.getByRole('dialog', { name: 'Ein Wort' });
    await leave('danger');
    await page.goto('/about');
    await expect(message).toBeVisible();
    await message.getByRole('button', { name: texts.platform.dismiss }).click();
    await expect(message).toBeHidden();
    await leave('success', { fades: true });
    await page.goto('/about');
    await expect(message).toBeVisible();
    await expect(message).toBeHidden();
    await page.reload();
    await expect(page.getByText('Ein Wort')).toHaveCount(0);
  });
});
