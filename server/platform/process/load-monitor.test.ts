import { describe, expect, it } from 'vitest';
import { createLoadMonitor } from './load-monitor.ts';

const never = new Date(8.64e15);

/** Work that people wait for, until it is done. */
function hold(rush: ReturnType<typeof createLoadMonitor>) {
  const { promise, resolve } = Promise.withResolvers<string>();
  return { done: resolve, answer: rush.track(() => promise) };
}

describe('a rush', () => {
  it('is none while few are underway', async () => {
    const rush = createLoadMonitor(2);
    hold(rush);
    await rush.untilCalm(never);
  });

  it('keeps what can wait until the crowd has gone', async () => {
    const rush = createLoadMonitor(2, 0);
    const crowd = [hold(rush), hold(rush)];
    let isOver = false;
    const over = rush.untilCalm(never).then(() => (isOver = true));
    crowd[0]?.done('first');
    expect(isOver).toBe(false);
    await over;
    crowd[1]?.done('second');
    expect(await Promise.all(crowd.map(({ answer }) => answer))).toEqual(['first', 'second']);
  });

  it('has gaps: it is not over at once', async () => {
    const rush = createLoadMonitor(1, 60_000);
    await rush.track(() => 'done');
    let isOver = false;
    const soon = new Date(Date.now() + 300);
    const over = rush.untilCalm(soon).then(() => (isOver = true));
    await rush.untilCalm(new Date(0));
    expect(isOver).toBe(false);
    await over;
    expect(Date.now()).toBeGreaterThanOrEqual(soon.getTime());
  });

  it('counts work that fails as ended', async () => {
    const rush = createLoadMonitor(1, 0);
    await expect(rush.track(() => Promise.reject(new Error('no')))).rejects.toThrow('no');
    await rush.untilCalm(never);
  });
});
