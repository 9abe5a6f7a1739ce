import { Session } from 'node:inspector/promises';
import { performance } from 'node:perf_hooks';
import { errorCode } from '../platform/errors.ts';
import type { Logger } from '../platform/log.ts';
import type { LoadMonitor } from '../platform/process/load-monitor.ts';
import { runPeriodically, type PeriodicTask } from '../platform/process/run-periodically.ts';

const POLL_MS = 500;
/** The event loop's share of busy time up to which it is calm: few requests then meet the pause of 0.1 s. */
const MAX_CALM_PERCENT = 50;
/** A smaller amount is not worth a pause. */
const MIN_GROWTH_BYTES = 96 * 1024 * 1024;
/** The event loop must be calm in this many polls in a row, so that a request right after the start meets no pause. */
const MIN_CALM_POLLS = 20;

/**
 * Returns memory to the system when a rush has ended, before its documents are drawn, or when there is little to
 * do. V8 keeps the memory of a rush for the next one and releases it only under memory pressure: a process that
 * uses 60 MB would hold 300 for the rest of the evening (decision 21).
 */
export function startHeapTrimming(
  loadMonitor: Pick<LoadMonitor, 'isBusy'>,
  log: Logger,
  pollMs = POLL_MS,
): PeriodicTask {
  let lastUtilization = performance.eventLoopUtilization();
  /** RSS in the last quiet state. */
  let quietBytes = 0;
  let calmPolls = 0;
  let wasBusy = false;
  return runPeriodically(pollMs, log, async () => {
    const now = performance.eventLoopUtilization();
    const { utilization } = performance.eventLoopUtilization(now, lastUtilization);
    lastUtilization = now;
    calmPolls = utilization * 100 > MAX_CALM_PERCENT ? 0 : calmPolls + 1;
    const isBusy = loadMonitor.isBusy();
    const rushHasEnded = wasBusy && !isBusy;
    wasBusy = isBusy;
    const bytesBefore = findRss();
    if (bytesBefore === null) return;
    quietBytes = Math.min(quietBytes, bytesBefore);
    if (!rushHasEnded && (isBusy || calmPolls < MIN_CALM_POLLS)) return;
    if (bytesBefore - quietBytes < MIN_GROWTH_BYTES) return;
    await collectGarbage();
    quietBytes = findRss() ?? bytesBefore;
    log.debug({ bytesBefore, bytesAfter: quietBytes }, 'Trimmed the heap');
  });
}

/** Memory in bytes; null while the process has no descriptor left to ask the system. */
function findRss(): number | null {
  try {
    return process.memoryUsage.rss();
  } catch (error) {
    if (['EMFILE', 'ENFILE'].includes(errorCode(error) ?? '')) return null;
    throw error;
  }
}

/** Node offers this collection without flags only through its inspector; nothing is debugged. */
async function collectGarbage(): Promise<void> {
  const session = new Session();
  session.connect();
  try {
    await session.post('HeapProfiler.collectGarbage');
  } finally {
    session.disconnect();
  }
}
