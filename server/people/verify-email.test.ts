import { expect, test } from 'vitest';
import { VerifiedResponse } from '#contract/accounts.ts';
import { createTestApi, PUBLIC_URL } from '#test/api-app.ts';
import { registerCustomer, verificationPath } from '#test/customers.ts';
import { createTestDatabase } from '#test/database.ts';
import { emailsTo, newestLink } from '#test/emails.ts';

const database = await createTestDatabase();
const api = createTestApi(database);

test('the mail leads to the page, which gets the address to fetch', async () => {
  const { id, email } = await registerCustomer(api);
  const link = await newestLink(database, email, 'email-verification');
  expect(link.origin + link.pathname).toBe(`${PUBLIC_URL}/verify-email`);
  const fetched = link.searchParams.get('url') ?? '';
  expect(fetched).toMatch(new RegExp(`^${PUBLIC_URL}/api/email/verify/${id}/[\\w-]{43}$`));
});

test('fetching the link verifies the address, and may be repeated', async () => {
  const { token, email } = await registerCustomer(api);
  const path = await verificationPath(database, email);
  const first = await api('GET', path);
  expect(first.status).toBe(200);
  const verifiedAt = VerifiedResponse.parse(first.body).data.email_verified_at;
  expect(verifiedAt).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\+0[12]:00$/);
  expect((await api('GET', path)).body).toEqual(first.body);
  const me = await api('GET', '/me', { bearer: token });
  expect(me.body).toMatchObject({ data: { user_data: { email_verified_at: verifiedAt } } });
});

test('link checkers, which send HEAD, change nothing', async () => {
  const { email, token } = await registerCustomer(api);
  const path = await verificationPath(database, email);
  expect((await api('HEAD', path)).status).toBe(405);
  const before = (await emailsTo(database, email)).length;
  const resend = '/api/email/verification-notification';
  expect((await api('HEAD', resend, { bearer: token })).status).toBe(405);
  expect(await emailsTo(database, email)).toHaveLength(before);
  const me = await api('GET', '/me', { bearer: token });
  expect(me.body).toMatchObject({ data: { user_data: { email_verified_at: null } } });
});

test('a wrong, foreign or expired link is 403', async () => {
  const [customer, stranger] = [await registerCustomer(api), await registerCustomer(api)];
  const path = await verificationPath(database, customer.email);
  const token = path.split('/').at(-1) ?? '';
  const wrong = [
    `/api/email/verify/${customer.id}/${token}x`,
    `/api/email/verify/${stranger.id}/${token}`,
    `/api/email/verify/999999999999999999999/${token}`,
    `/api/email/verify/1e3/${token}`,
    `/api/email/verify/${customer.id}/%00`,
    `/api/email/verify/${customer.id}/${'x'.repeat(3000)}`,
  ];
  for (const link of wrong) {
    const response = await api('GET', link, { language: 'en' });
    expect([response.status, response.body]).toEqual([
      403,
      { message: 'email verification failed, please try again' },
    ]);
  }
  await database.pool.query(`update one_time_token set expires_at = now() where account_id = $1`, [
    customer.id,
  ]);
  expect((await api('GET', path)).status).toBe(403);
});

test('the mail is sent again on request, until the address is verified', async () => {
  const { email, token } = await registerCustomer(api);
  const resend = () =>
    api('GET', '/api/email/verification-notification', { bearer: token, language: 'en' });
  const response = await resend();
  expect([response.status, response.body]).toEqual([200, { message: 'Email was sent' }]);
  expect(await emailsTo(database, email)).toHaveLength(2);

  // the link of the first mail is still valid
  expect((await api('GET', await verificationPath(database, email))).status).toBe(200);
  const count = () =>
    database.pool.query(`select from mail where recipient = $1`, [email]).then((r) => r.rowCount);
  const before = await count();
  expect((await resend()).status).toBe(200);
  expect(await count()).toBe(before);
});

test('sending again needs a session', async () => {
  expect((await api('GET', '/api/email/verification-notification')).status).toBe(401);
});
