import { expect, test, vi } from 'vitest';
import type { SuiteContext } from './conventions.ts';
import { at, textAt } from '../http-client.ts';
import { newEmail } from '../registration.ts';
import { linkTo, mailsTo } from './mailbox.ts';
import { details, register, succeeded } from './shopper.ts';

/** The calls of contact and newsletter (api.md, Contact and newsletter). */
export function contactAndNewsletter(suite: SuiteContext): void {
  contact(suite);
  preferences(suite);
}

function contact({ shop, call }: SuiteContext): void {
  const send = (form: Record<string, string>) => call('POST', '/api/contact', { form });
  const stored = async (email: string): Promise<number> => {
    const { rows } = await shop.pool.query('select 1 from contact_message where email = $1', [
      email,
    ]);
    return rows.length;
  };
  /** Waits for a mail to the association with this text; returns its source. */
  const contactMailContaining = async (text: string): Promise<string> => {
    const { rows } = await shop.pool.query<{ email: string }>(
      `select content -> 'association' ->> 'email' as email from festival`,
    );
    return await vi.waitFor(
      async () => {
        const ids = await mailsTo(call, rows[0]?.email ?? '', 'contact-message');
        const raw = await Promise.all(ids.map((id) => call('GET', `/dev/mail/${id}/raw`)));
        const found = raw.find((mail) => mail.text.includes(text));
        if (found === undefined) throw new Error(`no contact mail contains ${text}`);
        return found.text;
      },
      { timeout: 15_000 },
    );
  };

  test('POST /api/contact is stored and mailed with Reply-To; an identical one is dropped', async () => {
    const email = newEmail();
    const form = { email, subject: 'Rollstuhlplätze', message: 'Gibt es welche?', honeypot: '' };
    const response = await send(form);
    expect([response.status, response.body]).toEqual([
      200,
      { message: 'message sent successfully' },
    ]);
    expect((await send(form)).status).toBe(200);
    expect(await stored(email)).toBe(1);
    expect((await send({ ...form, message: 'Und Parkplätze?' })).status).toBe(200);
    expect(await stored(email)).toBe(2);
    expect(await contactMailContaining(email)).toMatch(new RegExp(`^Reply-To: .*${email}`, 'im'));
  });

  test('a filled honeypot: the same response, nothing stored', async () => {
    const email = newEmail();
    const form = { email, subject: 'x', message: 'x' };
    for (const honeypot of ['https://spam.example', ' ', 'x'.repeat(20_000)]) {
      const response = await send({ ...form, honeypot });
      expect([response.status, response.body]).toEqual([
        200,
        { message: 'message sent successfully' },
      ]);
    }
    expect(await stored(email)).toBe(0);
  });

  test('422 for e-mail, subject and message, and for text that would become a header', async () => {
    const empty = await send({});
    expect(Object.keys(at(empty.body, 'errors') as object).toSorted()).toEqual([
      'email',
      'message',
      'subject',
    ]);
    for (const email of [
      'nobody',
      'a@b',
      'a@b.c',
      'a b@example.org',
      'a@example.org\r\nBcc: b@example.org',
      'a@x.org,b@x.org',
    ]) {
      const response = await send({ email, subject: 'x', message: 'x' });
      expect([response.status, at(response.body, 'errors')], email).toEqual([
        422,
        { email: ['this email address is not valid'] },
      ]);
    }
    const email = newEmail();
    succeeded(await send({ email, subject: 'x\r\nBcc: all@example.org', message: 'x' }));
    const [head] = (await contactMailContaining(email)).split('\r\n\r\n');
    expect(head).not.toMatch(/^bcc:/im);
  });
}

function preferences({ call }: SuiteContext): void {
  test('preferences by token: read, save, 404, 422 for post without an address, one click off', async () => {
    const customer = await register(call);
    const me = await call('GET', '/me', { bearer: customer.token });
    const path = `/api/newsletter-preferences/${textAt(me.body, 'data.user_data.newsletter_token')}`;
    expect((await call('GET', path)).body).toEqual({
      email: customer.email,
      preferences: { general: false, concert_daily: false },
      receive_news_email: false,
      receive_news_postal: false,
      has_postal_address: false,
    });
    const choice = {
      receive_news_email: true,
      receive_news_postal: false,
      preferences: { general: true, concert_daily: true },
    };
    const saved = await call('PUT', path, { json: choice });
    expect([saved.status, saved.body]).toEqual([
      200,
      {
        message: expect.any(String) as string,
        email: customer.email,
        has_postal_address: false,
        ...choice,
      },
    ]);
    const postal = await call('PUT', path, { json: { ...choice, receive_news_postal: true } });
    expect([postal.status, Object.keys(at(postal.body, 'errors') as object)]).toEqual([
      422,
      ['receive_news_postal'],
    ]);
    succeeded(await call('POST', '/delivery-details', { json: details(), bearer: customer.token }));
    expect(
      (await call('PUT', path, { json: { ...choice, receive_news_postal: true } })).status,
    ).toBe(200);
    for (const json of [
      {},
      { ...choice, preferences: null },
      { ...choice, receive_news_email: 'perhaps' },
    ]) {
      expect((await call('PUT', path, { json })).status).toBe(422);
    }
    succeeded(await call('POST', path, { form: { 'List-Unsubscribe': 'One-Click' } }));
    expect((await call('GET', path)).body).toMatchObject({
      receive_news_email: false,
      receive_news_postal: true,
    });
    for (const method of ['GET', 'PUT', 'POST']) {
      const json = method === 'POST' ? { 'List-Unsubscribe': 'One-Click' } : choice;
      const options = method === 'GET' ? {} : { json };
      for (const wrong of ['x', `${path.slice(28)}A`, '%00', 'y'.repeat(3_000)]) {
        const response = await call(method, `/api/newsletter-preferences/${wrong}`, options);
        expect(response.status, `${method} ${wrong.slice(0, 40)}`).toBe(404);
      }
    }
  });

  test('POST /api/newsletter: the same for known and unknown; the mail links to the preferences', async () => {
    const email = newEmail();
    const first = await call('POST', '/api/newsletter', { form: { email } });
    const { email: known } = await register(call);
    const second = await call('POST', '/api/newsletter', { json: { email: known } });
    expect([first.status, second.status, second.body]).toEqual([200, 200, first.body]);
    const link = await linkTo(call, email, 'newsletter-confirmation');
    expect(link.pathname).toMatch(/^\/newsletter-preferences\/[\w-]+$/);
    const read = await call('GET', `/api${link.pathname}`);
    expect(read.body).toMatchObject({ email, receive_news_email: true });
    expect((await call('POST', '/api/newsletter', { json: { email: 'x' } })).status).toBe(422);
  });
}
