import type { ProblemCode } from '#contract/problems.ts';
import { Problem } from '../http/problem.ts';

/** `Retry-After` when the queue is full. */
const RETRY_AFTER_SECONDS = 2;

/** Runs work, a limited number at a time; the rest waits. */
export type ConcurrencyLimiter = <Result>(work: () => Promise<Result>) => Promise<Result>;

/**
 * Limits expensive work: `maxRunning` run, `maxWaiting` wait, all others get 503 (or `code`) with Retry-After, so that a flood
 * takes neither memory nor minutes.
 */
export function createConcurrencyLimiter(
  maxRunning: number,
  maxWaiting: number,
  code: Extract<ProblemCode, 'unavailable' | 'too_many'> = 'unavailable',
): ConcurrencyLimiter {
  const waiting: (() => void)[] = [];
  let running = 0;

  const acquire = async (): Promise<void> => {
    if (running < maxRunning) {
      running += 1;
      return;
    }
    if (waiting.length >= maxWaiting) {
      throw new Problem(code, { retryAfter: RETRY_AFTER_SECONDS });
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

/** Runs work of a key, such as a network, a limited number at a time. */
export type FairLimiter = <Result>(key: string, work: () => Promise<Result>) => Promise<Result>;

/**
 * Shares a limiter fairly: at most `maxPerKey` of one key run or wait in it, `maxWaiting` more wait before it, all
 * others get 429. So everybody waits behind a few of each key, not behind a flood of one.
 */
export function createFairLimiter(
  limit: ConcurrencyLimiter,
  maxPerKey: number,
  maxWaiting: number,
): FairLimiter {
  const queues = new Map<string, { limit: ConcurrencyLimiter; count: number }>();
  return async (key, work) => {
    const queue = queues.get(key) ?? {
      limit: createConcurrencyLimiter(maxPerKey, maxWaiting, 'too_many'),
      count: 0,
    };
    queues.set(key, queue);
    queue.count += 1;
    try {
      return await queue.limit(() => limit(work));
    } finally {
      queue.count -= 1;
      if (queue.count === 0) queues.delete(key);
    }
  };
}
