import { setTimeout as wait } from 'node:timers/promises';

/** This many requests in progress are a rush; in a busy hour it is a handful. */
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

/** Tracks every call in the load monitor. Without a gate, all start at once. */
export function createCallSchedule(loadMonitor: LoadMonitor, gate?: PriorityGate): ScheduleCall {
  return (isAdd, work) =>
    loadMonitor.track(() => {
      if (gate === undefined) return work();
      return isAdd ? gate.runFirst(work) : gate.runLater(work);
    });
}
