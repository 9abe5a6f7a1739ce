import { expect, test } from 'vitest';
import { createConcurrencyLimiter, createFairLimiter } from './concurrency-limiter.ts';

test('runs a limited number, lets a limited number wait, refuses the rest', async () => {
  const gate = createConcurrencyLimiter(2, 3);
  const finish: (() => void)[] = [];
  let running = 0;
  let most = 0;
  const work = async () => {
    most = Math.max(most, ++running);
    await new Promise<void>((resolve) => finish.push(resolve));
    running--;
  };
  const done = Promise.allSettled(Array.from({ length: 6 }, () => gate(work)));
  for (let i = 0; i < 5; i++) {
    await new Promise(setImmediate);
    finish.shift()?.();
  }
  const results = await done;
  expect(most).toBe(2);
  expect(results.map((r) => r.status)).toEqual([...Array<string>(5).fill('fulfilled'), 'rejected']);
});

test('work that waits too long is refused, and its place in the queue is free', async () => {
  const gate = createConcurrencyLimiter(1, 1, { maxWaitMs: 50 });
  let finish = () => {};
  const running = gate(() => new Promise<void>((resolve) => (finish = resolve)));
  const refused = { code: 'unavailable', extras: { retryAfter: 0.05 } };
  await expect(gate(() => Promise.resolve())).rejects.toMatchObject(refused);
  const next = gate(() => Promise.resolve('next'));
  const urgent = gate(() => Promise.resolve('urgent'), true);
  finish();
  await running;
  await expect(Promise.all([next, urgent])).resolves.toEqual(['next', 'urgent']);
});

test('a failed task releases its place', async () => {
  const gate = createConcurrencyLimiter(1, 0);
  await expect(gate(() => Promise.reject(new Error('no')))).rejects.toThrow('no');
  await expect(gate(() => Promise.resolve('yes'))).resolves.toBe('yes');
});

test('a flood of one key takes only a few places, and the rest of it is refused', async () => {
  const limit = createFairLimiter(createConcurrencyLimiter(1, 100), 2, 3);
  const done: string[] = [];
  const run = (key: string) =>
    limit(key, async () => {
      await new Promise(setImmediate);
      done.push(key);
    });
  const flood = Array.from({ length: 20 }, () => run('flood'));
  const other = run('other');
  const results = await Promise.allSettled([...flood, other]);
  expect(done).toEqual(['flood', 'flood', 'other', 'flood', 'flood', 'flood']);
  const refused = results.filter((result) => result.status === 'rejected');
  expect(refused).toHaveLength(15);
  expect(refused[0]?.reason).toMatchObject({ code: 'too_many' });
  await run('flood');
});
