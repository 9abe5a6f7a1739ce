import { expect, test } from 'vitest';
import { createConcurrencyLimiter } from './concurrency-limiter.ts';

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

test('a failure gives its place back', async () => {
  const gate = createConcurrencyLimiter(1, 0);
  await expect(gate(() => Promise.reject(new Error('no')))).rejects.toThrow('no');
  await expect(gate(() => Promise.resolve('yes'))).resolves.toBe('yes');
});
