import { expect, test } from 'vitest';
import { UserDataResponse } from '#contract/accounts.ts';
import { createTestApi } from '#test/api-app.ts';
import { registerCustomer, verificationPath, verifyCustomer } from '#test/customers.ts';
import { createTestDatabase } from '#test/database.ts';
import { emailsTo, newestLink } from '#test/emails.ts';
import { newEmail, PASSWORD } from '#test/registration.ts';

const database = await createTestDatabase();
const api = createTestApi(database);

const logIn = (email: string, password = PASSWORD) =>
  api('POST', '/login', { json: { email_address: email, password } });

/** A customer with a verified address who asks for another one. */
async function customerWithPending() {
  const customer = await registerCustomer(api);
  await verifyCustomer(api, database, customer.email);
  const pending = newEmail();
  const json = { email: pending, current_password: PASSWORD };
  const response = await api('PUT', `/${customer.id}`, { json, bearer: customer.token });
  expect(response.status).toBe(200);
  return { ...customer, pending, user: UserDataResponse.parse(response.body).data };
}

test('a new address is pending: login and reset know the old one, until the link is followed', async () => {
  const { email, pending, user } = await customerWithPending();
  expect(user.user_data).toMatchObject({ email, email_pending: pending });
  expect(user.user_data.email_verified_at).not.toBeNull();
  expect((await logIn(pending)).status).toBe(401);
  await api('POST', '/forgot-password', { json: { email_address: pending } });
  expect((await emailsTo(database, pending)).map(({ kind }) => kind)).toEqual([
    'email-verification',
  ]);
  const path = await verificationPath(database, pending);
  expect((await api('GET', path)).status).toBe(200);
  expect((await api('GET', path)).status).toBe(200);
  expect((await logIn(email)).status).toBe(401);
  const { data } = UserDataResponse.parse((await logIn(pending)).body);
  expect(data.user_data).toMatchObject({ email: pending, email_pending: null });
  expect((await newestLink(database, email, 'email-changed')).pathname).toBe(
    '/auth/undo-email-change',
  );
});

test('whoever registers a pending address gets it, and its link no longer gives it to another account', async () => {
  const { email, pending, token } = await customerWithPending();
  const path = await verificationPath(database, pending);
  const owner = await registerCustomer(api, pending);
  expect((await api('GET', path)).status).toBe(403);
  const me = UserDataResponse.parse((await api('GET', '/me', { bearer: token })).body).data;
  expect(me.user_data).toMatchObject({ email, email_pending: null });
  await verifyCustomer(api, database, pending);
  expect(UserDataResponse.parse((await logIn(pending)).body).data.id).toBe(owner.id);
});

test('of two accounts with one pending address, the first to follow its link gets it', async () => {
  const [first, second] = [await customerWithPending(), await registerCustomer(api)];
  const path = await verificationPath(database, first.pending);
  const json = { email: first.pending, current_password: PASSWORD };
  await api('PUT', `/${second.id}`, { json, bearer: second.token });
  await verifyCustomer(api, database, first.pending);
  expect((await api('GET', path)).status).toBe(403);
});

test('an undone change keeps nothing that arrived since: orders, saved address, pending change', async () => {
  const attacker = await customerWithPending();
  await database.pool.query(
    `with cart as (insert into cart (session_id, expires_at, release_at)
       values (gen_random_uuid(), now(), now()) returning id, session_id)
     insert into checkout (cart_id, session_id, account_id, language, fingerprint, amount_cents,
       delivery_method, delivery_cents, details, terms_version, created_at, closed_at)
     select id, session_id, $1, 'de', 'before', 800, 'boxoffice', 0, '{}', '1', now() - interval '1 day', now()
     from cart`,
    [attacker.id],
  );
  await verifyCustomer(api, database, attacker.pending);
  await api('POST', '/delivery-details', {
    json: {
      first_name: 'Wilma',
      last_name: 'Opfer',
      street: 'Seestraße 1',
      zip: '82418',
      city: 'Murnau',
      country_id: 55,
      email: attacker.pending,
    },
    bearer: attacker.token,
  });
  await database.pool.query(
    `insert into checkout (cart_id, session_id, account_id, language, fingerprint, amount_cents,
       delivery_method, delivery_cents, details, terms_version)
     select cart_id, session_id, account_id, language, 'since', 800, delivery_method, 0, '{}', '1'
     from checkout where account_id = $1`,
    [attacker.id],
  );
  await api('PUT', `/${attacker.id}`, {
    json: { email: newEmail(), current_password: PASSWORD },
    bearer: attacker.token,
  });
  const link = await newestLink(database, attacker.email, 'email-changed');
  const token = link.searchParams.get('token');
  expect((await api('POST', '/api/email/undo-change', { json: { token } })).status).toBe(200);
  const { rows } = await database.pool.query(
    `select email, pending_email, (select array_agg(fingerprint) from checkout where account_id = a.id) as checkouts,
       (select count(*)::int from delivery_details where account_id = a.id) as addresses
     from account a where id = $1`,
    [attacker.id],
  );
  expect(rows).toEqual([
    { email: attacker.email, pending_email: null, checkouts: ['before'], addresses: 0 },
  ]);
});
