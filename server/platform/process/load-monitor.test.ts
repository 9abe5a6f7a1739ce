import { describe, expect, it } from 'vitest';
import { createCallSchedule, createLoadMonitor } from './load-monitor.ts';

const never = new Date(8.64e15);

/** Tracks work that lasts until `done` is called. */
function track(loadMonitor: ReturnType<typeof createLoadMonitor>) {
  const { promise, resolve } = Promise.withResolvers<string>();
  return { done: resolve, result: loadMonitor.track(() => promise) };
}

describe('the load monitor', () => {
  it('is calm with few requests in progress', async () => {
    const loadMonitor = createLoadMonitor(2);
    track(loadMonitor);
    await loadMonitor.untilCalm(never);
  });

  it('delays other work until few requests are in progress', async () => {
    const loadMonitor = createLoadMonitor(2, 0);
    const requests = [track(loadMonitor), track(loadMonitor)];
    let isOver = false;
    const over = loadMonitor.untilCalm(never).then(() => (isOver = true));
    requests[0]?.done('first');
    expect(isOver).toBe(false);
    await over;
    requests[1]?.done('second');
    expect(await Promise.all(requests.map(({ result }) => result))).toEqual(['first', 'second']);
  });

  it('does not end a rush at its first gap', async () => {
    const loadMonitor = createLoadMonitor(1, 60_000);
    await loadMonitor.track(() => 'done');
    let isOver = false;
    const soon = new Date(Date.now() + 300);
    const over = loadMonitor.untilCalm(soon).then(() => (isOver = true));
    await loadMonitor.untilCalm(new Date(0));
    expect(isOver).toBe(false);
    await over;
    expect(Date.now()).toBeGreaterThanOrEqual(soon.getTime());
  });

  it('no longer counts failed work', async () => {
    const loadMonitor = createLoadMonitor(1, 0);
    await expect(loadMonitor.track(() => Promise.reject(new Error('no')))).rejects.toThrow('no');
    await loadMonitor.untilCalm(never);
  });
});

describe('the schedule of calls', () => {
  it('refuses calls when too many are in progress, until one ends', async () => {
    const schedule = createCallSchedule(createLoadMonitor(), undefined, 1);
    const { promise, resolve } = Promise.withResolvers<string>();
    const first = schedule(false, () => promise);
    await expect(schedule(false, () => 'second')).rejects.toMatchObject({
      code: 'unavailable',
      extras: { retryAfter: 2 },
    });
    resolve('first');
    expect(await first).toBe('first');
    expect(await schedule(false, () => 'third')).toBe('third');
  });
});
