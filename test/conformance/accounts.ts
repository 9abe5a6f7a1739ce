import { expect, test } from 'vitest';
import type { SuiteContext } from './conventions.ts';
import { at, textAt } from '../http-client.ts';
import { PASSWORD, newEmail, registration } from '../registration.ts';
import { linkTo } from './mailbox.ts';
import { register, succeeded } from './shopper.ts';

/** The calls of accounts (api.md, Accounts). */
export function accounts(suite: SuiteContext): void {
  signingIn(suite);
  changing(suite);
  resetting(suite);
  verifying(suite);
}

function signingIn({ call }: SuiteContext): void {
  const login = (email_address: string, password = PASSWORD) =>
    call('POST', '/login', { form: { email_address, password } });

  test('POST /register responds 201 with the user; a taken e-mail is 409, compared without case', async () => {
    const email = newEmail();
    const response = await call('POST', '/register', {
      json: registration({ first_name: 'Robert', last_name: 'Schumann', email_address: email }),
      language: 'de',
    });
    expect(response.status).toBe(201);
    expect(response.body).toEqual({
      user: {
        access_token: expect.stringMatching(/^[\w-]{22,}$/) as string,
        id: expect.any(Number) as number,
        user_data: {
          master_data_id: null,
          first_name: 'Robert',
          last_name: 'Schumann',
          email,
          email_pending: null,
          email_verified_at: null,
          language: 'de',
          newsletter_token: expect.stringMatching(/^[\w-]{22,}$/) as string,
        },
      },
    });
    const taken = await call('POST', '/register', {
      json: registration({ email_address: email.toUpperCase() }),
    });
    expect([taken.status, at(taken.body, 'error_I18n')]).toEqual([
      409,
      'TRANSLATION.AUTH.REGISTER.ERROR.EMAIL_TAKEN',
    ]);
    expect(textAt(taken.body, 'message')).toBe('a user with this email already signed up');
  });

  test('passwords: 10 to 128 characters, any; not the e-mail, not a common one', async () => {
    const email = newEmail();
    for (const password of ['short one', 'x'.repeat(129), email, 'password123', '1234567890', '']) {
      const json = registration({
        email_address: email,
        password,
        password_confirmation: password,
      });
      const response = await call('POST', '/register', { json });
      expect(
        [response.status, Object.keys(at(response.body, 'errors') as object)],
        password,
      ).toEqual([422, expect.arrayContaining(['password'])]);
    }
    for (const password of ['🎻'.repeat(10), ' '.repeat(128), 'pä$$\u0000wörter']) {
      const address = newEmail();
      const json = registration({
        email_address: address,
        password,
        password_confirmation: password,
      });
      succeeded(await call('POST', '/register', { json }));
      expect(
        (await call('POST', '/login', { json: { email_address: address, password } })).status,
      ).toBe(200);
    }
  });

  test('POST /login: the user, or 401 alike for an unknown address and a wrong password', async () => {
    const { email, id } = await register(call);
    expect((await login(email.toUpperCase())).body).toMatchObject({
      data: { id, user_data: { email } },
    });
    const [wrong, unknown] = [await login(email, 'not this one'), await login(newEmail())];
    expect(wrong.body).toEqual(unknown.body);
    expect([wrong.status, unknown.status]).toEqual([401, 401]);
    expect(wrong.body).toEqual({
      message: 'the credentials provided are incorrect',
      error_I18n: 'TRANSLATION.AUTH.LOGIN.ERROR.INVALID_CREDENTIALS',
    });
    const empty = await call('POST', '/login', { json: { email_address: '', password: '' } });
    expect(at(empty.body, 'errors')).toEqual({
      email_address: ['Email is required'],
      password: ['Password is required'],
    });
  });

  test('POST /logout responds 204 and invalidates that token alone', async () => {
    const { email, token } = await register(call);
    const other = textAt((await login(email)).body, 'data.access_token');
    const response = await call('POST', '/logout', { bearer: token });
    expect([response.status, response.text]).toEqual([204, '']);
    expect((await call('GET', '/me', { bearer: token })).status).toBe(401);
    expect((await call('GET', '/me', { bearer: other })).status).toBe(200);
    expect((await call('POST', '/logout')).status).toBe(401);
  });
}

function changing({ call }: SuiteContext): void {
  test('PUT /:id changes the given fields, and only for its owner', async () => {
    const { id, token, email } = await register(call);
    const put = (json: object, who = id, bearer: string | undefined = token) =>
      call('PUT', `/${who}`, { json, bearer });
    const changed = succeeded(await put({ first_name: 'Clara', language: 'en' }));
    expect(changed.body).toEqual((await call('GET', '/me', { bearer: token })).body);
    expect(at(changed.body, 'data.user_data')).toMatchObject({
      first_name: 'Clara',
      last_name: 'Schumann',
      language: 'en',
    });
    const other = await register(call);
    const foreign = await put({ first_name: 'x' }, other.id);
    expect([foreign.status, textAt(foreign.body, 'message')]).toEqual([403, 'Missing Permissions']);
    expect((await call('PUT', `/${id}`, { json: {} })).status).toBe(401);
    for (const json of [
      { email: newEmail() },
      { password: 'Another one 1', password_confirmation: 'Another one 1' },
    ]) {
      for (const secret of [{}, { current_password: 'wrong' }]) {
        const refused = await put({ ...json, ...secret });
        expect([refused.status, Object.keys(at(refused.body, 'errors') as object)]).toEqual([
          422,
          ['current_password'],
        ]);
      }
    }
    const taken = await put({ email: other.email, current_password: PASSWORD });
    expect(taken.status).toBe(409);
    const moved = newEmail();
    const response = succeeded(await put({ email: moved, current_password: PASSWORD }));
    expect(at(response.body, 'data.user_data')).toMatchObject({
      email,
      email_pending: moved,
    });
    const logIn = async (address: string) =>
      (await call('POST', '/login', { json: { email_address: address, password: PASSWORD } }))
        .status;
    expect([await logIn(email), await logIn(moved)]).toEqual([200, 401]);
  });
}

