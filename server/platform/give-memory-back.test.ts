import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';

const run = promisify(execFile);
const MB = 1024 * 1024;

/** Fills some 200 MB with small things, forgets them, and waits until the process has a third of it, or 20 s. */
const script = `
  import { giveMemoryBack } from '${new URL('give-memory-back.ts', import.meta.url).href}';
  const held = [];
  for (let round = 0; round < 20; round++) {
    for (let i = 0; i < 2e5; i++) held.push({ i, text: String(i) });
    await new Promise(setImmediate);
  }
  const full = process.memoryUsage.rss();
  held.length = 0;
  const log = { debug() {}, warn() {} };
  const giving = giveMemoryBack(log, 50);
  const latest = Date.now() + 20_000;
  const look = setInterval(() => {
    const now = process.memoryUsage.rss();
    if (now > full / 3 && Date.now() < latest) return;
    clearInterval(look);
    void giving.stop();
    process.stdout.write(JSON.stringify({ full, now }));
  }, 50);`;

test('what a rush needed is given back once nothing is to be done', async () => {
  const { stdout } = await run(process.execPath, ['--input-type=module', '-e', script]);
  const { full, now } = JSON.parse(stdout) as { full: number; now: number };
  expect(full).toBeGreaterThan(200 * MB);
  expect(now).toBeLessThan(full / 3);
});
