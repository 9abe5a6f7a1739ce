import { describe, expect, test } from 'vitest';
import { testTokens } from '#test/api-app.ts';
import { createTestDatabase } from '#test/database.ts';
import { newEmail } from '#test/registration.ts';
import { countSuccess, waitAfterHits } from '../operations/limit.ts';

const { pool } = await createTestDatabase();
const deps = { pool, tokens: testTokens, env: { hasRateLimit: true } };

let lastAddress = 0;
const newAddress = () => {
  lastAddress += 1;
  return `198.51.100.${lastAddress}`;
};

describe('attempts to sign in', () => {
  const signIn = (address: string, email = newEmail()) =>
    waitAfterHits(deps, 'staff:sign-in', { address }, { email });
  const succeed = (address: string, email: string) =>
    countSuccess(deps, 'staff:sign-in', { address }, { email });
  const waits = async (times: number, attempt: (n: number) => Promise<number>) => {
    const seen: number[] = [];
    for (let n = 0; n < times; n++) seen.push(await attempt(n));
    return seen.filter((wait) => wait > 0).length;
  };

  test('count for the /48 of IPv6, too, with five times the limit', async () => {
    const company = (n: number) => `2001:db8:1:${(n % 250).toString(16)}00::1`;
    expect(await waits(500, (n) => signIn(company(n)))).toBe(0);
    expect(await signIn('2001:db8:1:ff00::1')).toBeCloseTo(600, -2);
    expect(await signIn('2001:db8:10:ff00::1')).toBe(0);
  });

  test('take back their own hit alone when they succeed', async () => {
    const [email, address] = [newEmail(), newAddress()];
    expect(await waits(9, () => signIn(address, email))).toBe(0);
    for (let n = 0; n < 3; n++) {
      expect(await signIn(address, email)).toBe(0);
      await succeed(address, email);
    }
    expect(await waits(2, () => signIn(address, email))).toBe(1);
  });

  test('count before they are checked, so that none gets past at once', async () => {
    const [email, address] = [newEmail(), newAddress()];
    const seen = await Promise.all(Array.from({ length: 40 }, () => signIn(address, email)));
    expect(seen.filter((wait) => wait === 0)).toHaveLength(10);
    expect(await waits(1, () => signIn(address, email))).toBe(1);
  });

  test('count nowhere when they are refused', async () => {
    const [email, address] = [newEmail(), newAddress()];
    expect(await waits(60, () => signIn(address, email))).toBe(50);
    // neither the password is shut elsewhere nor are neighbours slowed
    expect(await waits(2, () => signIn(newAddress(), email))).toBe(0);
    expect(await waits(90, () => signIn(address))).toBe(0);
    expect(await waits(1, () => signIn(address))).toBe(1);
    await succeed(address, email);
    expect(await waits(2, () => signIn(address, email))).toBe(1);
  });
});
