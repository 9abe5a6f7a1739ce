import { describe, expect, test } from 'vitest';
import { UserDataResponse } from '#contract/accounts.ts';
import { createTestApi } from '#test/api-app.ts';
import {
  type Customer,
  registerCustomer,
  verificationPath,
  verifyCustomer,
} from '#test/customers.ts';
import { createTestDatabase } from '#test/database.ts';
import { newestLink } from '#test/emails.ts';
import { newEmail, PASSWORD } from '#test/registration.ts';

const database = await createTestDatabase();
const api = createTestApi(database);
const NEW_PASSWORD = 'Die schöne Müllerin 25';

const change = (customer: Customer, json: object, language = 'en') =>
  api('PUT', `/${customer.id}`, { json, bearer: customer.token, language });
const logIn = (email: string, password: string) =>
  api('POST', '/login', { json: { email_address: email, password } });
const newPassword = { password: NEW_PASSWORD, password_confirmation: NEW_PASSWORD };
const userOf = (response: { body: unknown }) =>
  UserDataResponse.parse(response.body).data.user_data;

test.each(['json', 'form', 'multipart'] as const)(
  'changes name and language without the password, by %s',
  async (encoding) => {
    const customer = await registerCustomer(api);
    const response = await api('PUT', `/${customer.id}`, {
      [encoding]: {
        first_name: 'Clara Josephine',
        last_name: 'Schumann',
        email: customer.email,
        language: 'en',
        password: '',
        password_confirmation: '',
      },
      bearer: customer.token,
    });
    expect(response.status).toBe(200);
    expect(userOf(response)).toEqual({
      ...customer.user.user_data,
      first_name: 'Clara Josephine',
      last_name: 'Schumann',
      language: 'en',
    });
    const me = await api('GET', '/me', { bearer: customer.token });
    expect(me.body).toEqual(response.body);
  },
);

test('takes another case as a spelling of the same address: its links and newsletter stay', async () => {
  const customer = await registerCustomer(api);
  const link = await verificationPath(database, customer.email);
  await database.pool.query(
    `update newsletter_subscription set general = true where account_id = $1`,
    [customer.id],
  );
  const email = `C${customer.email.slice(1)}`;
  const response = await change(customer, { email });
  expect(response.status).toBe(200);
  expect(userOf(response).email).toBe(email);
  expect((await api('GET', link)).status).toBe(200);
  const again = await change(customer, { email: customer.email });
  expect(userOf(again).email_verified_at).not.toBeNull();
  const { rows } = await database.pool.query(
    `select email, general from newsletter_subscription where account_id = $1`,
    [customer.id],
  );
  expect(rows).toEqual([{ email: customer.email, general: true }]);
});

test('leaves fields that are not sent unchanged', async () => {
  const customer = await registerCustomer(api);
  const response = await change(customer, {});
  expect(userOf(response)).toEqual(customer.user.user_data);
});

describe('refuses', () => {
  test("another's account with 403 and changes nothing", async () => {
    const [customer, stranger] = [await registerCustomer(api), await registerCustomer(api)];
    const response = await api('PUT', `/${customer.id}`, {
      json: { first_name: 'Mallory' },
      bearer: stranger.token,
      language: 'en',
    });
    expect([response.status, response.body]).toEqual([403, { message: 'Missing Permissions' }]);
    const me = await api('GET', '/me', { bearer: customer.token });
    expect(userOf(me).first_name).toBe('Clara');
  });

  test("another's account with 403 even when the body is invalid", async () => {
    const [customer, stranger] = [await registerCustomer(api), await registerCustomer(api)];
    const put = (bearer: string) =>
      api('PUT', `/${customer.id}`, { json: { email: 'no address' }, bearer });
    expect((await put(stranger.token)).status).toBe(403);
    expect((await put(customer.token)).status).toBe(422);
  });

  test('a visitor with 401, an unknown path with 404', async () => {
    const { id } = await registerCustomer(api);
    expect((await api('PUT', `/${id}`, { json: { first_name: 'X' } })).status).toBe(401);
    expect((await api('PUT', '/anything', { json: {} })).status).toBe(404);
    expect((await api('PUT', '/99999999999', { json: {} })).status).toBe(401);
  });

  test.each([{}, { current_password: '' }, { current_password: 'not the password' }])(
    'a new e-mail or password with %s',
    async (current) => {
      const customer = await registerCustomer(api);
      for (const wanted of [newPassword, { email: newEmail() }]) {
        const response = await change(customer, { ...wanted, ...current });
        expect(response.status).toBe(422);
        expect(response.body).toMatchObject({
          errors: { current_password: ['Please enter your current password'] },
        });
      }
      expect((await logIn(customer.email, PASSWORD)).status).toBe(200);
    },
  );

  test('a taken e-mail with 409', async () => {
    const [customer, other] = [await registerCustomer(api), await registerCustomer(api)];
    const response = await change(customer, {
      email: other.email.toUpperCase(),
      current_password: PASSWORD,
    });
    expect(response.status).toBe(409);
    expect(response.body).toMatchObject({
      error_I18n: 'TRANSLATION.AUTH.REGISTER.ERROR.EMAIL_TAKEN',
    });
  });

  test('invalid fields with all their messages', async () => {
    const customer = await registerCustomer(api);
    const response = await change(customer, {
      first_name: ' ',
      email: 'nobody',
      language: 'fr',
      password: 'one password',
      password_confirmation: 'another one',
    });
    expect(response.status).toBe(422);
    expect(response.body).toMatchObject({
      errors: {
        first_name: ['Please enter your first name'],
        email: ['this email address is not valid'],
        language: ['This entry is not valid'],
      },
    });
  });

  test('a weak new password, and reports it together with the missing current one', async () => {
    const customer = await registerCustomer(api);
    const weak = { password: 'kurz', password_confirmation: 'kurz' };
    const response = await change(customer, weak, 'de');
    expect(response.body).toMatchObject({
      errors: {
        password: ['Das Passwort braucht mindestens 10 Zeichen'],
        current_password: ['Bitte geben Sie Ihr bisheriges Passwort an'],
      },
    });
    const unequal = await change(customer, {
      ...newPassword,
      password_confirmation: '',
      current_password: PASSWORD,
    });
    expect(unequal.body).toMatchObject({
      errors: { password_confirmation: ['Passwords must match'] },
    });
  });
});

