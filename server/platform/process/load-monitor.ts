import { setTimeout as wait } from 'node:timers/promises';

/** So many requests answered at once are a rush; in a busy hour it is a handful. */
const MANY = 32;
/** In ms: a rush has gaps; it is over after this time without a crowd. */
const GAP = 1_000;
/** In ms: how often those who wait for its end look. */
const LOOK_EVERY = 200;

/** Knows when many people want something at once, so that what can wait does. */
export interface Rush {
  /** Counts work that people wait for while it lasts. */
  count<Result>(work: () => Result | Promise<Result>): Promise<Result>;
  isOn(): boolean;
  /** Resolves when there is no rush, at the latest at this moment. */
  over(latest: Date): Promise<void>;
}

export function createRush(many = MANY, gap = GAP): Rush {
  let underway = 0;
  let lastCrowd = -Infinity;
  const isOn = () => underway >= many || performance.now() - lastCrowd < gap;
  return {
    isOn,
    async count(work) {
      underway++;
      try {
        return await work();
      } finally {
        if (underway >= many) lastCrowd = performance.now();
        underway--;
      }
    },
    async over(latest) {
      while (isOn() && Date.now() < latest.getTime()) await wait(LOOK_EVERY);
    },
  };
}
