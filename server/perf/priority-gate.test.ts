import { expect, test } from 'vitest';
import { createPriorityGate } from './priority-gate.ts';

/** The longest delay of a timer. */
const MAX_TIMER_MS = 2 ** 31 - 1;

/** Work that lasts until `end` is called. */
function blockedWork() {
  let end = (): void => undefined;
  const ended = new Promise<void>((resolve) => (end = resolve));
  return { work: () => ended, end };
}

test('with few adds in progress, everything starts at once', async () => {
  const gate = createPriorityGate(2, MAX_TIMER_MS);
  const one = blockedWork();
  const add = gate.runFirst(one.work);
  expect(await gate.runLater(() => 'done')).toBe('done');
  one.end();
  await add;
});

test('in a rush of adds other calls wait until few are left, first in, first out', async () => {
  const gate = createPriorityGate(2, MAX_TIMER_MS);
  const adds = [blockedWork(), blockedWork(), blockedWork()];
  const running = adds.map(({ work }) => gate.runFirst(work));
  const done: string[] = [];
  const others = ['a', 'b'].map((name) => gate.runLater(() => void done.push(name)));
  adds[0]?.end();
  await running[0];
  expect(done).toEqual([]);
  adds[1]?.end();
  await Promise.all(others);
  expect(done).toEqual(['a', 'b']);
  // one more add does not wait
  expect(await gate.runFirst(() => 'added')).toBe('added');
  adds[2]?.end();
  await Promise.all(running);
});

test('no call waits longer than the limit', async () => {
  const gate = createPriorityGate(1, 20);
  const one = blockedWork();
  const add = gate.runFirst(one.work);
  expect(await gate.runLater(() => 'done')).toBe('done');
  one.end();
  await add;
});

test('a failed add no longer counts, and failures are thrown', async () => {
  const gate = createPriorityGate(1, MAX_TIMER_MS);
  await expect(gate.runFirst(() => Promise.reject(new Error('sold out')))).rejects.toThrow(
    'sold out',
  );
  await expect(gate.runLater(() => Promise.reject(new Error('no')))).rejects.toThrow('no');
});
