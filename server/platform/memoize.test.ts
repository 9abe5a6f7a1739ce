import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { memoize, memoizeFor } from './memoize.ts';

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

test('no caller waits for a fresh value while the stale one is not too old', async () => {
  const resolvers: (() => void)[] = [];
  const read = memoizeFor(1000, () => {
    const n = resolvers.length + 1;
    return new Promise<number>((resolve) => resolvers.push(() => resolve(n)));
  });
  const first = read();
  expect(read()).toBe(first);
  resolvers[0]?.();
  expect(await first).toBe(1);

  vi.advanceTimersByTime(1001);
  expect(await read()).toBe(1);
  expect(await read()).toBe(1);
  expect(resolvers).toHaveLength(2);
  resolvers[1]?.();
  await vi.waitFor(async () => expect(await read()).toBe(2));

  vi.advanceTimersByTime(5001);
  const late = read();
  resolvers[2]?.();
  expect(await late).toBe(3);
});

test('a failure is thrown and not memoized', async () => {
  let isFailing = true;
  const read = memoizeFor(1000, () =>
    isFailing ? Promise.reject(new Error('away')) : Promise.resolve('back'),
  );
  await expect(read()).rejects.toThrow('away');
  isFailing = false;
  expect(await read()).toBe('back');
});

test('the same argument is computed once, and the number of results is limited', () => {
  const computed: string[] = [];
  const read = memoize((argument: string) => {
    computed.push(argument);
    return argument === 'nothing' ? undefined : argument.length;
  });
  expect([read('four'), read('four'), read('nothing'), read('nothing')]).toEqual([
    4,
    4,
    undefined,
    undefined,
  ]);
  expect(computed).toEqual(['four', 'nothing']);
  for (let n = 0; n < 2000; n++) read(`made up ${n}`);
  read('four');
  expect(computed.filter((argument) => argument === 'four')).toHaveLength(2);
});
