import { setTimeout as wait } from 'node:timers/promises';
import { isFinal, type Settlement } from './settlement.ts';

/** How long a caller waits for another in this process, which may be waiting for a slow provider. */
const MAX_WAIT_MS = 1000;

/** What this process is settling at this moment, by intent. */
export interface SettlementsInProgress {
  /**
   * The final result of a settlement in progress. Null: there is none, it takes longer than a second, it
   * failed, or its result is not final, because the payment may have succeeded since it asked the provider.
   */
  join: (intentId: string) => Promise<Settlement | null>;
  /** Runs a settlement that others can join. */
  run: (intentId: string, settle: () => Promise<Settlement>) => Promise<Settlement>;
}

/** Keeps the settlements of one process, so that browser and webhook do not both do the same. */
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
