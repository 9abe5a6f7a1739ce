import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { createIdleWait } from './document-jobs.ts';

/** Keeps the event loop busy, turn by turn, until it is aborted. */
async function keepBusy(until: AbortSignal): Promise<void> {
  while (!until.aborted) {
    const end = performance.now() + 10;
    while (performance.now() < end);
    await nextTurn();
  }
}

/** Lets the event loop turn for some milliseconds. */
async function turnFor(ms: number): Promise<void> {
  for (const end = Date.now() + ms; Date.now() < end;) await nextTurn();
}

test('work waits until the process is no longer busy', async () => {
  const untilIdle = createIdleWait();
  const stopping = new AbortController();
  const busy = keepBusy(stopping.signal);
  await turnFor(300);
  let isIdle = false;
  const waited = untilIdle(Date.now() + 20_000).then(() => (isIdle = true));
  await turnFor(600);
  expect(isIdle).toBe(false);
  stopping.abort();
  await busy;
  await waited;
});

test('work does not wait longer than it may', async () => {
  const untilIdle = createIdleWait();
  const stopping = new AbortController();
  const busy = keepBusy(stopping.signal);
  await turnFor(300);
  const latest = Date.now() + 600;
  await untilIdle(latest);
  expect(Date.now()).toBeGreaterThanOrEqual(latest);
  stopping.abort();
  await busy;
});
