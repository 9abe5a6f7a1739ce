import { expect, test } from 'vitest';
import { createTestApi } from '#test/api-app.ts';
import { newEmail, registerCustomer, verificationPath } from '#test/customers.ts';
import { createTestDatabase } from '#test/database.ts';
import { sweepAccounts } from './sweep-accounts.ts';

const database = await createTestDatabase();
const api = createTestApi(database);
const me = async (bearer: string) => (await api('GET', '/me', { bearer })).status;

test('forgets what is long over and nothing else', async () => {
  const { pool } = database;
  const [old, expired, present] = await Promise.all([1, 2, 3].map(() => registerCustomer(api)));
  if (!old || !expired || !present) throw new Error('three customers registered');
  const expire = (id: number, days: number) =>
    pool.query(
      `update access_token set expires_at = now() - make_interval(days => $2) where account_id = $1`,
      [id, days],
    );
  await expire(old.id, 91);
  await expire(expired.id, 89);
  const link = await verificationPath(database, present.email);
  await api('POST', '/forgot-password', { json: { email_address: newEmail() } });
  await pool.query(
    `update mail set dropped_at = now() - interval '2 days' where kind = 'password-reset'`,
  );

  await sweepAccounts(pool);
  expect([await me(old.token), await me(expired.token), await me(present.token)]).toEqual([
    401, 419, 200,
  ]);
  expect((await api('GET', link)).status).toBe(200);
  const { rows } = await pool.query(`select kind, count(*)::int as n from mail group by kind`);
  expect(rows).toEqual([{ kind: 'email-verification', n: 3 }]);

  await pool.query(`update one_time_token set expires_at = now() - interval '1 second'`);
  await sweepAccounts(pool);
  expect((await pool.query(`select from one_time_token`)).rowCount).toBe(0);
});
