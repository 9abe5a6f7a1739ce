import { describe, expect, test } from 'vitest';
import { UserDataResponse } from '#contract/accounts.ts';
import { createTestApi } from '#test/api-app.ts';
import { registerCustomer, verificationPath } from '#test/customers.ts';
import { createTestDatabase } from '#test/database.ts';
import { newEmail, PASSWORD, registration } from '#test/registration.ts';

const database = await createTestDatabase();
const { pool } = database;
const api = createTestApi(database);

const logIn = (email_address: string, client = api, password = PASSWORD) =>
  client('POST', '/login', { json: { email_address, password } });
const register = (email_address: string) =>
  api('POST', '/register', { json: registration({ email_address }) });

let last = 0;
/** Two ways to type one new address; each domain is used once. */
const pairs: [string, () => [string, string]][] = [
  [
    'a domain as Chromium sends it',
    () => [`wilma${++last}@müller-höhn.de`, `wilma${last}@xn--mller-hhn-67a3d.de`],
  ],
  [
    'a domain with capitals',
    () => [`wilma${++last}@müller-höhn.de`, `Wilma${last}@MÜLLER-HÖHN.de`],
  ],
  [
    'decomposed characters',
    () => [`jürgen${++last}@müller-höhn.de`, `jürgen${last}@müller-höhn.de`.normalize('NFD')],
  ],
  [
    'a soft hyphen, a zero-width space and a word joiner',
    () => [`wilma${++last}@example.org`, `\u2060wil\u00ADma${last}@example\u200B.org\u200B`],
  ],
  ['a Kelvin sign', () => [`k${++last}@example.org`, `\u212A${last}@example.org`]],
  ['capitals outside ASCII', () => [`émile${++last}@example.org`, `ÉMILE${last}@example.org`]],
];

describe.each(pairs)('%s', (_, createPair) => {
  test.each(['as registered', 'the other way round'])('is the same account, %s', async (order) => {
    const pair = createPair();
    const [first, second] = order === 'as registered' ? pair : [pair[1], pair[0]];
    const customer = await registerCustomer(api, first);
    expect((await register(second)).status).toBe(409);
    const { data } = UserDataResponse.parse((await logIn(second)).body);
    expect(data.id).toBe(customer.id);
    expect(data.user_data.email.toLowerCase()).toBe(pair[0]);
    await api('GET', await verificationPath(database, data.user_data.email));
    await api('POST', '/forgot-password', { json: { email_address: second } });
    const { rows } = await pool.query(
      `select recipient from mail where kind = 'password-reset' and recipient = $1`,
      [data.user_data.email],
    );
    expect(rows).toHaveLength(1);
  });
});

test.each(['İ', 'ı'])('an address with %s is another one', async (letter) => {
  await registerCustomer(api, `i${++last}@example.org`);
  expect((await logIn(`${letter}${last}@example.org`)).status).toBe(401);
  const other = await registerCustomer(api, `${letter}${last}@example.org`);
  const { data } = UserDataResponse.parse((await logIn(`${letter}${last}@example.org`)).body);
  expect(data.id).toBe(other.id);
});

test('guesses at one account count as one, however its address is typed', async () => {
  const limited = createTestApi(database, { hasRateLimit: true });
  const { email } = await registerCustomer(api, `kk${++last}@müller-höhn.de`);
  const forms = [
    email,
    email.replace('k', '\u212A'),
    email.replace('@', '\u200B@'),
    email.replace('müller-höhn', 'xn--mller-hhn-67a3d'),
    email.normalize('NFD'),
  ];
  const statuses: number[] = [];
  for (let n = 0; n < 40; n++) {
    statuses.push((await logIn(forms[n % forms.length] ?? '', limited, 'x')).status);
  }
  expect(statuses.filter((status) => status === 401)).toHaveLength(20);
  expect(statuses.slice(-20)).toEqual(Array<number>(20).fill(429));
});

test('mails to one mailbox count as one, however its address is typed', async () => {
  const limited = createTestApi(database, { hasRateLimit: true });
  const forms = [
    `İda${++last}@müller-höhn.de`,
    `i\u0307da${last}@xn--mller-hhn-67a3d.de`,
    `İda${last}+x@mu\u0308ller-höhn.de`,
    `\u2060İDA${last}@MÜLLER-HÖHN.DE`,
  ];
  const statuses: number[] = [];
  for (let n = 0; n < 8; n++) {
    const json = { email_address: forms[n % forms.length] };
    statuses.push((await limited('POST', '/forgot-password', { json })).status);
  }
  expect(statuses.filter((status) => status !== 429)).toHaveLength(4);
});

test.each(['a@example.org/b.de', 'a@ex%61mple.org', 'a@b\u0378.de'])(
  'the domain of %s, which cannot exist, is refused',
  async (email) => {
    const { status, body } = await register(email);
    expect(status).toBe(422);
    expect(body).toMatchObject({ errors: { email_address: [expect.any(String)] } });
  },
);

test.each([
  ['of combining marks alone', '\u0301\u0301', 'Bitte geben Sie Ihren Vornamen an'],
  ['of invisible characters alone', '\u200B\u2060\u00AD', 'Bitte geben Sie Ihren Vornamen an'],
  ['without a letter', '–', 'Bitte geben Sie Ihren Vornamen an'],
])('a name %s is refused', async (_, first_name, message) => {
  const { status, body } = await api('POST', '/register', { json: registration({ first_name }) });
  expect(status).toBe(422);
  expect(body).toMatchObject({ errors: { first_name: [message] } });
});

test('a name loses invisible characters, and is composed', async () => {
  const email_address = newEmail();
  const first_name = 'Ju\u0308r\u00ADgen\u202E \u200Bالف\u200Cب';
  await api('POST', '/register', { json: registration({ email_address, first_name }) });
  const { data } = UserDataResponse.parse((await logIn(email_address)).body);
  expect(data.user_data.first_name).toBe('Jürgen الف\u200Cب');
});

test.each(['subject', 'message'])('a %s without a visible character is missing', async (field) => {
  const json = { email: newEmail(), subject: 'Frage', message: 'Text', [field]: '\u200B \u0301' };
  const { status, body } = await api('POST', '/api/contact', { json });
  expect(status).toBe(422);
  expect(Object.keys((body as { errors: object }).errors)).toEqual([field]);
});

test('the newsletter has one subscription an address', async () => {
  for (const domain of ['müller-höhn.de', 'xn--mller-hhn-67a3d.de', 'Mu\u0308ller-höhn.de']) {
    await api('POST', '/api/newsletter', { json: { email: `abo@${domain}` } });
  }
  const { rows } = await pool.query(
    `select email from newsletter_subscription where email like 'abo@%'`,
  );
  expect(rows).toEqual([{ email: 'abo@müller-höhn.de' }]);
});
