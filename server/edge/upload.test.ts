import { expect, test } from 'vitest';
import { OfficeBrowser } from '#test/office-browser.ts';
import { openDemoSite } from '#test/open-demo-shop.ts';

// The forms of the office with a file: the photograph of a concert, and a programme (office.md 5.2 and 8).
const shop = await openDemoSite({ RATE_LIMIT: 'off' });
const MEGABYTE = 1_000_000;

async function upload(browser: OfficeBrowser, path: string, size: number): Promise<number> {
  const cover = new File([new Uint8Array(size)], 'a.jpg');
  return (await post(browser, path, { form: 'picture', cover })).status;
}

async function post(browser: OfficeBrowser, path: string, entries: Record<string, string | File>) {
  const form = new FormData();
  for (const [name, value] of Object.entries(entries)) form.set(name, value);
  const response = await fetch(new URL(path, shop.url), {
    method: 'POST',
    redirect: 'manual',
    body: form,
    headers: {
      origin: shop.url,
      'accept-language': 'en',
      cookie: [...browser.cookies].map(([name, value]) => `${name}=${value}`).join('; '),
    },
  });
  for (const line of response.headers.getSetCookie()) {
    const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
    browser.cookies.set(name, value);
  }
  const html = await response.text();
  return { status: response.status, html, text: html.replaceAll(/<[^>]+>/g, '') };
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

test('a programme is exported, changed and imported without scripts', async () => {
  const admin = new OfficeBrowser(shop.url);
  await admin.signIn({ ...shop.accountOf('admin'), code: '' });
  const { html: yaml, headers } = await admin.send('/office/programme.yaml');
  expect(headers.get('content-disposition')).toBe('attachment; filename="programme.yaml"');
  const changed = yaml.replace(
    /(slug: goldberg[\s\S]*?duration: )\d+/,
    (_found, before: string) => `${before}96`,
  );
  const path = '/office/programme';
  const file = new File([changed], 'my.yaml');
  const seen = await post(admin, path, { form: 'import', file });
  expect(seen.status).toBe(200);
  expect(seen.text.includes('Duration in minutes: 80 → 96')).toBe(true);
  const value = (name: string) =>
    new RegExp(`name="${name}" value="([^"]*)"`).exec(seen.html)?.[1] ?? '';
  const entries = { form: 'import', name: 'my.yaml', yaml: changed, seen: value('seen') };
  expect((await post(admin, path, { ...entries, step: 'apply' })).status).toBe(303);
  expect((await admin.send('/office/programme.yaml')).html).toBe(changed);
  // a second time: what was seen is no longer what would change
  const again = await post(admin, path, { ...entries, step: 'apply' });
  expect([again.status, again.html.includes('Nothing has changed.')]).toEqual([409, true]);
  const refused = await post(admin, path, {
    form: 'import',
    file: new File(['a: !!x y'], 'b.yaml'),
  });
  expect([refused.status, refused.html.includes('b.yaml:1 has a tag')]).toEqual([422, true]);
  expect((await post(admin, path, { form: 'import' })).html).toContain(
    'Please choose a YAML file.',
  );
  const editor = new OfficeBrowser(shop.url);
  await editor.signIn({ ...shop.accountOf('editor'), code: '' });
  expect((await editor.send(path)).html.includes('name="file"')).toBe(false);
  expect((await post(editor, path, { form: 'import', file })).status).toBe(403);
});

test('a programme stays in its form while the identity is confirmed', async () => {
  const admin = new OfficeBrowser(shop.url);
  const account = { ...shop.accountOf('admin'), code: '' };
  await admin.signIn(account);
  const { html: before } = await admin.send('/office/programme.yaml');
  const yaml = before.replace(
    /(slug: goldberg[\s\S]*?duration: )\d+/,
    (_, start: string) => `${start}98`,
  );
  const path = '/office/programme';
  const seen = await post(admin, path, { form: 'import', file: new File([yaml], 'my.yaml') });
  const [, found = ''] = /name="seen" value="([^"]*)"/.exec(seen.html) ?? [];
  await shop.pool.query(`update staff_session set confirmed_at = now() - interval '1 hour'`);
  const entries = { form: 'import', name: 'my.yaml', yaml, seen: found, step: 'apply' };
  expect((await post(admin, path, entries)).status).toBe(303);
  const to = `/office/confirm-identity?to=${encodeURIComponent(path)}`;
  const { location } = await admin.send(to, { form: { form: 'confirm', ...account } });
  expect(location).toBe(path);
  const { html } = await admin.send(path);
  expect(html.replaceAll(/<[^>]+>/g, '').includes('The file “my.yaml” is still here.')).toBe(true);
  const again = await post(admin, path, { form: 'import', name: 'my.yaml', yaml });
  expect(again.text.includes('→ 98')).toBe(true);
  expect((await post(admin, path, entries)).status).toBe(303);
  expect((await admin.send('/office/programme.yaml')).html).toBe(yaml);
});
