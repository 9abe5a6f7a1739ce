import { beforeAll, expect, test } from 'vitest';
import { concertDetails } from '#test/concert-form.ts';
import { OfficeBrowser } from '#test/office-browser.ts';
import { openDemoSite } from '#test/open-demo-shop.ts';

// The preview of a concert: a page of the site that only the office's people see (office.md 5.2).
const shop = await openDemoSite({ RATE_LIMIT: 'off' });
const editor = new OfficeBrowser(shop.url);
const stranger = new OfficeBrowser(shop.url);
let preview = '';

beforeAll(async () => {
  await editor.signIn({ ...shop.accountOf('editor'), code: '' });
  const form = { form: 'details', ...concertDetails, slug: 'unseen', title_en: 'Unseen evening' };
  const { location } = await editor.send('/office/concerts/new', { form });
  preview = `${location}/preview`;
});

test('an editor sees a draft as visitors would, without its scripts and its cart', async () => {
  const { status, html, headers } = await editor.send(preview);
  expect(status).toBe(200);
  expect(html).toMatch(/<h1[^>]*>Unseen evening/);
  expect(html).toContain('Preview – not published');
  expect(html).not.toMatch(/<script[^>]*(?:src=|type="module")/);
  expect(headers.get('cache-control')).toBe('no-store');
  expect(headers.get('x-robots-tag')).toBe('noindex, nofollow');
  editor.cookies.set('language', 'de');
  expect((await editor.send(preview)).html).toContain('Vorschau – nicht veröffentlicht');
  editor.cookies.delete('language');
});

test('nothing is bought or held from a preview', async () => {
  const { status } = await editor.send(preview, { form: { 'quantity-1': '1' } });
  expect(status).toBe(405);
});

test('a stranger never sees a draft', async () => {
  for (const path of [preview, `${preview}.data`]) {
    const { status, html } = await stranger.send(path);
    expect([path, status]).toEqual([path, 303]);
    expect(html).not.toContain('Unseen');
  }
  const id = preview.split('/')[3];
  expect((await stranger.send(`/concerts/${id}`)).status).toBe(404);
  const { html } = await stranger.send('/concerts/all');
  expect(html).not.toContain('Unseen');
});

test('a published concert has its page, and an unknown one none', async () => {
  const { status, location } = await editor.send('/office/concerts/1/preview');
  expect([status, location]).toEqual([302, '/en/concerts/1']);
  expect((await editor.send('/office/concerts/99999/preview')).status).toBe(404);
});
