import { Problem } from '../http/problem.ts';

/** Seconds a caller is asked to wait when the queue is full. */
const RETRY_AFTER_SECONDS = 2;

/** Lets work through, so much at a time; the rest waits its turn. */
export type ConcurrencyLimiter = <Result>(work: () => Promise<Result>) => Promise<Result>;

/**
 * A gate for expensive work: `atOnce` run, `waitingAtMost` wait in line, everybody else gets 503 with
 * Retry-After, so that a storm costs neither memory nor minutes.
 */
export function createConcurrencyLimiter(
  atOnce: number,
  waitingAtMost: number,
): ConcurrencyLimiter {
  const waiting: (() => void)[] = [];
  let running = 0;

  const enter = async (): Promise<void> => {
    if (running < atOnce) {
      running += 1;
      return;
    }
    if (waiting.length >= waitingAtMost) {
      throw new Problem('unavailable', { retryAfter: RETRY_AFTER_SECONDS });
    }
    // whoever leaves hands its place over, so `running` stays as it is
    await new Promise<void>((resolve) => waiting.push(resolve));
  };
  const leave = (): void => {
    const next = waiting.shift();
    if (next === undefined) running -= 1;
    else next();
  };

  return async (work) => {
    await enter();
    try {
      return await work();
    } finally {
      leave();
    }
  };
}
