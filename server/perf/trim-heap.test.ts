import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';

const run = promisify(execFile);
const MB_BYTES = 1024 * 1024;

/**
 * Fills some 200 MB with small objects, drops them, and waits until the process uses a third of it, at most 20 s.
 * In the meantime the load monitor reports a rush and its end, or the event loop stays busy.
 */
const script = (busy: boolean): string => `
  import { startHeapTrimming } from '${new URL('trim-heap.ts', import.meta.url).href}';
  const objects = [];
  for (let round = 0; round < 20; round++) {
    for (let i = 0; i < 2e5; i++) objects.push({ i, text: String(i) });
    await new Promise(setImmediate);
  }
  const full = process.memoryUsage.rss();
  objects.length = 0;
  const log = { debug() {}, warn() {} };
  let isBusy = ${busy};
  const work = ${busy} && setInterval(() => {
    const until = performance.now() + 15;
    while (performance.now() < until);
  }, 1);
  setTimeout(() => { isBusy = false; }, 500);
  const trimming = startHeapTrimming({ isBusy: () => isBusy }, log, 50);
  const latest = Date.now() + 20_000;
  const poll = setInterval(() => {
    const now = process.memoryUsage.rss();
    if (now > full / 3 && Date.now() < latest) return;
    clearInterval(poll);
    clearInterval(work);
    void trimming.stop();
    process.stdout.write(JSON.stringify({ full, now }));
  }, 50);`;

test.each([
  ['when the process is idle', false],
  ['when the rush is over, though the process is busy', true],
])('memory that a rush needed is released %s', async (_, busy) => {
  const { stdout } = await run(process.execPath, ['--input-type=module', '-e', script(busy)]);
  const { full, now } = JSON.parse(stdout) as { full: number; now: number };
  expect(full).toBeGreaterThan(200 * MB_BYTES);
  expect(now).toBeLessThan(full / 3);
});

/** Opens files until no descriptor is left, and prints what the log says in twenty polls. */
const withoutDescriptors = `
  import { openSync } from 'node:fs';
  import { startHeapTrimming } from '${new URL('trim-heap.ts', import.meta.url).href}';
  let polls = 0;
  const lines = [];
  const loadMonitor = { isBusy: () => { polls++; return false; } };
  const log = { debug() {}, warn: (_facts, line) => lines.push(line) };
  const trimming = startHeapTrimming(loadMonitor, log, 5);
  try {
    for (;;) openSync('/dev/null');
  } catch {}
  const poll = setInterval(() => {
    if (polls < 20) return;
    clearInterval(poll);
    void trimming.stop();
    process.stdout.write(JSON.stringify(lines));
  }, 5);`;

test.runIf(process.platform === 'linux')(
  'without a descriptor left, nothing is trimmed and nothing logged',
  async () => {
    const node = [process.execPath, '--input-type=module', '-e', withoutDescriptors];
    const { stdout } = await run('/bin/sh', ['-c', 'ulimit -n 100 && exec "$0" "$@"', ...node]);
    expect(stdout).toBe('[]');
  },
);
