import { describe, expect, it } from 'vitest';
import type { Email, EmailSender } from './email.ts';
import { renderEmail } from './send-mail.ts';

const sender: EmailSender = {
  name: 'Marienfirn',
  tagline: 'Wo die Berge zuhören.',
  addressLines: ['Musiksommer e. V.', 'Klosterhof 1'],
  email: 'post@festival.example',
  siteUrl: 'https://festival.example',
};
const email: Email = {
  subject: 'Ihre Bestellung',
  preheader: 'Drei Karten.',
  heading: 'Ihre Bestellung ist bei uns.',
  paragraphs: ['Guten Tag,', 'vielen Dank & bis <bald>.'],
  quote: 'Liebe Leute,\n<script>alert(1)</script>',
  button: { label: 'Ansehen', url: 'https://festival.example/a?b=1&c=2' },
  sections: [
    {
      heading: 'Fünf Winde',
      lines: ['19.30 Uhr, Tenne'],
      link: { label: 'Zum Konzert', url: 'https://festival.example/concerts/1' },
    },
  ],
  facts: [{ label: 'Gesamtbetrag', value: '70,00 €', isStrong: true }],
  links: [{ label: 'Abbestellen', url: 'https://festival.example/stop' }],
  smallPrint: ['Kein Widerrufsrecht.'],
};
const { html, text } = renderEmail(email, { language: 'de', sender });

describe('an email', () => {
  it('has the same content in HTML and text', () => {
    const parts = `Ihre Bestellung ist bei uns.|Guten Tag,|Liebe Leute,|Ansehen|Fünf Winde
      |19.30 Uhr, Tenne|Zum Konzert|Gesamtbetrag|70,00 €|Abbestellen|https://festival.example/stop
      |Kein Widerrufsrecht.|Musiksommer e. V.|post@festival.example`.split(/\s*\|/);
    for (const part of parts) {
      expect(html).toContain(part);
      expect(text).toContain(part);
    }
    expect(text).toContain('https://festival.example/a?b=1&c=2');
    expect(text).toContain('> Liebe Leute,\n> <script>');
  });

  it('escapes HTML in its texts', () => {
    expect(html).not.toContain('<script');
    expect(html).toContain('vielen Dank &amp; bis &lt;bald&gt;.');
    expect(html).toContain('href="https://festival.example/a?b=1&amp;c=2"');
  });

  it('is readable by screen readers: language, one heading, layout tables without a role, facts as a table', () => {
    expect(html).toContain('<html lang="de">');
    expect(html.match(/<h1/g)).toHaveLength(1);
    expect(html).toContain('<th scope="row"');
    for (const [tag] of html.matchAll(/<table[^>]*>/g)) {
      expect(tag.includes('role="presentation"') || tag.includes('margin:6px')).toBe(true);
    }
  });

  it('loads nothing from any server', () => {
    expect(html).not.toMatch(/<img|<link|url\(|@import/);
  });
});