describe('a new password', () => {
  test('ends all other sessions and keeps this one', async () => {
    const customer = await registerCustomer(api);
    const other = UserDataResponse.parse((await logIn(customer.email, PASSWORD)).body).data;
    const response = await change(customer, { ...newPassword, current_password: PASSWORD });
    expect(response.status).toBe(200);
    expect((await api('GET', '/me', { bearer: customer.token })).status).toBe(200);
    expect((await api('GET', '/me', { bearer: other.access_token })).status).toBe(401);
    expect((await logIn(customer.email, PASSWORD)).status).toBe(401);
    expect((await logIn(customer.email, NEW_PASSWORD)).status).toBe(200);
  });

  test('voids reset links already mailed', async () => {
    const customer = await registerCustomer(api);
    await api('POST', '/forgot-password', { json: { email_address: customer.email } });
    const link = await newestLink(database, customer.email, 'password-reset');
    await change(customer, { ...newPassword, current_password: PASSWORD });
    const response = await api('POST', '/api/reset-password', {
      json: {
        token: link.searchParams.get('token'),
        email_address: customer.email,
        password: 'yet another password',
        password_confirmation: 'yet another password',
      },
    });
    expect(response.status).toBe(400);
  });
});

describe('a new e-mail', () => {
  test('is the one to log in with once its link is followed', async () => {
    const customer = await registerCustomer(api);
    await verifyCustomer(api, database, customer.email);
    const email = newEmail();
    const response = await change(customer, { email, current_password: PASSWORD });
    expect(userOf(response)).toMatchObject({ email: customer.email, email_pending: email });
    await verifyCustomer(api, database, email);
    expect((await logIn(customer.email, PASSWORD)).status).toBe(401);
    expect((await logIn(email, PASSWORD)).status).toBe(200);
    const me = await api('GET', '/me', { bearer: customer.token });
    expect(userOf(me).email_verified_at).not.toBeNull();
  });

  test('resets the newsletter and voids its old links', async () => {
    const customer = await registerCustomer(api);
    await verifyCustomer(api, database, customer.email);
    const before = `/api/newsletter-preferences/${customer.user.user_data.newsletter_token}`;
    const json = {
      receive_news_email: true,
      receive_news_postal: false,
      preferences: { general: true, concert_daily: true },
    };
    expect((await api('PUT', before, { json })).status).toBe(200);
    const email = newEmail();
    await change(customer, { email, current_password: PASSWORD });
    expect((await api('GET', before)).status).toBe(200);
    await verifyCustomer(api, database, email);
    expect((await api('GET', before)).status).toBe(404);
    const me = await api('GET', '/me', { bearer: customer.token });
    const after = `/api/newsletter-preferences/${userOf(me).newsletter_token}`;
    expect((await api('GET', after)).body).toEqual({
      email,
      receive_news_email: false,
      receive_news_postal: false,
      preferences: { general: false, concert_daily: false },
      has_postal_address: false,
    });
  });

  test('voids links mailed to the old one, even those not yet sent', async () => {
    const customer = await registerCustomer(api);
    const oldLink = await verificationPath(database, customer.email);
    await api('POST', '/forgot-password', { json: { email_address: customer.email } });
    const reset = await newestLink(database, customer.email, 'password-reset');
    const email = newEmail();
    await change(customer, { email, current_password: PASSWORD });
    await verifyCustomer(api, database, email);
    expect((await api('GET', oldLink)).status).toBe(403);
    const response = await api('POST', '/api/reset-password', {
      json: {
        token: reset.searchParams.get('token'),
        email_address: customer.email,
        ...newPassword,
      },
    });
    expect(response.status).toBe(400);
    await expect(newestLink(database, customer.email, 'email-verification')).resolves.toMatchObject(
      { protocol: 'missing:' },
    );
  });
});
