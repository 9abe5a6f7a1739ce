import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { startSync, type Sync } from './sync.ts';

let page: EventTarget & { hidden: boolean };
let sync: Sync;
/** What has been asked for and not answered. */
let open: PromiseWithResolvers<void>[];
let count = 0;

beforeEach(() => {
  vi.useFakeTimers();
  page = Object.assign(new EventTarget(), { hidden: false });
  vi.stubGlobal('window', page);
  vi.stubGlobal('document', page);
  [open, count] = [[], 0];
});
afterEach(() => {
  sync.stop();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

function start(isIdle = true): void {
  sync = startSync(
    () => {
      count++;
      const asked = Promise.withResolvers<void>();
      open.push(asked);
      return asked.promise;
    },
    () => isIdle,
  );
}
const succeed = () => open.pop()?.resolve();
const fail = () => open.pop()?.reject(new TypeError('no network'));
const wait = (milliseconds: number) => vi.advanceTimersByTimeAsync(milliseconds);

test('asks every 3 s, and at once for what came up while it asked', async () => {
  start();
  succeed();
  await wait(2900);
  expect(count).toBe(1);
  await wait(200);
  expect(count).toBe(2);
  sync.now();
  succeed();
  await wait(0);
  expect(count).toBe(3);
});

test('waits longer and longer without a network, and not when it is back', async () => {
  start();
  for (let n = 0; n < 8; n++) {
    fail();
    await wait(20_000);
  }
  expect(count).toBe(9);
  // the last try does not know of the network yet
  page.dispatchEvent(new Event('online'));
  fail();
  await wait(1000);
  expect(count).toBe(10);
});

test('is silent while the page is hidden, unless something is unsent', async () => {
  page.hidden = true;
  start();
  await wait(60_000);
  expect(count).toBe(0);
  page.hidden = false;
  page.dispatchEvent(new Event('visibilitychange'));
  expect(count).toBe(1);
  sync.stop();
  page.hidden = true;
  start(false);
  expect(count).toBe(2);
});
