import { afterAll, describe, expect, it } from 'vitest';
import { createWorkerPool } from './worker-pool.ts';

/** Doubles numbers; a 0 is an error, a negative number ends the thread. */
const script = new URL(
  `data:text/javascript,${encodeURIComponent(`
    import { parentPort } from 'node:worker_threads';
    parentPort.on('message', (n) => {
      if (n < 0) process.exit(3);
      parentPort.postMessage(n === 0 ? { error: 'nothing to double' } : { output: 2 * n });
    });`)}`,
);
/** Says how often this thread was asked. */
const countingScript = new URL(
  `data:text/javascript,${encodeURIComponent(`
    import { parentPort } from 'node:worker_threads';
    let count = 0;
    parentPort.on('message', () => parentPort.postMessage({ output: ++count }));`)}`,
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
    const counting = createWorkerPool<number, number>(countingScript, 1, 0);
    expect([await counting.run(1), await counting.run(1)]).toEqual([1, 2]);
    // a new thread counts from the beginning
    await expect.poll(() => counting.run(1), { interval: 50 }).toBe(1);
    await counting.stop();
  });

  it('gives idle work to the thread that rested least', async () => {
    const counting = createWorkerPool<number, number>(countingScript, 2, 60_000);
    await Promise.all([counting.run(1), counting.run(1)]);
    const counts = [await counting.run(1), await counting.run(1), await counting.run(1)];
    expect(counts).toEqual([2, 3, 4]);
    await counting.stop();
  });
});