function resetting({ shop, call }: SuiteContext): void {
  test('forgot and reset: the same response for all, a link once, all sessions end', async () => {
    const { email, token: bearer } = await register(call);
    const ask = (email_address: string) =>
      call('POST', '/forgot-password', { form: { email_address } });
    const [known, unknown] = [await ask(email), await ask(newEmail())];
    expect([known.status, known.body]).toEqual([
      200,
      { message: 'if this email address exists, an email with a reset link has been sent' },
    ]);
    expect(unknown.body).toEqual(known.body);
    const link = await linkTo(call, email, 'password-reset');
    expect(link.pathname).toBe('/auth/reset-password');
    expect(link.searchParams.get('email')).toBe(email);
    const token = link.searchParams.get('token') ?? '';
    const password = 'A new one, 4 times';
    const reset = (changes: object = {}) =>
      call('POST', '/api/reset-password', {
        form: {
          token,
          email_address: email,
          password,
          password_confirmation: password,
          ...changes,
        },
      });
    for (const wrong of [
      { token: 'x' },
      { token: '' },
      { token: 'y'.repeat(5_000) },
      { email_address: newEmail() },
    ]) {
      const response = await reset(wrong);
      expect([response.status, response.body], JSON.stringify(wrong).slice(0, 40)).toEqual([
        400,
        { msgCode: 1009, message: 'failed to reset password' },
      ]);
    }
    const mismatch = await reset({ password_confirmation: 'B' });
    expect([mismatch.status, at(mismatch.body, 'errors')]).toEqual([
      422,
      { password_confirmation: ['Passwords must match.'] },
    ]);
    const done = await reset();
    expect([done.status, at(done.body, 'msgCode')]).toEqual([200, 1008]);
    expect((await reset()).body).toMatchObject({ msgCode: 1009 });
    expect((await call('GET', '/me', { bearer })).status).toBe(401);
    expect(
      (await call('POST', '/login', { json: { email_address: email, password } })).status,
    ).toBe(200);
  });

  test('a reset link is valid for 60 minutes', async () => {
    const { email, id } = await register(call);
    await call('POST', '/forgot-password', { json: { email_address: email } });
    const link = await linkTo(call, email, 'password-reset');
    const { rows } = await shop.pool.query<{ minutes: number }>(
      `update one_time_token set expires_at = now() - interval '1 s'
       where account_id = $1 and purpose = 'reset'
       returning (extract(epoch from now() - created_at) / 60)::int as minutes`,
      [id],
    );
    expect(rows).toHaveLength(1);
    const json = {
      token: link.searchParams.get('token'),
      email_address: email,
      password: PASSWORD,
      password_confirmation: PASSWORD,
    };
    expect((await call('POST', '/api/reset-password', { json })).body).toMatchObject({
      msgCode: 1009,
    });
  });
}

function verifying({ call }: SuiteContext): void {
  test('the verification mail links to a url of this API that verifies; an invalid one is 403', async () => {
    const { email, token: bearer } = await register(call);
    const link = await linkTo(call, email, 'email-verification');
    expect([link.origin, link.pathname]).toEqual(['https://festival.example', '/verify-email']);
    const url = new URL(link.searchParams.get('url') ?? '');
    expect(url.origin).toBe('https://festival.example');
    for (const wrong of [
      `${url.pathname}x`,
      url.pathname.replace(/\/\d+\//, '/999999/'),
      '/api/email/verify/x/y',
    ]) {
      const response = await call('GET', wrong);
      expect([response.status, textAt(response.body, 'message')], wrong).toEqual([
        403,
        'email verification failed, please try again',
      ]);
    }
    const verified = await call('GET', url.pathname + url.search);
    expect(textAt(verified.body, 'data.email_verified_at')).toMatch(/[+-]\d\d:\d\d$/);
    const me = await call('GET', '/me', { bearer });
    expect(at(me.body, 'data.user_data.email_verified_at')).toBe(
      at(verified.body, 'data.email_verified_at'),
    );
  });

  test('GET /api/email/verification-notification sends it again, to the bearer only', async () => {
    const { email, token: bearer } = await register(call);
    const path = '/api/email/verification-notification';
    expect((await call('GET', path)).status).toBe(401);
    const first = (await linkTo(call, email, 'email-verification')).href;
    expect((await call('GET', path, { bearer })).status).toBe(200);
    await expect
      .poll(async () => (await linkTo(call, email, 'email-verification')).href, { timeout: 15_000 })
      .not.toBe(first);
  });
}
