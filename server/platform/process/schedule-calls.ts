import type { AddsFirst } from '../../perf/priority-gate.ts';
import type { LoadMonitor } from './load-monitor.ts';

/** Starts a call, whether it came over HTTP or from a page: adds first in a rush, all of them counted. */
export type ScheduleCall = <Result>(
  isAdd: boolean,
  work: () => Result | Promise<Result>,
) => Promise<Result>;

/** @param rush notified of every call */
export function createCallSchedule(rush: LoadMonitor, first: AddsFirst): ScheduleCall {
  return (isAdd, work) => rush.track(() => (isAdd ? first.add(work) : first.other(work)));
}
