import type { Logger } from '../log.ts';

/** One step of stopping: finish the requests in hand, then the jobs, then close the database. */
export interface ShutdownStep {
  /** For the log, e.g. `requests`. */
  name: string;
  run(): Promise<void> | void;
}

/** Stops the process in order, once. */
export interface Shutdown {
  /** Steps run in the reverse order of their addition: what was started last stops first. */
  add(name: string, run: ShutdownStep['run']): void;
  /** Runs the steps and ends the process with this exit code; a second call changes nothing. */
  stop(reason: string, exitCode?: number): Promise<void>;
  /** From the first moment of stopping. */
  isStopping(): boolean;
}

/** In ms: longer than a request and a job may take, shorter than systemd's or Docker's patience is wise. */
const SHUTDOWN_LIMIT_MS = 25_000;

/** In ms: npm passes Ctrl-C on although the terminal has sent it to us already; that is still the first. */
const SIGINT_ECHO_MS = 500;

/**
 * Listens to Ctrl-C and SIGTERM. A step that fails is logged and the next one runs; after `limit` ms, or at
 * a second Ctrl-C, the process ends at once (the embedded PostgreSQL notices and stops by itself).
 */
export function createShutdown(log: Logger, limit: number = SHUTDOWN_LIMIT_MS): Shutdown {
  const steps: ShutdownStep[] = [];
  let stopping: Promise<void> | undefined;

  async function runSteps(reason: string, exitCode: number): Promise<void> {
    log.info(`Stopping (${reason}).`);
    setTimeout(() => {
      log.error(`Not stopped after ${limit / 1000} s: ending at once.`);
      process.exit(1);
    }, limit).unref();
    for (const step of steps.toReversed()) {
      try {
        await step.run();
      } catch (error) {
        log.error({ err: error }, `Stopping the ${step.name} failed.`);
      }
    }
    log.info('Stopped.');
    process.exit(exitCode);
  }

  const shutdown: Shutdown = {
    add: (name, run) => void steps.push({ name, run }),
    stop: (reason, exitCode = 0) => (stopping ??= runSteps(reason, exitCode)),
    isStopping: () => stopping !== undefined,
  };
  let began = 0;
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.on(signal, () => {
      if (!stopping) began = performance.now();
      // Only Ctrl-C again is impatience: process managers repeat SIGTERM.
      else if (signal === 'SIGINT' && performance.now() - began > SIGINT_ECHO_MS) {
        log.warn('Ending at once.');
        process.exit(1);
      }
      void shutdown.stop(signal);
    });
  }
  return shutdown;
}
