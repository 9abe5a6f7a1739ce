import { setTimeout as wait } from 'node:timers/promises';

/** How often work is tried, and after which failures. */
export interface RetryOptions {
  /** The number of attempts, the first one included. */
  attempts: number;
  /** The pause before the next attempt; none unless given. */
  delayMs?: number;
  /**
   * Whether another attempt may succeed after this failure; otherwise it is thrown at once. A promise may first
   * remove what was in the way.
   */
  when: (error: unknown) => boolean | Promise<boolean>;
}

/** Runs the work until it succeeds; throws the failure of the last attempt. */
export async function retry<Result>(
  { attempts, delayMs = 0, when }: RetryOptions,
  work: () => Promise<Result>,
): Promise<Result> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await work();
    } catch (error) {
      if (attempt >= attempts || !(await when(error))) throw error;
      if (delayMs > 0) await wait(delayMs);
    }
  }
}
