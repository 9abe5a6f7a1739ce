import { Problem } from '../http/problem.ts';

/** `Retry-After` when the queue is full. */
const RETRY_AFTER_SECONDS = 2;

/** Runs work, a limited number at a time; the rest waits. */
export type ConcurrencyLimiter = <Result>(work: () => Promise<Result>) => Promise<Result>;

/**
 * Limits expensive work: `maxRunning` run, `maxWaiting` wait, all others get 503 with Retry-After, so that a flood
 * takes neither memory nor minutes.
 */
export function createConcurrencyLimiter(
  maxRunning: number,
  maxWaiting: number,
): ConcurrencyLimiter {
  const waiting: (() => void)[] = [];
  let running = 0;

  const acquire = async (): Promise<void> => {
    if (running < maxRunning) {
      running += 1;
      return;
    }
    if (waiting.length >= maxWaiting) {
      throw new Problem('unavailable', { retryAfter: RETRY_AFTER_SECONDS });
    }
    // release() passes the place on, so `running` does not change
    await new Promise<void>((resolve) => waiting.push(resolve));
  };
  const release = (): void => {
    const next = waiting.shift();
    if (next === undefined) running -= 1;
    else next();
  };

  return async (work) => {
    await acquire();
    try {
      return await work();
    } finally {
      release();
    }
  };
}
