import { expect, test } from 'vitest';
import type { SuiteContext } from './conventions.ts';
import { at, newSession, textAt } from '../http-client.ts';
import { PASSWORD, newEmail } from '../registration.ts';
import { add, details, findConcerts, register, succeeded } from './shopper.ts';

/** The calls of delivery details (api.md, Delivery details). */
export function deliveryDetails({ call }: SuiteContext): void {
  const save = (json: object, bearer?: string) =>
    call('POST', '/delivery-details', { json, bearer });

  test("a guest's details belong to the cart session, by sessionId or by the cookie", async () => {
    const sessionId = newSession();
    const email = newEmail();
    const saved = succeeded(await save(details({ sessionId, email })));
    expect(at(saved.body, 'user')).toBeUndefined();
    expect(at(saved.body, 'data')).toEqual({
      master_data_id: expect.any(Number) as number,
      first_name: 'Clara',
      last_name: 'Wieck',
      email,
      address: {
        street: 'Am Markt 1',
        zip: '04109',
        city: 'Leipzig',
        country: { id: 55, name_de: 'Deutschland', name_en: 'Germany' },
      },
    });
    const headers = { cookie: `other=1; __Host-cart_session=${sessionId}` };
    const read = await call('GET', '/delivery-details', { headers });
    expect(read.body).toEqual({ data: at(saved.body, 'data') });
    const changed = await call('POST', '/delivery-details', {
      json: details({ city: 'Düsseldorf' }),
      headers,
    });
    expect(at(changed.body, 'data.address.city')).toBe('Düsseldorf');
    expect(at(changed.body, 'data.master_data_id')).toBe(at(saved.body, 'data.master_data_id'));
  });

  test('with neither bearer nor cookie 401; a cart without details null', async () => {
    expect((await call('GET', '/delivery-details')).status).toBe(401);
    const cookie = `__Host-cart_session=${newSession()}`;
    const response = await call('GET', '/delivery-details', { headers: { cookie } });
    expect([response.status, response.body]).toEqual([200, { data: null }]);
  });

  test('they are deleted with their cart', async () => {
    const sessionId = newSession();
    await add(call, { sessionId }, (await findConcerts(call))[0]);
    succeeded(await save(details({ sessionId })));
    succeeded(await call('POST', '/cart/clear', { json: { sessionId } }));
    const headers = { cookie: `__Host-cart_session=${sessionId}` };
    expect((await call('GET', '/delivery-details', { headers })).body).toEqual({ data: null });
  });

  test('with a password an account is created and returned signed in; a taken e-mail is 409', async () => {
    const email = newEmail();
    const passwords = { password: PASSWORD, password_confirmation: PASSWORD };
    const json = details({ sessionId: newSession(), email, ...passwords });
    const { body } = succeeded(await save(json));
    const bearer = textAt(body, 'user.access_token');
    expect(at(body, 'user.user_data')).toMatchObject({
      email,
      first_name: 'Clara',
      email_verified_at: null,
      master_data_id: at(body, 'data.master_data_id'),
    });
    expect((await call('GET', '/delivery-details', { bearer })).body).toEqual({
      data: at(body, 'data'),
    });
    const taken = await save({ ...json, email: email.toUpperCase(), sessionId: newSession() });
    expect([taken.status, taken.body]).toEqual([
      409,
      {
        message: 'a user with this email already signed up',
        error_I18n: 'TRANSLATION.AUTH.REGISTER.ERROR.EMAIL_TAKEN',
      },
    ]);
    for (const wrong of [
      { password_confirmation: 'another one' },
      { password: 'short' },
      { email: '' },
    ]) {
      const response = await save({
        ...json,
        email: newEmail(),
        sessionId: newSession(),
        ...wrong,
      });
      expect(response.status, JSON.stringify(wrong)).toBe(422);
    }
  });

  test("signed in: the customer's own; null before, 401 for a bad token even with a cookie", async () => {
    const { token, email } = await register(call);
    expect((await call('GET', '/delivery-details', { bearer: token })).body).toEqual({
      data: null,
    });
    // no e-mail given: the account's
    const saved = succeeded(await save(details({ email: null }), token));
    expect(at(saved.body, 'data.email')).toBe(email);
    expect((await call('GET', '/delivery-details', { bearer: token })).body).toEqual(saved.body);
    const headers = { cookie: `__Host-cart_session=${newSession()}` };
    const stale = await call('GET', '/delivery-details', { bearer: 'stale', headers });
    expect(stale.status).toBe(401);
    expect((await save(details({ sessionId: newSession() }), 'stale')).status).toBe(401);
  });

  test('422 with every invalid field; 99 and other ids sent by a client change nothing', async () => {
    const broken = await save({ sessionId: newSession(), country_id: 9999, email: 'nobody' });
    expect(Object.keys(at(broken.body, 'errors') as object).toSorted()).toEqual([
      'city',
      'country_id',
      'email',
      'first_name',
      'last_name',
      'street',
      'zip',
    ]);
    expect(at(broken.body, 'errors.country_id')).toEqual(['Country needs to be selected']);
    for (const country_id of [276, 0, 9999, 'DE']) {
      expect((await save(details({ sessionId: newSession(), country_id }))).status).toBe(422);
    }
    expect((await save(details({ country_id: 55 }))).status).toBe(422);
    const saved = await save(details({ sessionId: newSession(), master_data_id: 1 }));
    expect(at(saved.body, 'data.master_data_id')).not.toBe(1);
  });
}
