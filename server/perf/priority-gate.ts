/** So many adds at once are the first moment of a rush; in a busy hour it is a handful. */
const MANY = 16;
/** In ms: how long any other call lets them go first, at most. */
const LONGEST = 200;

/**
 * In the first moment of a rush those who still want tickets go before those who have them already: an add is
 * what people compete for, and whoever holds tickets holds them for minutes (decision 19).
 */
export interface AddsFirst {
  /** Adds tickets to a cart: at once. */
  add<Result>(work: () => Result | Promise<Result>): Promise<Result>;
  /** Does anything else: once few adds are left, after 200 ms in any case. */
  other<Result>(work: () => Result | Promise<Result>): Promise<Result>;
}

/**
 * @param many so many adds underway make others wait
 * @param longest in ms: how long they wait at most
 */
export function createAddsFirst(many = MANY, longest = LONGEST): AddsFirst {
  let adds = 0;
  const waiting = new Set<() => void>();

  const turn = (): Promise<void> =>
    new Promise((resolve) => {
      const go = (): void => {
        clearTimeout(timer);
        waiting.delete(go);
        resolve();
      };
      const timer = setTimeout(go, longest);
      waiting.add(go);
    });

  return {
    async add(work) {
      adds++;
      try {
        return await work();
      } finally {
        adds--;
        if (adds < many) for (const go of waiting) go();
      }
    },
    async other(work) {
      if (adds >= many) await turn();
      return await work();
    },
  };
}
