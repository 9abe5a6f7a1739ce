import { expect, test } from 'vitest';
import { UserDataResponse } from '#contract/accounts.ts';
import { createTestApi, PUBLIC_URL, type TestCall } from '#test/api-app.ts';
import { registerCustomer } from '#test/customers.ts';
import { createTestDatabase } from '#test/database.ts';
import { emailsTo, newestLink } from '#test/emails.ts';
import { newEmail, PASSWORD } from '#test/registration.ts';

const database = await createTestDatabase();
const api = createTestApi(database);
const NEW_PASSWORD = 'Die schöne Müllerin 25';

const ask = (email: string, call: TestCall = {}) =>
  api('POST', '/forgot-password', { json: { email_address: email }, language: 'en', ...call });
const fieldsOf = (email: string, token: string, password = NEW_PASSWORD) => ({
  token,
  email_address: email,
  password,
  password_confirmation: password,
});
const reset = (email: string, token: string, password?: string) =>
  api('POST', '/api/reset-password', { json: fieldsOf(email, token, password), language: 'en' });
const logIn = (email: string, password: string) =>
  api('POST', '/login', { json: { email_address: email, password } });

async function mailedToken(email: string): Promise<string> {
  await ask(email);
  const link = await newestLink(database, email, 'password-reset');
  return link.searchParams.get('token') ?? '';
}

test('forgot-password responds to known and unknown addresses alike, in the same steps', async () => {
  const { email } = await registerCustomer(api);
  const unknown = newEmail();
  const responses = [await ask(email), await ask(unknown)];
  expect(responses.map((a) => a.status)).toEqual([200, 200]);
  expect(responses[1]?.text).toBe(responses[0]?.text);
  expect(responses[0]?.body).toEqual({
    message: 'if this email address exists, an email with a reset link has been sent',
  });
  // both mails are queued; only writing the one to the unknown address shows that no account has it
  const { rows } = await database.pool.query<{ n: number }>(
    `select count(*)::int as n from mail where kind = 'password-reset' and recipient = any ($1)`,
    [[email, unknown]],
  );
  expect(rows).toEqual([{ n: 2 }]);
  expect(await emailsTo(database, unknown)).toEqual([]);
});

test.each(['form', 'multipart'] as const)('forgot-password takes a %s', async (encoding) => {
  const response = await api('POST', '/forgot-password', {
    [encoding]: { email_address: newEmail() },
    language: 'de',
  });
  expect(response.status).toBe(200);
  expect(response.headers.get('content-language')).toBe('de');
  const missing = await api('POST', '/forgot-password', { [encoding]: { email_address: '' } });
  expect(missing.status).toBe(422);
});

test('the mail leads to the page with address and token, in the language of the request', async () => {
  const { email } = await registerCustomer(api);
  await ask(email);
  const written = (await emailsTo(database, email)).at(-1);
  expect(written).toMatchObject({ kind: 'password-reset', language: 'en' });
  const link = new URL(written?.email.button?.url ?? '');
  expect(link.origin + link.pathname).toBe(`${PUBLIC_URL}/auth/reset-password`);
  expect(link.searchParams.get('email')).toBe(email);
  expect(link.searchParams.get('token')).toMatch(/^[\w-]{43}$/);
});

test('no mail goes to a look-alike of the address', async () => {
  const { email } = await registerCustomer(api, newEmail().replace('clara', 'kurt'));
  const lookAlike = email.replace('k', '\u212a'); // the Kelvin sign, a k to `lower`
  await ask(lookAlike);
  expect(await emailsTo(database, lookAlike)).toEqual([]);
  await ask(email.toUpperCase());
  expect((await emailsTo(database, email)).at(-1)?.kind).toBe('password-reset');
});

test('the mail goes to the stored address, however it was typed', async () => {
  const { email } = await registerCustomer(api);
  await ask(email.toUpperCase());
  const { rows } = await database.pool.query<{ recipient: string }>(
    `select recipient from mail where kind = 'password-reset' and email_key(recipient) = $1`,
    [email],
  );
  expect(rows).toEqual([{ recipient: email }]);
});

