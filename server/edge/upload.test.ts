import { expect, test } from 'vitest';
import { OfficeBrowser } from '#test/office-browser.ts';
import { openDemoSite } from '#test/open-demo-shop.ts';

// The only form of the office with a file: the photograph of a concert (running.md 2).
const shop = await openDemoSite({ RATE_LIMIT: 'off' });
const MEGABYTE = 1_000_000;

async function upload(browser: OfficeBrowser, path: string, size: number): Promise<number> {
  const form = new FormData();
  form.set('form', 'picture');
  form.set('cover', new File([new Uint8Array(size)], 'a.jpg'));
  const response = await fetch(new URL(path, shop.url), {
    method: 'POST',
    redirect: 'manual',
    body: form,
    headers: {
      origin: shop.url,
      cookie: [...browser.cookies].map(([name, value]) => `${name}=${value}`).join('; '),
    },
  });
  await response.text();
  return response.status;
}

test('a photograph may be larger than other forms, for the people of the office alone', async () => {
  const editor = new OfficeBrowser(shop.url);
  await editor.signIn({ ...shop.accountOf('editor'), code: '' });
  const stranger = new OfficeBrowser(shop.url);
  const picture = '/office/concerts/1/picture';
  expect(await upload(editor, picture, 2 * MEGABYTE)).toBe(422);
  expect(await upload(editor, picture, 16 * MEGABYTE)).toBe(422);
  expect(await upload(editor, picture, 25 * MEGABYTE)).toBe(413);
  expect(await upload(editor, '/office/concerts/1/details', 2 * MEGABYTE)).toBe(413);
  expect(await upload(stranger, picture, 2 * MEGABYTE)).toBe(303);
});

test('a cover image that nobody has uploaded does not exist', async () => {
  const names = [`${'0'.repeat(32)}-960.avif`, '..%2fsecret.jpg', "'-960.jpg"];
  for (const name of names) {
    const response = await fetch(`${shop.url}/media/covers/${name}`, {
      headers: { accept: 'image/*' },
    });
    expect([name, response.status]).toEqual([name, 404]);
  }
});
