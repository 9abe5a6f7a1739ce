import { setTimeout as wait } from 'node:timers/promises';

/** Waits until it is the caller's turn. */
export type Pace = () => Promise<void>;

/** Lets work begin at most once in so many milliseconds, in the order in which it comes. */
export function createPace(interval: number): Pace {
  let next = 0;
  return async () => {
    const now = performance.now();
    const turn = Math.max(now, next);
    next = turn + interval;
    if (turn > now) await wait(turn - now);
  };
}
