import { describe, expect, test } from 'vitest';
import { createTestApi } from '#test/api-app.ts';
import { registerCustomer, verifyCustomer } from '#test/customers.ts';
import { createTestDatabase } from '#test/database.ts';
import { emailsTo } from '#test/emails.ts';
import { newEmail, registration } from '#test/registration.ts';

const database = await createTestDatabase();
const api = createTestApi(database);

const register = (first_name: string, language = 'en') =>
  api('POST', '/register', { json: registration({ first_name }), language });

describe('a name', () => {
  test.each([
    'Sie haben gewonnen: https://evil.example/gewinn',
    'www.evil.example',
    'WWW.evil.example',
    'clara@example.org',
    'Clara\u0007',
    'Clara\u2028Wieck',
  ])('%j is refused', async (name) => {
    const english = await register(name);
    expect(english.status).toBe(422);
    expect(english.body).toMatchObject({
      errors: {
        first_name: [
          'Please enter the name only, without a web address, @ or invisible characters',
        ],
      },
    });
    expect((await register(name, 'de')).body).toMatchObject({
      errors: {
        first_name: ['Bitte nur den Namen, ohne Internetadresse, @ und unsichtbare Zeichen'],
      },
    });
  });

  test('has at most 60 characters', async () => {
    expect((await register('a'.repeat(60))).status).toBe(201);
    const response = await register('a'.repeat(61));
    expect(response.body).toMatchObject({ errors: { first_name: ['At most 60 characters'] } });
  });

  test.each(['Jean-Luc', "O'Connor", 'Élise Ñandú', 'Dr. J. R.', '王小明', 'Müller-Lüdenscheidt'])(
    '%s is accepted',
    async (name) => {
      expect((await register(name)).status).toBe(201);
    },
  );
});

test('no mail to an address that nobody has verified contains a name', async () => {
  const email = newEmail();
  const first_name = 'Gewinnen Sie 500 EUR';
  const json = registration({ email_address: email, first_name });
  await api('POST', '/register', { json });
  await api('POST', '/forgot-password', { json: { email_address: email } });
  await api('POST', '/api/newsletter', { json: { email } });
  const mails = await emailsTo(database, email);
  expect(mails.map(({ kind }) => kind)).toContain('password-reset');
  expect(JSON.stringify(mails)).not.toContain('Gewinnen');
});

test('a verified customer is greeted by name', async () => {
  const { email } = await registerCustomer(api);
  await verifyCustomer(api, database, email);
  await api('POST', '/forgot-password', { json: { email_address: email } });
  const mail = (await emailsTo(database, email)).find(({ kind }) => kind === 'password-reset');
  expect(mail?.email.paragraphs[0]).toBe('Guten Tag Clara Wieck,');
});

test('one network can cause mails to a hundred new addresses an hour, over all forms', async () => {
  const limited = createTestApi(database, { hasRateLimit: true });
  const { rows } = await database.pool.query<{ id: string }>(
    `select coalesce(max(id), 0) as id from mail`,
  );
  const address = '198.51.100.9';
  const taken = registration();
  const calls = Array.from({ length: 150 }, async (_, at) => {
    const email = newEmail();
    return at % 2 === 0
      ? await limited('POST', '/api/newsletter', { json: { email }, address })
      : // invalid for its common password, but counted: hashing a hundred takes long
        await limited('POST', '/register', {
          json: {
            ...taken,
            email_address: email,
            password: '1234567890',
            password_confirmation: '1234567890',
          },
          address,
        });
  });
  const statuses = (await Promise.all(calls)).map(({ status }) => status);
  expect(statuses.filter((status) => status !== 429)).toHaveLength(100);
  const sent = await database.pool.query(`select from mail where id > $1`, [rows[0]?.id]);
  expect(sent.rowCount).toBeLessThanOrEqual(100);
});
