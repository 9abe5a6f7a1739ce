import { setTimeout as wait } from 'node:timers/promises';
import { Problem } from '../http/problem.ts';

/** This many requests in progress are a rush; a busy hour has a handful. */
const BUSY_REQUESTS_COUNT = 32;
/** A rush has gaps: it is over after this time with fewer requests. */
const CALM_AFTER_MS = 1_000;
/** How often `untilCalm` checks. */
const POLL_MS = 200;

/** Tells when many requests are in progress, so that other work can wait. */
export interface LoadMonitor {
  /** Runs and counts work that a client waits for. */
  track<Result>(work: () => Result | Promise<Result>): Promise<Result>;
  isBusy(): boolean;
  /** Resolves when it is calm, at the latest at this time. */
  untilCalm(latest: Date): Promise<void>;
}

/**
 * Counts requests in progress: the process is busy from `busyRequests` on, and calm `calmAfterMs` after the last one.
 */
export function createLoadMonitor(
  busyRequests = BUSY_REQUESTS_COUNT,
  calmAfterMs = CALM_AFTER_MS,
): LoadMonitor {
  let inProgress = 0;
  let lastBusy = -Infinity;
  const isBusy = () => inProgress >= busyRequests || performance.now() - lastBusy < calmAfterMs;
  return {
    isBusy,
    async track(work) {
      inProgress++;
      try {
        return await work();
      } finally {
        if (inProgress >= busyRequests) lastBusy = performance.now();
        inProgress--;
      }
    },
    async untilCalm(latest) {
      while (isBusy() && Date.now() < latest.getTime()) await wait(POLL_MS);
    },
  };
}

/** Starts an API call, whether it came over HTTP or from a page. */
export type ScheduleCall = <Result>(
  isAdd: boolean,
  work: () => Result | Promise<Result>,
) => Promise<Result>;

/** Decides when calls start (server/perf/priority-gate.ts). */
export interface PriorityGate {
  /** Adds tickets to a cart: starts at once. */
  runFirst<Result>(work: () => Result | Promise<Result>): Promise<Result>;
  /** Any other call: may start a moment later. */
  runLater<Result>(work: () => Result | Promise<Result>): Promise<Result>;
}

/** More than a rush has at a time: above it, a dependency of calls hangs, and they only take memory. */
const MAX_CALLS_COUNT = 5_000;
/** `Retry-After` above this limit. */
const RETRY_AFTER_SECONDS = 2;

/** Tracks every call in the load monitor; 503 above `maxCalls` at a time. Without a gate, all start at once. */
export function createCallSchedule(
  loadMonitor: LoadMonitor,
  gate?: PriorityGate,
  maxCalls = MAX_CALLS_COUNT,
): ScheduleCall {
  let calls = 0;
  return (isAdd, work) =>
    loadMonitor.track(async () => {
      if (calls >= maxCalls) throw new Problem('unavailable', { retryAfter: RETRY_AFTER_SECONDS });
      calls++;
      try {
        if (gate === undefined) return await work();
        return await (isAdd ? gate.runFirst(work) : gate.runLater(work));
      } finally {
        calls--;
      }
    });
}
