import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { memoize, memoizeFor } from './memoize.ts';

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

test('nobody waits for a new answer while the last one is not too old', async () => {
  const answers: (() => void)[] = [];
  const read = memoizeFor(1000, () => {
    const n = answers.length + 1;
    return new Promise<number>((resolve) => answers.push(() => resolve(n)));
  });
  const first = read();
  expect(read()).toBe(first);
  answers[0]?.();
  expect(await first).toBe(1);

  vi.advanceTimersByTime(1001);
  expect(await read()).toBe(1);
  expect(await read()).toBe(1);
  expect(answers).toHaveLength(2);
  answers[1]?.();
  await vi.waitFor(async () => expect(await read()).toBe(2));

  vi.advanceTimersByTime(5001);
  const late = read();
  answers[2]?.();
  expect(await late).toBe(3);
});

test('a failure is told and not remembered', async () => {
  let fails = true;
  const read = memoizeFor(1000, () =>
    fails ? Promise.reject(new Error('away')) : Promise.resolve('back'),
  );
  await expect(read()).rejects.toThrow('away');
  fails = false;
  expect(await read()).toBe('back');
});

test('what is the same each time is found once, and not too much of it is kept', () => {
  const asked: string[] = [];
  const read = memoize((question: string) => {
    asked.push(question);
    return question === 'nothing' ? undefined : question.length;
  });
  expect([read('four'), read('four'), read('nothing'), read('nothing')]).toEqual([
    4,
    4,
    undefined,
    undefined,
  ]);
  expect(asked).toEqual(['four', 'nothing']);
  for (let n = 0; n < 2000; n++) read(`made up ${n}`);
  read('four');
  expect(asked.filter((question) => question === 'four')).toHaveLength(2);
});
