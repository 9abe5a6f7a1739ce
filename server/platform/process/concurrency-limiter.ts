import type { ProblemCode } from '#contract/problems.ts';
import { Problem } from '../problem.ts';

/** Options of a concurrency limiter. */
interface LimiterOptions {
  /** Code of the problem; default: unavailable. */
  code?: Extract<ProblemCode, 'unavailable' | 'provider_busy' | 'too_many'>;
  /** Work that waits longer is refused; default: it waits for ever. */
  maxWaitMs?: number | undefined;
}

/** `Retry-After` when the queue is full. */
const RETRY_AFTER_SECONDS = 2;

/**
 * Runs work, a limited number at a time; the rest waits. Urgent work goes to the front of the queue, and is never
 * refused.
 */
export type ConcurrencyLimiter = <Result>(
  work: () => Promise<Result>,
  isUrgent?: boolean,
) => Promise<Result>;

/**
 * Limits expensive work: `maxRunning` run, `maxWaiting` wait, all others get 503 (or that of `code`) with Retry-After,
 * so that a flood takes neither memory nor time.
 */
export function createConcurrencyLimiter(
  maxRunning: number,
  maxWaiting: number,
  { code = 'unavailable', maxWaitMs }: LimiterOptions = {},
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
      throw new Problem(code, { retryAfter: RETRY_AFTER_SECONDS });
    }
    // release() passes the place on, so `running` does not change
    if (isUrgent) await new Promise<void>((resolve) => urgent.push(resolve));
    else await wait();
  };
  const wait = (): Promise<void> =>
    new Promise((resolve, reject) => {
      const start = (): void => {
        clearTimeout(timer);
        resolve();
      };
      const refuse = (): void => {
        waiting.splice(waiting.indexOf(start), 1);
        reject(new Problem(code, { retryAfter: (maxWaitMs ?? 0) / 1000 }));
      };
      const timer = maxWaitMs === undefined ? undefined : setTimeout(refuse, maxWaitMs);
      waiting.push(start);
    });
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
      limit: createConcurrencyLimiter(maxPerKey, maxWaiting, { code: 'too_many' }),
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
