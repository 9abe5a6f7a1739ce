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
});
