import { isDatabaseUnavailable } from '../database/database.ts';
import type { Logger } from '../log.ts';

/** Work that is repeated, never twice at once. */
export interface PeriodicTask {
  /** Waits for the run in progress. */
  stop(): Promise<void>;
}

/** Runs the work, waits `pauseMs`, and repeats. Logs a run that fails, an outage of the database once. */
export function runPeriodically(
  pauseMs: number,
  log: Logger,
  work: () => Promise<unknown>,
): PeriodicTask {
  let timer: NodeJS.Timeout | undefined;
  let isStopped = false;
  const outage = createOutageLog(log, 'A periodic task failed; it will run again');
  const runOnce = async (): Promise<void> => {
    await work().then(
      () => outage.succeeded(),
      (error: unknown) => outage.failed(error),
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

/** The log of work that is repeated, with one line for each outage of the database. */
export interface OutageLog {
  /** Logs why a run failed. That the database cannot be reached is logged once, without a stack. */
  failed(error: unknown): void;
  /** A run succeeded: the next outage is another one. */
  succeeded(): void;
}

/** Creates the log of one piece of work; `text` says what failed. */
export function createOutageLog(log: Logger, text: string): OutageLog {
  let isOut = false;
  return {
    failed(error) {
      if (!isDatabaseUnavailable(error)) return log.warn({ err: error }, text);
      if (!isOut) log.warn(`${text}: ${String(error)}`);
      isOut = true;
    },
    succeeded() {
      isOut = false;
    },
  };
}
