import type { LoadMonitor } from './load-monitor.ts';

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
