import { expect, test } from 'vitest';
import { createAddsFirst } from './priority-gate.ts';

const never = 2 ** 31 - 1;

/** Work that ends when it is told to. */
function held() {
  let end = (): void => undefined;
  const ended = new Promise<void>((resolve) => (end = resolve));
  return { work: () => ended, end };
}

test('with few adds underway everything goes at once', async () => {
  const first = createAddsFirst(2, never);
  const one = held();
  const add = first.add(one.work);
  expect(await first.other(() => 'done')).toBe('done');
  one.end();
  await add;
});

test('in a rush of adds the others wait until few are left, in the order in which they came', async () => {
  const first = createAddsFirst(2, never);
  const adds = [held(), held(), held()];
  const underway = adds.map(({ work }) => first.add(work));
  const done: string[] = [];
  const others = ['a', 'b'].map((name) => first.other(() => void done.push(name)));
  adds[0]?.end();
  await underway[0];
  expect(done).toEqual([]);
  adds[1]?.end();
  await Promise.all(others);
  expect(done).toEqual(['a', 'b']);
  // one more add does not wait for anybody
  expect(await first.add(() => 'added')).toBe('added');
  adds[2]?.end();
  await Promise.all(underway);
});

test('nobody waits for longer than the limit', async () => {
  const first = createAddsFirst(1, 20);
  const one = held();
  const add = first.add(one.work);
  expect(await first.other(() => 'done')).toBe('done');
  one.end();
  await add;
});

test('an add that fails has ended, and failures are told', async () => {
  const first = createAddsFirst(1, never);
  await expect(first.add(() => Promise.reject(new Error('sold out')))).rejects.toThrow('sold out');
  await expect(first.other(() => Promise.reject(new Error('no')))).rejects.toThrow('no');
});
