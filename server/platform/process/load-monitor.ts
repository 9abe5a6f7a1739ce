import { setTimeout as wait } from 'node:timers/promises';

/** So many requests answered at once are a rush; in a busy hour it is a handful. */
const BUSY_REQUESTS = 32;
/** In ms: a rush has gaps; it is over after this time without a crowd. */
const CALM_AFTER_MS = 1_000;
/** In ms: how often those who wait for its end look. */
const POLL_MS = 200;

/** Knows when many people want something at once, so that what can wait does. */
export interface LoadMonitor {
  /** Counts work that people wait for while it lasts. */
  track<Result>(work: () => Result | Promise<Result>): Promise<Result>;
  isBusy(): boolean;
  /** Resolves when there is no rush, at the latest at this moment. */
  untilCalm(latest: Date): Promise<void>;
}

export function createLoadMonitor(many = BUSY_REQUESTS, gap = CALM_AFTER_MS): LoadMonitor {
  let underway = 0;
  let lastCrowd = -Infinity;
  const isBusy = () => underway >= many || performance.now() - lastCrowd < gap;
  return {
    isBusy,
    async track(work) {
      underway++;
      try {
        return await work();
      } finally {
        if (underway >= many) lastCrowd = performance.now();
        underway--;
      }
    },
    async untilCalm(latest) {
      while (isBusy() && Date.now() < latest.getTime()) await wait(POLL_MS);
    },
  };
}
