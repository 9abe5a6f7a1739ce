import type { PriorityGate } from '../platform/process/load-monitor.ts';

/** A rush starts with this many adds at once; in a busy hour there is a handful. */
const BUSY_ADDS_COUNT = 16;
/** How long any other call waits for them. */
const MAX_WAIT_MS = 200;

/**
 * In the first moment of a rush, adding tickets to a cart runs before everything else: people compete for
 * tickets, but once they have them, they hold them for minutes (decision 19).
 *
 * @param busyAdds with this many adds in progress, other calls wait
 */
export function createPriorityGate(
  busyAdds = BUSY_ADDS_COUNT,
  maxWaitMs = MAX_WAIT_MS,
): PriorityGate {
  let adds = 0;
  const waiting = new Set<() => void>();

  const turn = (): Promise<void> =>
    new Promise((resolve) => {
      const proceed = (): void => {
        clearTimeout(timer);
        waiting.delete(proceed);
        resolve();
      };
      const timer = setTimeout(proceed, maxWaitMs);
      waiting.add(proceed);
    });

  return {
    async runFirst(work) {
      adds++;
      try {
        return await work();
      } finally {
        adds--;
        if (adds < busyAdds) for (const proceed of waiting) proceed();
      }
    },
    async runLater(work) {
      if (adds >= busyAdds) await turn();
      return await work();
    },
  };
}