test.each(['json', 'form', 'multipart'] as const)(
  'a reset by %s sets the password, ends all sessions and voids the newsletter’s links',
  async (encoding) => {
    const { email, token: session, user } = await registerCustomer(api);
    const preferences = `/api/newsletter-preferences/${user.user_data.newsletter_token}`;
    expect((await api('GET', preferences)).status).toBe(200);
    const token = await mailedToken(email);
    const response = await api('POST', '/api/reset-password', {
      [encoding]: fieldsOf(email.toUpperCase(), token),
      language: 'en',
    });
    expect([response.status, response.body]).toEqual([
      200,
      { msgCode: 1008, message: 'password has been reset successfully' },
    ]);
    expect((await api('GET', '/me', { bearer: session })).status).toBe(401);
    expect((await api('GET', preferences)).status).toBe(404);
    expect((await logIn(email, PASSWORD)).status).toBe(401);
    const login = await logIn(email, NEW_PASSWORD);
    expect(login.status).toBe(200);
    const { data } = UserDataResponse.parse(login.body);
    expect(data.user_data.email_verified_at).toBeNull();
    const renewed = `/api/newsletter-preferences/${data.user_data.newsletter_token}`;
    expect((await api('GET', renewed)).status).toBe(200);
  },
);

test('several links are valid at once, until one is used', async () => {
  const { email } = await registerCustomer(api);
  const [first, second] = [await mailedToken(email), await mailedToken(email)];
  expect((await reset(email, first)).status).toBe(200);
  for (const used of [first, second]) {
    const response = await reset(email, used, 'yet another password');
    expect([response.status, response.body]).toEqual([
      400,
      { msgCode: 1009, message: 'failed to reset password' },
    ]);
  }
  expect((await logIn(email, NEW_PASSWORD)).status).toBe(200);
});

test('a token used twice at the same moment works once', async () => {
  const { email } = await registerCustomer(api);
  const token = await mailedToken(email);
  const responses = await Promise.all(
    [1, 2, 3].map((i) => reset(email, token, `${NEW_PASSWORD}${i}`)),
  );
  expect(responses.map((a) => a.status).toSorted((a, b) => a - b)).toEqual([200, 400, 400]);
});

test('a token expires after 60 minutes', async () => {
  const { id, email } = await registerCustomer(api);
  const token = await mailedToken(email);
  const move = (minutes: number) =>
    database.pool.query(
      `update one_time_token set expires_at = expires_at - make_interval(mins => $2) where account_id = $1`,
      [id, minutes],
    );
  await move(61);
  expect((await reset(email, token)).status).toBe(400);
  await move(-2);
  expect((await reset(email, token)).status).toBe(200);
});

test('a token is valid for its account and purpose only', async () => {
  const [customer, stranger] = [await registerCustomer(api), await registerCustomer(api)];
  const token = await mailedToken(stranger.email);
  const verification = await newestLink(database, customer.email, 'email-verification');
  const verifyToken = verification.searchParams.get('url')?.split('/').at(-1) ?? '';
  for (const wrong of [token, verifyToken, `${token}x`, 'wrong', '', customer.token]) {
    const response = await reset(customer.email, wrong);
    expect([response.status, response.body]).toMatchObject([400, { msgCode: 1009 }]);
  }
  expect((await reset(stranger.email, token)).status).toBe(200);
});

test('invalid fields are 422 and consume nothing', async () => {
  const { email } = await registerCustomer(api);
  const token = await mailedToken(email);
  const empty = await api('POST', '/api/reset-password', {
    form: { token, email_address: email },
    language: 'en',
  });
  expect(empty.body).toMatchObject({
    errors: {
      password: ['please type in a secure password'],
      password_confirmation: ['Passwords must match.'],
    },
  });
  const unequal = await api('POST', '/api/reset-password', {
    form: { ...fieldsOf(email, token), password_confirmation: 'another' },
    language: 'en',
  });
  expect(unequal.body).toMatchObject({
    errors: { password_confirmation: ['Passwords must match.'] },
  });
  for (const weak of ['short', 'passwort12', email]) {
    const response = await reset(email, token, weak);
    expect(response.status).toBe(422);
    expect(response.body).toMatchObject({ errors: { password: [expect.any(String)] } });
  }
  expect((await reset(email, token)).status).toBe(200);
});
