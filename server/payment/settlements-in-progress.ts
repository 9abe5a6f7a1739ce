import { setTimeout as wait } from 'node:timers/promises';
import { isFinal, type Settlement } from './settlement.ts';

/** How long a caller waits for another one in this process, which may be waiting for a slow provider. */
const MAX_WAIT_MS = 1000;

/** The settlements in progress in this process, by intent. */
export interface SettlementsInProgress {
  /**
   * The final result of a settlement in progress. Null when there is none, it takes longer than a second, it
   * fails, or its result is not final: the payment may have succeeded since it read the provider's state.
   */
  join: (intentId: string) => Promise<Settlement | null>;
  /** Runs a settlement that others can join. */
  run: (intentId: string, settle: () => Promise<Settlement>) => Promise<Settlement>;
}

/** Lets browser and webhook that arrive together share one settlement. */
export function createSettlementsInProgress(): SettlementsInProgress {
  const running = new Map<string, Promise<Settlement>>();
  return {
    async join(intentId) {
      const other = running.get(intentId);
      if (other === undefined) return null;
      const timeout = wait(MAX_WAIT_MS, undefined, { ref: false });
      const settlement = await Promise.race([other.catch(() => undefined), timeout]);
      return settlement !== undefined && isFinal(settlement) ? settlement : null;
    },
    async run(intentId, settle) {
      const mine = settle();
      running.set(intentId, mine);
      try {
        return await mine;
      } finally {
        if (running.get(intentId) === mine) running.delete(intentId);
      }
    },
  };
}
