import { expect, test } from 'vitest';
import { retry } from './retry.ts';

/** Fails this often, then returns the number of its call. */
function failing(times: number) {
  let calls = 0;
  const work = () => {
    calls++;
    return calls <= times ? Promise.reject(new Error(`failure ${calls}`)) : Promise.resolve(calls);
  };
  return { work, calls: () => calls };
}

const always = () => true;

test('work is retried until it succeeds', async () => {
  const { work } = failing(2);
  expect(await retry({ attempts: 3, when: always }, work)).toBe(3);
});

test('the failure of the last attempt is thrown', async () => {
  const { work, calls } = failing(9);
  const options = { attempts: 3, when: always };
  await expect(retry(options, work)).rejects.toThrow('failure 3');
  expect(calls()).toBe(3);
});

test('a permanent failure is thrown at once', async () => {
  const { work, calls } = failing(9);
  const when = (error: unknown) => error instanceof Error && error.message !== 'failure 2';
  await expect(retry({ attempts: 5, when }, work)).rejects.toThrow('failure 2');
  expect(calls()).toBe(2);
});

test('it waits between two attempts', async () => {
  const { work } = failing(1);
  const startedAt = performance.now();
  await retry({ attempts: 2, delayMs: 30, when: always }, work);
  expect(performance.now() - startedAt).toBeGreaterThan(25);
});

test('an obstacle can be removed before the next attempt', async () => {
  let isBlocked = true;
  const work = () => (isBlocked ? Promise.reject(new Error('blocked')) : Promise.resolve('done'));
  const when = async () => {
    await Promise.resolve();
    isBlocked = false;
    return true;
  };
  expect(await retry({ attempts: 2, when }, work)).toBe('done');
});
