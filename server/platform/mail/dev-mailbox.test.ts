import { describe, expect, it } from 'vitest';
import { createTestDatabase } from '#test/database.ts';
import { createDevMailbox } from './dev-mailbox.ts';
import { createStoringTransport } from './mail-transport.ts';

const publicUrl = () => 'http://festival.example:3000';
const { pool } = await createTestDatabase();
const app = createDevMailbox(pool, true, publicUrl);

await pool.query(
  `insert into mail (kind, recipient, language, event_key) values ('greeting', 'clara@example.org', 'de', '1')`,
);
await createStoringTransport(pool).send(
  {
    messageId: '<1@example.org>',
    from: 'karten@example.org',
    to: 'clara@example.org',
    subject: 'Grüße <b>',
    text: 'Guten Tag',
    html: '<h1 style="color:red">Guten Tag</h1>',
    attachments: [
      { filename: 'Karte.pdf', contentType: 'application/pdf', content: Buffer.from('%PDF') },
    ],
  },
  1,
);

describe('/dev/mail', () => {
  it('lists stored mails, for people and for programs', async () => {
    const page = await (await app.request('/dev/mail')).text();
    expect(page).toContain('Grüße &lt;b&gt;');
    const headers = { accept: 'application/json' };
    expect(await (await app.request('/dev/mail', { headers })).json()).toMatchObject({
      data: [{ id: 1, kind: 'greeting', recipient: 'clara@example.org', subject: 'Grüße <b>' }],
    });
  });

  it('shows one mail as HTML, as text, with its attachments, under its own policy', async () => {
    const page = await app.request('/dev/mail/1');
    expect(await page.text()).toContain('Karte.pdf');
    expect(page.headers.get('content-security-policy')).toContain("default-src 'none'");
    expect(await (await app.request('/dev/mail/1/html')).text()).toContain(
      '<h1 style="color:red">',
    );
    expect(await (await app.request('/dev/mail/1/text')).text()).toContain('Guten Tag');
    const attachment = await app.request('/dev/mail/1/attachment/0');
    expect(attachment.headers.get('content-type')).toBe('application/pdf');
    expect(await attachment.text()).toBe('%PDF');
  });

  it('responds 404 to others', async () => {
    expect((await app.request('/dev/mail/2')).status).toBe(404);
    expect((await app.request('/dev/mail/1/attachment/9')).status).toBe(404);
    expect((await app.request('/dev/mail/1/other')).status).toBe(404);
  });

  it.each([
    ['127.0.0.1', {}, 200],
    ['::ffff:127.0.0.1', {}, 200],
    ['::1', {}, 200],
    ['192.0.2.1', {}, 403],
    ['127.0.0.1', { 'x-forwarded-for': '127.0.0.1' }, 403],
    ['', {}, 403],
    ['127.0.0.1', { host: 'localhost:3000' }, 200],
    ['127.0.0.1', { host: '127.0.0.1:3000' }, 200],
    ['::1', { host: '[::1]:3000' }, 200],
    ['127.0.0.1', { host: 'festival.example' }, 200],
    // a foreign page whose host name resolves to this machine
    ['127.0.0.1', { host: 'evil.example:3000' }, 403],
    ['127.0.0.1', { host: '127.0.0.1.evil.example' }, 403],
    ['127.0.0.1', { host: 'evil.example@' }, 403],
  ])('unless it is open, the peer %j with %j gets %i', async (peer, headers, status) => {
    const closed = createDevMailbox(pool, false, publicUrl);
    closed.onError((_error, c) => c.body(null, 403));
    for (const path of ['/dev/mail', '/dev/mail/1', '/dev/mail/1/raw']) {
      expect((await closed.request(path, { headers }, { peer })).status).toBe(status);
    }
  });
});
