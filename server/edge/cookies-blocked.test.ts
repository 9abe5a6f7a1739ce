import { expect, test } from 'vitest';
import { OfficeBrowser, readDemoAccounts } from '#test/office-browser.ts';
import { openDemoShop } from '#test/open-demo-shop.ts';

const shop = await openDemoShop();
const accountOf = await readDemoAccounts(shop);
const headers = { 'sec-fetch-site': 'same-origin' };
const blocked = 'Your browser blocks cookies.';
const form = () => ({ form: 'sign-in', ...accountOf('office'), code: '' });
const signInWithout = async (path: string) =>
  await new OfficeBrowser(shop.url).send(path, { form: form(), headers });

test('a browser that keeps no cookies reads so when it signs in, and keeps its e-mail', async () => {
  const first = await signInWithout('/office/sign-in?to=%2Foffice%2Forders');
  expect(first.status).toBe(307);
  const again = first.location ?? '';
  expect(again).toMatch(/^\/office\/sign-in\?to=%2Foffice%2Forders&cookies=/);
  const refused = await signInWithout(again);
  expect(refused.status).toBe(409);
  expect(refused.html).toContain(blocked);
  expect(refused.html).toContain(`value="${accountOf('office').email}"`);
  const scripts = await signInWithout('/office/sign-in.data');
  expect([scripts.status, scripts.location?.split('=')[0]]).toEqual([
    307,
    '/office/sign-in.data?cookies',
  ]);
});

test('it reads so before its invitation is used', async () => {
  const first = await signInWithout('/office/invitation/unknown');
  expect([first.status, first.location?.split('=')[0]]).toEqual([
    307,
    '/office/invitation/unknown?cookies',
  ]);
});

test('a browser with none signs in with the one that it gets in between', async () => {
  const browser = new OfficeBrowser(shop.url);
  const first = await browser.send('/office/sign-in', { form: form(), headers });
  const done = await browser.send(first.location ?? '', { form: form(), headers });
  expect([done.status, done.location]).toEqual([303, '/office']);
  expect((await browser.send('/office')).status).toBe(200);
});

test('a sign-in from a page of another site is refused, as ever', async () => {
  const browser = new OfficeBrowser(shop.url);
  const origin = 'https://evil.example';
  const { status } = await browser.send('/office/sign-in', { form: form(), headers, origin });
  expect(status).toBe(403);
});
