import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { constants, tmpdir } from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, describe, expect, it } from 'vitest';
import { createThreadPool } from './thread-pool.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'threads-'));

function writeScript(name: string, code: string): URL {
  const file = path.join(folder, `${name}.mjs`);
  writeFileSync(file, code);
  return pathToFileURL(file);
}

/** Doubles numbers; 0 throws, a negative number ends the thread. */
const script = writeScript(
  'double',
  `export default (n) => {
    if (n < 0) process.exit(3);
    if (n === 0) throw new Error('nothing to double');
    return 2 * n;
  };`,
);
/** Counts the tasks of this thread. */
const countingScript = writeScript('count', `let count = 0; export default () => ++count;`);
/** Resolves two tasks at once, each with the other's input. */
const pairingScript = writeScript(
  'pair',
  `let first;
  export default (input) => new Promise((resolve) => {
    if (first === undefined) { first = { input, resolve }; return; }
    resolve(first.input);
    first.resolve(input);
    first = undefined;
  });`,
);
/** Creates many short-lived objects; returns the size in MB of V8's young generation. */
const wastefulScript = writeScript(
  'waste',
  `import { getHeapSpaceStatistics } from 'node:v8';
  export default (input) => {
    let held = [];
    for (let i = 0; i < input; i++) { held.push({ i }); if (held.length > 60000) held = []; }
    const room = getHeapSpaceStatistics().find((space) => space.space_name === 'new_space');
    return room.space_size / 1024 / 1024;
  };`,
);
/** Fails while idle, soon after a task, and sets the flag when it ends. */
const brittleScript = writeScript(
  'brittle',
  `export default (flag) => {
    process.on('exit', () => void (flag[0] = 1));
    setTimeout(() => { throw new Error('broken while idle'); }, 20);
    return 'done';
  };`,
);
/** Returns the priority of this thread. */
const priorityScript = writeScript(
  'priority',
  `import { readlinkSync } from 'node:fs';
  import { getPriority } from 'node:os';
  import path from 'node:path';
  export default () => getPriority(Number(path.basename(readlinkSync('/proc/thread-self'))));`,
);
const pool = createThreadPool<number, number>(script, { maxThreads: 2 });
afterAll(async () => {
  await pool.stop();
  rmSync(folder, { recursive: true });
});

describe('a pool of threads', () => {
  it('runs more tasks than it has threads', async () => {
    const numbers = Array.from({ length: 20 }, (_, i) => i + 1);
    const doubled = await Promise.all(numbers.map((n) => pool.run(n)));
    expect(doubled).toEqual(numbers.map((n) => 2 * n));
  });

  it('passes on the errors of tasks', async () => {
    await expect(pool.run(0)).rejects.toThrow('nothing to double');
    expect(await pool.run(4)).toBe(8);
  });

  it('replaces threads that died during a task; waiting tasks run', async () => {
    const results = await Promise.allSettled([-1, -1, 5, 6].map((n) => pool.run(n)));
    expect(results.map(({ status }) => status)).toEqual([
      'rejected',
      'rejected',
      'fulfilled',
      'fulfilled',
    ]);
  });

  it('ends threads without work, and starts them again', async () => {
    const counting = createThreadPool<number, number>(countingScript, {
      maxThreads: 1,
      idleTimeoutMs: 0,
    });
    expect([await counting.run(1), await counting.run(1)]).toEqual([1, 2]);
    // a new thread counts from the beginning
    await expect.poll(() => counting.run(1), { interval: 50 }).toBe(1);
    await counting.stop();
  });

  it('gives a task to the thread that was idle for the shortest time', async () => {
    const counting = createThreadPool<number, number>(countingScript, { maxThreads: 2 });
    await Promise.all([counting.run(1), counting.run(1)]);
    const counts = [await counting.run(1), await counting.run(1), await counting.run(1)];
    expect(counts).toEqual([2, 3, 4]);
    await counting.stop();
  });

  it('runs several tasks at once on a thread if allowed, each with its own result', async () => {
    const pairing = createThreadPool<number, number>(pairingScript, {
      maxThreads: 1,
      tasksPerThread: 2,
    });
    const results = await Promise.all([1, 2, 3, 4].map((n) => pairing.run(n)));
    expect(results).toEqual([2, 1, 4, 3]);
    await pairing.stop();
  });

  it('fails all tasks of a thread that dies', async () => {
    const both = createThreadPool<number, number>(script, { maxThreads: 1, tasksPerThread: 2 });
    const results = await Promise.allSettled([-1, 5, 6].map((n) => both.run(n)));
    expect(results.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'fulfilled']);
    await both.stop();
  });

  it('limits the memory of threads for short-lived objects', async () => {
    const wasteful = createThreadPool<number, number>(wastefulScript, { maxThreads: 1 });
    expect(await wasteful.run(3e6)).toBeLessThanOrEqual(16);
    await wasteful.stop();
  });

  it('fails a task whose script cannot be loaded', async () => {
    const missing = createThreadPool<number, number>(new URL('missing.mjs', script), {
      maxThreads: 1,
    });
    await expect(missing.run(1)).rejects.toThrow('missing.mjs');
    await missing.stop();
  });

  it('survives a thread that fails while it is idle', async () => {
    const brittle = createThreadPool<Int32Array, string>(brittleScript, { maxThreads: 1 });
    const hasEnded = new Int32Array(new SharedArrayBuffer(4));
    expect(await brittle.run(hasEnded)).toBe('done');
    await expect.poll(() => hasEnded[0]).toBe(1);
    await expect.poll(() => brittle.run(hasEnded).catch(() => 'failed')).toBe('done');
    await brittle.stop();
  });

  it.runIf(process.platform === 'linux')('works with the lowest priority', async () => {
    const low = createThreadPool<null, number>(priorityScript, { maxThreads: 1 });
    expect(await low.run(null)).toBe(constants.priority.PRIORITY_LOW);
    await low.stop();
  });
});
