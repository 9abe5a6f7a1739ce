import type { Logger } from '../log.ts';

/** Work that is repeated, never twice at once. */
export interface PeriodicTask {
  /** Waits for the run in progress. */
  stop(): Promise<void>;
}

/** Runs the work, waits `pauseMs`, and repeats. Logs a run that fails. */
export function runPeriodically(
  pauseMs: number,
  log: Logger,
  work: () => Promise<unknown>,
): PeriodicTask {
  let timer: NodeJS.Timeout | undefined;
  let isStopped = false;
  const runOnce = async (): Promise<void> => {
    await work().catch((error: unknown) =>
      log.warn({ err: error }, 'A periodic task failed; it will run again'),
    );
    if (!isStopped) schedule();
  };
  let running = Promise.resolve();
  const schedule = (): void => {
    timer = setTimeout(() => {
      running = runOnce();
    }, pauseMs);
    timer.unref();
  };
  schedule();
  return {
    async stop() {
      isStopped = true;
      clearTimeout(timer);
      await running;
    },
  };
}
