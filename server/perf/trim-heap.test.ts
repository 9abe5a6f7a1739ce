import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';

const run = promisify(execFile);
const MB = 1024 * 1024;

/**
 * Fills some 200 MB with small things, forgets them, and waits until the process has a third of it, or 20 s.
 * Meanwhile a rush comes and goes, or the process never rests.
 */
const script = (busy: boolean): string => `
  import { giveMemoryBack } from '${new URL('trim-heap.ts', import.meta.url).href}';
  const held = [];
  for (let round = 0; round < 20; round++) {
    for (let i = 0; i < 2e5; i++) held.push({ i, text: String(i) });
    await new Promise(setImmediate);
  }
  const full = process.memoryUsage.rss();
  held.length = 0;
  const log = { debug() {}, warn() {} };
  let isRush = ${busy};
  const work = ${busy} && setInterval(() => {
    const until = performance.now() + 15;
    while (performance.now() < until);
  }, 1);
  setTimeout(() => { isRush = false; }, 500);
  const giving = giveMemoryBack({ isBusy: () => isRush }, log, 50);
  const latest = Date.now() + 20_000;
  const look = setInterval(() => {
    const now = process.memoryUsage.rss();
    if (now > full / 3 && Date.now() < latest) return;
    clearInterval(look);
    clearInterval(work);
    void giving.stop();
    process.stdout.write(JSON.stringify({ full, now }));
  }, 50);`;

test.each([
  ['once nothing is to be done', false],
  ['when the rush is over, though much is to be done', true],
])('what a rush needed is given back %s', async (_, busy) => {
  const { stdout } = await run(process.execPath, ['--input-type=module', '-e', script(busy)]);
  const { full, now } = JSON.parse(stdout) as { full: number; now: number };
  expect(full).toBeGreaterThan(200 * MB);
  expect(now).toBeLessThan(full / 3);
});
