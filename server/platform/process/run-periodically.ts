import type { Logger } from '../log.ts';

/** Work done again and again, never twice at once. */
export interface PeriodicTask {
  /** Waits for the turn in hand. */
  stop(): Promise<void>;
}

/** Does the work, waits `pauseMs`, and so on; a failing turn is logged and the next one tries again. */
export function runPeriodically(
  pauseMs: number,
  log: Logger,
  work: () => Promise<unknown>,
): PeriodicTask {
  let timer: NodeJS.Timeout | undefined;
  let isStopped = false;
  const turn = async (): Promise<void> => {
    await work().catch((error: unknown) =>
      log.warn({ err: error }, 'A recurring task failed; it is tried again'),
    );
    if (!isStopped) schedule();
  };
  let running = Promise.resolve();
  const schedule = (): void => {
    timer = setTimeout(() => {
      running = turn();
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
