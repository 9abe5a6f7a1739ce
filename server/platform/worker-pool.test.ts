import { afterAll, describe, expect, it } from 'vitest';
import { createWorkerPool } from './worker-pool.ts';

/** Doubles numbers; a 0 is an error, a negative number ends the thread. */
const script = new URL(
  `data:text/javascript,${encodeURIComponent(`
    import { parentPort } from 'node:worker_threads';
    parentPort.on('message', ({ id, input: n }) => {
      if (n < 0) process.exit(3);
      parentPort.postMessage(n === 0 ? { id, error: 'nothing to double' } : { id, output: 2 * n });
    });`)}`,
);
/** Says how often this thread was asked. */
const countingScript = new URL(
  `data:text/javascript,${encodeURIComponent(`
    import { parentPort } from 'node:worker_threads';
    let count = 0;
    parentPort.on('message', ({ id }) => parentPort.postMessage({ id, output: ++count }));`)}`,
);
/** Answers once it has been asked twice. */
const pairingScript = new URL(
  `data:text/javascript,${encodeURIComponent(`
    import { parentPort } from 'node:worker_threads';
    let first;
    parentPort.on('message', ({ id, input }) => {
      if (first === undefined) { first = { id, input }; return; }
      parentPort.postMessage({ id, output: first.input });
      parentPort.postMessage({ id: first.id, output: input });
      first = undefined;
    });`)}`,
);
/** Makes many short-lived things, and says how many MB of room it was given for them. */
const wastefulScript = new URL(
  `data:text/javascript,${encodeURIComponent(`
    import { parentPort } from 'node:worker_threads';
    import { getHeapSpaceStatistics } from 'node:v8';
    parentPort.on('message', ({ id, input }) => {
      let held = [];
      for (let i = 0; i < input; i++) { held.push({ i }); if (held.length > 60000) held = []; }
      const room = getHeapSpaceStatistics().find((space) => space.space_name === 'new_space');
      parentPort.postMessage({ id, output: room.space_size / 1024 / 1024 });
    });`)}`,
);
const pool = createWorkerPool<number, number>(script, 2);
afterAll(() => pool.stop());

describe('a pool of threads', () => {
  it('does more work than it has threads', async () => {
    const numbers = Array.from({ length: 20 }, (_, i) => i + 1);
    const doubled = await Promise.all(numbers.map((n) => pool.run(n)));
    expect(doubled).toEqual(numbers.map((n) => 2 * n));
  });

  it('hands on the errors of the work', async () => {
    await expect(pool.run(0)).rejects.toThrow('nothing to double');
    expect(await pool.run(4)).toBe(8);
  });

  it('replaces threads that died at work; what waited is done', async () => {
    const results = await Promise.allSettled([-1, -1, 5, 6].map((n) => pool.run(n)));
    expect(results.map(({ status }) => status)).toEqual([
      'rejected',
      'rejected',
      'fulfilled',
      'fulfilled',
    ]);
  });

  it('ends threads without work, and starts them again', async () => {
    const counting = createWorkerPool<number, number>(countingScript, 1, { restMs: 0 });
    expect([await counting.run(1), await counting.run(1)]).toEqual([1, 2]);
    // a new thread counts from the beginning
    await expect.poll(() => counting.run(1), { interval: 50 }).toBe(1);
    await counting.stop();
  });

  it('gives idle work to the thread that rested least', async () => {
    const counting = createWorkerPool<number, number>(countingScript, 2, { restMs: 60_000 });
    await Promise.all([counting.run(1), counting.run(1)]);
    const counts = [await counting.run(1), await counting.run(1), await counting.run(1)];
    expect(counts).toEqual([2, 3, 4]);
    await counting.stop();
  });

  it('gives a thread several works at once where it may, and each its own answer', async () => {
    const pairing = createWorkerPool<number, number>(pairingScript, 1, { atOnce: 2 });
    const answers = await Promise.all([1, 2, 3, 4].map((n) => pairing.run(n)));
    expect(answers).toEqual([2, 1, 4, 3]);
    await pairing.stop();
  });

  it('fails all works of a thread that dies', async () => {
    const both = createWorkerPool<number, number>(script, 1, { atOnce: 2 });
    const results = await Promise.allSettled([-1, 5, 6].map((n) => both.run(n)));
    expect(results.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'fulfilled']);
    await both.stop();
  });

  it('gives threads little room for short-lived things', async () => {
    const wasteful = createWorkerPool<number, number>(wastefulScript, 1);
    expect(await wasteful.run(3e6)).toBeLessThanOrEqual(16);
    await wasteful.stop();
  });
});
