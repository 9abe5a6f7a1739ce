import { beforeAll, expect, test } from 'vitest';
import { h1Of, OfficeBrowser, readDemoAccounts } from '#test/office-browser.ts';
import { openDemoShop } from '#test/open-demo-shop.ts';

// Bad input is 404 or 422, never 500 (office.md 1, HTTP).
const shop = await openDemoShop({ RATE_LIMIT: 'off' });
const admin = new OfficeBrowser(shop.url);

const signIn = async (browser: OfficeBrowser, to = '') =>
  await browser.signIn({ ...(await readDemoAccounts(shop))('admin'), code: '' }, to);

beforeAll(async () => {
  expect((await signIn(admin)).status).toBe(303);
});

const post = async (path: string, form: Record<string, string>) =>
  (await admin.send(path, { form })).status;

test('of an unknown thing, entries that do not fit are not looked at', async () => {
  const choice = { form: 'choose', whole: '1', reason: 'Why' };
  for (const [path, form] of [
    ['/office/messages/99', { subject: '', text: '' }],
    ['/office/messages/99', { form: 'state', state: 'nonsense' }],
    ['/office/mails/99999', { form: 'resend', to: 'nobody' }],
    ['/office/people/badkey', { first_name: '' }],
    ['/office/people/badkey/erase', { confirm: '' }],
    ['/office/orders/XXXX/refund', { form: 'refund' }],
    ['/office/orders/XXXX/refund', { form: 'choose' }],
    ['/office/orders/XXXX/refund', choice],
    ['/office/orders/XXXX', { form: 'note', note: '' }],
    ['/office/concerts/99999/box-office', { do: 'print' }],
    ['/office/staff/0x1', { form: 'role', role: 'nonsense' }],
  ] as const) {
    const { status, html } = await admin.send(path, { form });
    expect([path, form, status, h1Of(html)]).toEqual([path, form, 404, 'Not found']);
  }
  expect((await admin.send('/office/staff/0x1')).status).toBe(404);
});
