import { expect, test } from 'vitest';
import { createTestApi, type TestCall } from '#test/api-app.ts';
import { createTestDatabase } from '#test/database.ts';
import { emailsTo } from '#test/emails.ts';
import { newEmail } from '#test/registration.ts';

const database = await createTestDatabase();
const api = createTestApi(database);
/** The recipient while the database has no association (test/api-app.ts). */
const FALLBACK = 'tickets@festival.example';

const fields = { subject: 'Rollstuhlplatz', message: 'Gibt es Plätze?\n\nMit Dank' };
const send = (form: Record<string, string>, call: TestCall = {}) =>
  api('POST', '/api/contact', { form, language: 'en', ...call });

async function stored(email: string): Promise<unknown[]> {
  const { rows } = await database.pool.query(
    `select subject, message, language from contact_message where email = $1`,
    [email],
  );
  return rows;
}

async function mailed(email: string, recipient = FALLBACK) {
  const mails = await emailsTo(database, recipient);
  return mails.filter((l) => l.email.replyTo === email);
}

test.each(['json', 'form', 'multipart'] as const)(
  'a message by %s is stored and mailed with Reply-To the sender',
  async (encoding) => {
    const email = newEmail();
    const response = await api('POST', '/api/contact', {
      [encoding]: { email, ...fields, honeypot: '' },
      language: 'en',
    });
    expect([response.status, response.body]).toEqual([
      200,
      { message: 'message sent successfully' },
    ]);
    const [row] = await stored(email);
    expect(row).toMatchObject({ subject: fields.subject, language: 'en' });
    const [mail, ...further] = await mailed(email);
    expect(further).toEqual([]);
    expect(mail).toMatchObject({
      kind: 'contact-message',
      language: 'de',
      email: { subject: 'Nachricht: Rollstuhlplatz', replyTo: email },
    });
    expect(mail?.email.quote).toContain('Gibt es Plätze?');
    expect(mail?.email.facts).toContainEqual({ label: 'Von', value: email });
  },
);

test('it goes to the association of the programme', async () => {
  const content = { association: { email: 'post@verein.example' } };
  await database.pool.query(`insert into festival (content) values ($1)`, [content]);
  const email = newEmail();
  await send({ email, ...fields });
  expect(await mailed(email, 'post@verein.example')).toHaveLength(1);
  expect(await mailed(email)).toEqual([]);
  await database.pool.query(`delete from festival`);
});

test('a filled honeypot gets the same response, and nothing happens', async () => {
  const email = newEmail();
  const trapped = await send({ email, ...fields, honeypot: 'https://spam.example' });
  const honest = await send({ email: newEmail(), ...fields });
  expect([trapped.status, trapped.text]).toEqual([honest.status, honest.text]);
  // other invalid fields do not reveal the honeypot to a bot
  const careless = await send({ email: 'x', honeypot: 'https://spam.example' });
  expect([careless.status, careless.text]).toEqual([honest.status, honest.text]);
  expect(await stored(email)).toEqual([]);
  expect(await mailed(email)).toEqual([]);
});

test('an identical message within ten minutes is dropped, another one is not', async () => {
  const email = newEmail();
  const responses = await Promise.all([1, 2, 3].map(() => send({ email, ...fields })));
  expect(responses.map((a) => a.status)).toEqual([200, 200, 200]);
  expect(await stored(email)).toHaveLength(1);
  await send({ email, ...fields, message: 'Noch eine Frage' });
  expect(await stored(email)).toHaveLength(2);
  expect(await mailed(email)).toHaveLength(2);

  await database.pool.query(
    `update contact_message set created_at = now() - interval '11 minutes' where email = $1`,
    [email],
  );
  await send({ email, ...fields });
  expect(await stored(email)).toHaveLength(3);
});

test('headers cannot be injected', async () => {
  for (const email of ['a@b.org\r\nBcc: x@y.org', 'a@b.org, x@y.org', 'a@b.org>\n<x@y.org']) {
    const response = await send({ email, ...fields });
    expect(response.status).toBe(422);
    expect(response.body).toMatchObject({ errors: { email: ['this email address is not valid'] } });
  }
  const email = newEmail();
  await send({ email, subject: 'Frage\r\nBcc: x@y.org\u2028\u0007Ende', message: 'x' });
  const [mail] = await mailed(email);
  expect(mail?.email.subject).toBe('Nachricht: Frage Bcc: x@y.org Ende');
  expect(mail?.email.facts?.map((f) => f.value).join('')).not.toMatch(/[\r\n]/);
});

test('missing and invalid fields are reported in the requested language', async () => {
  const english = await send({});
  expect(english.status).toBe(422);
  expect(english.body).toMatchObject({
    errors: {
      email: ['we need your email address'],
      subject: ['Please enter a subject'],
      message: ['Please write a message'],
    },
  });
  const long = { email: 'x', subject: 'x'.repeat(201), message: 'nul \u0000' };
  const german = await send(long, { language: 'de' });
  expect(german.body).toMatchObject({
    errors: {
      email: ['Diese E-Mail-Adresse ist nicht gültig'],
      subject: ['Höchstens 200 Zeichen'],
      message: ['Der Text enthält ein Zeichen, das wir nicht speichern können'],
    },
  });
});

test('a text that is too long names its limit', async () => {
  const long = { email: 'x@example.org', subject: 'x', message: 'x'.repeat(10_001) };
  const german = await send(long, { language: 'de' });
  expect(german.body).toMatchObject({ errors: { message: ['Höchstens 10.000 Zeichen'] } });
});

test('responds in German by default', async () => {
  const response = await api('POST', '/api/contact', { form: { email: newEmail(), ...fields } });
  expect(response.body).toEqual({ message: 'Die Nachricht wurde gesendet' });
});

test('other media types are refused', async () => {
  const headers = { 'content-type': 'text/plain' };
  expect((await api('POST', '/api/contact', { headers })).status).toBe(422);
  const broken = await api('POST', '/api/contact', { json: 'not an object' });
  expect(broken.status).toBe(400);
});
