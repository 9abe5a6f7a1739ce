import { expect, test } from 'vitest';
import { screens } from '#contract/office/screens.ts';
import { OfficeBrowser } from '#test/office-browser.ts';
import { openDemoSite } from '#test/open-demo-shop.ts';

const shop = await openDemoSite({ RATE_LIMIT: 'off' });

test('unexpected entries break no page of the office', async () => {
  const admin = new OfficeBrowser(shop.url);
  const { status } = await admin.signIn({ ...shop.accountOf('admin'), code: '' });
  expect(status).toBe(303);
  const texts = ['\0', '\ud800', '9'.repeat(40), '-1', '1e400', '[]', '2026-02-31', "'"];
  const fields = ['q', 'id', 'ticket', 'to', 'state', 'from', 'thing', 'who', 'before', 'name'];
  const odd = ['%00', '%ED%A0%80', '9'.repeat(40), '-1', '%E0%A4%A'];
  for (const [path, allowed] of Object.entries(screens)) {
    if (allowed === 'public') continue;
    for (const id of path.includes(':') ? odd : []) {
      const { status: found } = await admin.send(path.replaceAll(/:\w+/g, id));
      expect.soft([path, id, found < 500]).toEqual([path, id, true]);
    }
    for (const text of texts) {
      const form = Object.fromEntries(fields.map((field) => [field, text]));
      const known = path.replaceAll(/:\w+/g, '999999999');
      const query = new URLSearchParams(form).toString();
      const read = await admin.send(`${known}?${query}`);
      const sent = await admin.send(known, { form: { ...form, form: text } });
      for (const answer of path === '/office/sign-out' ? [] : [read, sent]) {
        expect.soft([path, text, answer.status < 500]).toEqual([path, text, true]);
      }
    }
  }
});
