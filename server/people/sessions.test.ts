import { describe, expect, test } from 'vitest';
import { SessionsResponse, User, UserResponse, UserDataResponse } from '#contract/accounts.ts';
import { hashToken } from '#server/platform/security/signed-tokens.ts';
import { createTestApi, testTokens } from '#test/api-app.ts';
import { registerCustomer } from '#test/customers.ts';
import { createTestDatabase } from '#test/database.ts';
import { emailsTo } from '#test/emails.ts';
import { newEmail, PASSWORD, registration } from '#test/registration.ts';

const database = await createTestDatabase();
const api = createTestApi(database);

const logIn = (email: string, password: string) =>
  api('POST', '/login', { json: { email_address: email, password } });

describe('register', () => {
  test.each(['json', 'form', 'multipart'] as const)(
    'creates an account by %s',
    async (encoding) => {
      const email = newEmail();
      const response = await api('POST', '/register', {
        [encoding]: registration({ email_address: email }),
        language: 'en',
      });
      expect(response.status).toBe(201);
      const { user } = UserResponse.parse(response.body);
      expect(user.user_data).toEqual({
        master_data_id: null,
        first_name: 'Clara',
        last_name: 'Wieck',
        email,
        email_pending: null,
        email_verified_at: null,
        language: 'en',
        newsletter_token: expect.any(String) as string,
      });
      expect(testTokens.read('newsletter', user.user_data.newsletter_token)?.generation).toBe(1);
      const me = await api('GET', '/me', { bearer: user.access_token });
      expect(UserDataResponse.parse(me.body).data).toEqual(user);
    },
  );

  test('stores neither password nor token in readable form', async () => {
    const customer = await registerCustomer(api);
    const { rows } = await database.pool.query<{ password_hash: string; token_hash: Buffer }>(
      `select password_hash, token_hash from account a join access_token t on t.account_id = a.id where a.id = $1`,
      [customer.id],
    );
    expect(rows[0]?.password_hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
    expect(rows[0]?.token_hash.toString('base64url')).not.toBe(customer.token);
  });

  test('creates a newsletter subscription with everything off and queues one verification mail', async () => {
    const { id, email } = await registerCustomer(api);
    const { rows } = await database.pool.query(
      `select email, receive_news_email, receive_news_postal, general, concert_daily, confirmed_at
       from newsletter_subscription where account_id = $1`,
      [id],
    );
    expect(rows).toEqual([
      {
        email,
        receive_news_email: false,
        receive_news_postal: false,
        general: false,
        concert_daily: false,
        confirmed_at: null,
      },
    ]);
    const mails = await emailsTo(database, email);
    expect(mails.map((l) => l.kind)).toEqual(['email-verification']);
  });

  test('refuses a taken e-mail, in any spelling, in both languages', async () => {
    const { email } = await registerCustomer(api);
    const again = registration({ email_address: email.toUpperCase() });
    const english = await api('POST', '/register', { json: again, language: 'en' });
    expect(english.status).toBe(409);
    expect(english.body).toEqual({
      message: 'a user with this email already signed up',
      error_I18n: 'TRANSLATION.AUTH.REGISTER.ERROR.EMAIL_TAKEN',
    });
    const german = await api('POST', '/register', { json: again, language: 'de-AT' });
    expect(german.body).toMatchObject({
      message: 'Es gibt bereits ein Konto mit dieser E-Mail-Adresse',
    });
  });

  test('lets only one of several registrations of an address at the same moment through', async () => {
    const email = newEmail();
    const responses = await Promise.all(
      ['a', 'A', 'a', 'A', 'a'].map((letter) =>
        api('POST', '/register', { form: registration({ email_address: `${letter}${email}` }) }),
      ),
    );
    expect(responses.map((a) => a.status).toSorted((a, b) => a - b)).toEqual([
      201, 409, 409, 409, 409,
    ]);
  });

  test('names every broken field at once, in the language asked for', async () => {
    const empty = await api('POST', '/register', { json: {}, language: 'en' });
    expect(empty.status).toBe(422);
    expect(empty.body).toMatchObject({
      errors: {
        first_name: ['Please enter your first name'],
        last_name: ['Please enter your last name'],
        email_address: ['we need your email address'],
        password: ['please type in a secure password'],
        password_confirmation: ['Passwords must match'],
      },
    });
    const wrong = registration({ email_address: 'clara@wieck', password_confirmation: 'other' });
    const german = await api('POST', '/register', { form: wrong, language: 'de' });
    expect(german.body).toMatchObject({
      errors: {
        email_address: ['Diese E-Mail-Adresse ist nicht gültig'],
        password_confirmation: ['Die Passwörter müssen übereinstimmen'],
      },
    });
  });

  test.each([
    ['123456789', 'The password needs at least 10 characters'],
    ['x'.repeat(129), 'The password can have at most 128 characters'],
    ['Passwort123', 'This password is too common. Please choose another one'],
    ['clara.wieck@example.org', 'The password must not be your email address'],
  ])('refuses the password %s', async (password, message) => {
    const fields = registration({
      email_address: 'Clara.Wieck@example.org',
      password,
      password_confirmation: password,
    });
    const response = await api('POST', '/register', { json: fields, language: 'en' });
    expect(response.status).toBe(422);
    expect(response.body).toMatchObject({ errors: { password: [message] } });
  });

  test('accepts any characters, and 128 of them', async () => {
    const password = `  ${'🎻'.repeat(60)} Ü\u0000\\"'; drop`.padEnd(60 + 128, 'ß');
    expect(Array.from(password)).toHaveLength(128);
    const fields = { password, password_confirmation: password };
    const email = newEmail();
    const json = registration({ email_address: email, ...fields });
    expect((await api('POST', '/register', { json })).status).toBe(201);
    expect((await logIn(email, password)).status).toBe(200);
    expect((await logIn(email, password.trim())).status).toBe(401);
  });

  test('responds once per Idempotency-Key', async () => {
    const json = registration();
    const headers = { 'idempotency-key': 'one registration' };
    const first = await api('POST', '/register', { json, headers });
    const second = await api('POST', '/register', { json, headers });
    expect([first.status, second.status]).toEqual([201, 201]);
    expect(second.text).toBe(first.text);
  });
});

/** The processor time of a failed login in microseconds; unlike wall time it ignores other processes. */
async function costOf(address: string): Promise<number> {
  const start = process.cpuUsage();
  await logIn(address, 'not the password');
  return process.cpuUsage(start).user;
}

describe('login', () => {
  test.each(['json', 'form', 'multipart'] as const)(
    'signs in by %s, the address without case',
    async (encoding) => {
      const customer = await registerCustomer(api);
      const fields = { email_address: customer.email.toUpperCase(), password: PASSWORD };
      const response = await api('POST', '/login', { [encoding]: fields });
      expect(response.status).toBe(200);
      const user = UserDataResponse.parse(response.body).data;
      expect(user.id).toBe(customer.id);
      expect(user.access_token).not.toBe(customer.token);
      expect((await api('GET', '/me', { bearer: customer.token })).status).toBe(200);
    },
  );

  test('refuses an unknown address and a wrong password alike', async () => {
    const { email } = await registerCustomer(api);
    const wrong = await logIn(email, 'not the password');
    const unknown = await logIn(newEmail(), PASSWORD);
    expect([wrong.status, unknown.status]).toEqual([401, 401]);
    expect(wrong.body).toMatchObject({
      error_I18n: 'TRANSLATION.AUTH.LOGIN.ERROR.INVALID_CREDENTIALS',
    });
    expect(unknown.text).toBe(wrong.text);
  });

  test('hashes a password for an unknown address, too', async () => {
    const { email } = await registerCustomer(api);
    const known: number[] = [];
    const unknown: number[] = [];
    for (let i = 0; i < 7; i++) {
      known.push(await costOf(email));
      unknown.push(await costOf(newEmail()));
    }
    // hashing dominates: without it a login would take a fraction of the time
    expect(Math.min(...unknown)).toBeGreaterThan(Math.min(...known) * 0.6);
    expect(Math.min(...unknown)).toBeLessThan(Math.min(...known) * 1.6);
  });

  test('requires both fields', async () => {
    const response = await api('POST', '/login', { form: {}, language: 'en' });
    expect(response.status).toBe(422);
    expect(response.body).toMatchObject({
      errors: { email_address: ['Email is required'], password: ['Password is required'] },
    });
  });
});

describe('access token', () => {
  test('is invalid after logout, others stay valid', async () => {
    const { email, token } = await registerCustomer(api);
    const other = UserDataResponse.parse((await logIn(email, PASSWORD)).body).data.access_token;
    const response = await api('POST', '/logout', { bearer: token });
    expect([response.status, response.text]).toEqual([204, '']);
    expect((await api('GET', '/me', { bearer: token })).status).toBe(401);
    expect((await api('POST', '/logout', { bearer: token })).status).toBe(401);
    expect((await api('GET', '/me', { bearer: other })).status).toBe(200);
  });

  test('can be revoked again with the same key when the logout got no response', async () => {
    const { token } = await registerCustomer(api);
    const again = { bearer: token, headers: { 'idempotency-key': 'log me out' } };
    expect((await api('POST', '/logout', again)).status).toBe(204);
    expect((await api('POST', '/logout', again)).status).toBe(204);
    expect((await api('GET', '/me', { bearer: token })).status).toBe(401);
  });

  test('expires after 30 days with 419', async () => {
    const { id, token } = await registerCustomer(api);
    const { rows } = await database.pool.query<{ days: number }>(
      `select extract(day from expires_at - created_at)::int as days from access_token where account_id = $1`,
      [id],
    );
    expect(rows).toEqual([{ days: 30 }]);
    await database.pool.query(
      `update access_token set expires_at = now() - interval '1 second' where account_id = $1`,
      [id],
    );
    const response = await api('GET', '/me', { bearer: token, language: 'en' });
    expect([response.status, response.body]).toEqual([
      419,
      { message: 'Your session has expired' },
    ]);
  });

  test.each([undefined, '', 'unknown', 'x'.repeat(5000)])(
    'is needed for /me: %s',
    async (bearer) => {
      const response = await api('GET', '/me', bearer === undefined ? {} : { bearer });
      expect(response.status).toBe(401);
    },
  );
});

test('the user has the shape of the contract and shows the saved delivery details', async () => {
  const { id, token } = await registerCustomer(api);
  const { rows } = await database.pool.query<{ id: number }>(
    `insert into delivery_details (account_id, first_name, last_name, street, zip, city, country_id)
     values ($1, 'Clara', 'Wieck', 'Inselstraße 18', '04103', 'Leipzig', 55) returning id`,
    [id],
  );
  const response = await api('GET', '/me', { bearer: token });
  const user = User.parse(UserDataResponse.parse(response.body).data);
  expect(user.user_data.master_data_id).toBe(rows[0]?.id);
});

describe('the list of sessions', () => {
  const list = async (bearer: string) =>
    SessionsResponse.parse((await api('GET', '/me/sessions', { bearer })).body).data;
  const secondToken = async (email: string) =>
    UserDataResponse.parse((await logIn(email, PASSWORD)).body).data.access_token;

  test('has all of the customer, this one first, and contains no token', async () => {
    const { email, token } = await registerCustomer(api);
    const second = await secondToken(email);
    await registerCustomer(api);
    expect((await list(token)).map(({ current }) => current)).toEqual([true, false]);
    expect(await list(second)).toHaveLength(2);
    const { text } = await api('GET', '/me/sessions', { bearer: token });
    expect(text).not.toContain(second);
    expect((await api('GET', '/me/sessions')).status).toBe(401);
  });

  test('says when each was used last, exact to ten minutes, and leaves out expired ones', async () => {
    const { id, email, token } = await registerCustomer(api);
    await secondToken(email);
    await database.pool.query(
      `update access_token set created_at = now() - interval '3 days',
         last_used_at = now() - interval '2 days' where account_id = $1`,
      [id],
    );
    const [current, other] = await list(token);
    expect(Date.now() - Date.parse(current?.last_used_at ?? '')).toBeLessThan(60_000);
    expect(Date.now() - Date.parse(other?.last_used_at ?? '')).toBeGreaterThan(40 * 3_600_000);
    await database.pool.query(
      `update access_token set expires_at = now() where account_id = $1 and token_hash <> $2`,
      [id, hashToken(token)],
    );
    expect(await list(token)).toHaveLength(1);
  });

  test('is ended as a whole by logging out everywhere', async () => {
    const { email, token } = await registerCustomer(api);
    const second = await secondToken(email);
    const stranger = await registerCustomer(api);
    const response = await api('POST', '/logout-everywhere', { bearer: second });
    expect(response.status).toBe(204);
    for (const bearer of [token, second])
      expect((await api('GET', '/me', { bearer })).status).toBe(401);
    expect((await api('GET', '/me', { bearer: stranger.token })).status).toBe(200);
  });
});
