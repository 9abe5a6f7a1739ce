import { expect, test } from 'vitest';
import { createTestDatabase } from '#test/database.ts';
import { openTestOffice } from '#test/office.ts';
import { countSignIn } from './sign-in-limits.ts';

const database = await createTestDatabase();
const { pool } = database;
const { deps } = await openTestOffice(database, 'admin');
const limited = { ...deps, env: { ...deps.env, hasRateLimit: true } };
const signIn = async (address: string, email: string | null = null) =>
  await countSignIn(limited, email, { address, knownAccounts: [] });

/** Failed attempts from two addresses in each of 250 /56 networks of one /48. */
const fail = async (company: string) =>
  await pool.query(
    `insert into staff_attempt (network)
     select $1 || ':' || lpad(to_hex(n), 2, '0') from generate_series(1, 250) n, generate_series(1, 2)`,
    [company],
  );

test('failed sign-ins count for the /48 of IPv6, too, with five times the limit', async () => {
  await fail('2001:db8:1');
  await fail('2001:db8:10');
  await pool.query(`delete from staff_attempt where network = '2001:db8:10:01'`);
  await expect(signIn('2001:db8:1:ff00::1')).rejects.toMatchObject({ code: 'too_many' });
  await expect(signIn('2001:db8:1:ff00::1', 'x@example.org')).rejects.toMatchObject({
    extras: { retryAfter: expect.closeTo(600, -1) },
  });
  await signIn('2001:db8:10:ff00::1');
  await signIn('2001:db8:2:ff00::1');
  await signIn('192.0.2.1');
});
