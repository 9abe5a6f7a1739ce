import { expect, test } from 'vitest';
import { renderEmailHtml } from '../platform/mail/email.ts';
import { toPreviewHtml } from './read-mails.ts';

const sender = {
  name: 'Musiksommer',
  tagline: '',
  email: 'a@example.org',
  addressLines: ['Gasse 1'],
  siteUrl: 'https://festival.example',
};
const email = {
  subject: 's',
  preheader: 'p',
  heading: '<b style="color:red">&',
  paragraphs: ['style="x" <img src="https://elsewhere.example/x.png">'],
  button: { label: 'b', url: 'https://elsewhere.example/' },
};

test('a preview keeps every style and text, loads nothing, and has no links', () => {
  const html = renderEmailHtml(email, sender, 'de');
  const preview = toPreviewHtml(html);
  const tags = preview.match(/<[a-z][^>]*>/g) ?? [];
  expect(tags.filter((tag) => /\s(?:style|href|src|background)=/.test(tag))).toEqual([]);
  expect(preview).toContain('&lt;b style=&quot;color:red&quot;&gt;&amp;');
  const styles = new Set([...html.matchAll(/ style="([^"]*)"/g)].map(([, style]) => style));
  const sheet = /<style>(.*)<\/style>/s.exec(preview)?.[1] ?? '';
  for (const style of styles) expect(sheet).toContain(`{${style}}`);
  expect(sheet).toContain('@media (max-width:480px)');
  expect(preview).toMatch(/<td class="m\d+ pad"/);
});
