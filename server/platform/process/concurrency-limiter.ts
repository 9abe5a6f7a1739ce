import { Problem } from '../http/problem.ts';

/** `Retry-After` when the queue is full. */
const RETRY_AFTER_SECONDS = 2;

/** Runs work, a limited number at a time; the rest waits. Urgent work waits before all other, and is never refused. */
export type ConcurrencyLimiter = <Result>(
  work: () => Promise<Result>,
  isUrgent?: boolean,
) => Promise<Result>;

/**
 * Limits expensive work: `maxRunning` run, `maxWaiting` wait, all others get 503 with Retry-After, so that a flood
 * takes neither memory nor minutes.
 */
export function createConcurrencyLimiter(
  maxRunning: number,
  maxWaiting: number,
): ConcurrencyLimiter {
  const urgent: (() => void)[] = [];
  const waiting: (() => void)[] = [];
  let running = 0;

  const acquire = async (isUrgent: boolean): Promise<void> => {
    if (running < maxRunning) {
      running += 1;
      return;
    }
    if (!isUrgent && waiting.length >= maxWaiting) {
      throw new Problem('unavailable', { retryAfter: RETRY_AFTER_SECONDS });
    }
    // release() passes the place on, so `running` does not change
    await new Promise<void>((resolve) => (isUrgent ? urgent : waiting).push(resolve));
  };
  const release = (): void => {
    const next = urgent.shift() ?? waiting.shift();
    if (next === undefined) running -= 1;
    else next();
  };

  return async (work, isUrgent = false) => {
    await acquire(isUrgent);
    try {
      return await work();
    } finally {
      release();
    }
  };
}
