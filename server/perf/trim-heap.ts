import { Session } from 'node:inspector/promises';
import { performance } from 'node:perf_hooks';
import type { Logger } from '../platform/log.ts';
import { runPeriodically, type PeriodicTask } from '../platform/process/run-periodically.ts';
import type { LoadMonitor } from '../platform/process/load-monitor.ts';

/** In ms. */
const LOOK_EVERY = 500;
/** The share of time in which the event loop may work: a pause of some 0.1 s then meets few people, and once. */
const CALM = 0.5;
/** In bytes: less is not worth a pause. */
const WORTH_IT = 96 * 1024 * 1024;
/** So many looks in a row have to find it calm: nobody who comes right after the start, or a short rest, meets the pause. */
const CALM_LOOKS = 20;

/**
 * Looks often whether memory can go back to the system: when a rush has just ended, before its documents are made,
 * or when there is little to do. V8 keeps the pages of a rush for the next one and gives them back only when told
 * that memory is low: a process that holds 60 MB would have 300 for the rest of the evening
 * (decision 21).
 */
export function giveMemoryBack(
  rush: Pick<LoadMonitor, 'isBusy'>,
  log: Logger,
  lookEvery = LOOK_EVERY,
): PeriodicTask {
  let seen = performance.eventLoopUtilization();
  /** What it had when it last had little. */
  let little = 0;
  let calmLooks = 0;
  let wasRush = false;
  return runPeriodically(lookEvery, log, async () => {
    const now = performance.eventLoopUtilization();
    const { utilization } = performance.eventLoopUtilization(now, seen);
    seen = now;
    calmLooks = utilization > CALM ? 0 : calmLooks + 1;
    const isRush = rush.isBusy();
    const rushHasEnded = wasRush && !isRush;
    wasRush = isRush;
    const had = process.memoryUsage.rss();
    little = Math.min(little, had);
    if (!rushHasEnded && (isRush || calmLooks < CALM_LOOKS)) return;
    if (had - little < WORTH_IT) return;
    await sayMemoryIsLow();
    little = process.memoryUsage.rss();
    log.debug({ had, has: little }, 'Memory given back');
  });
}

/** The only way to say so without flags of the engine; nothing is debugged. */
async function sayMemoryIsLow(): Promise<void> {
  const session = new Session();
  session.connect();
  try {
    await session.post('HeapProfiler.collectGarbage');
  } finally {
    session.disconnect();
  }
}
