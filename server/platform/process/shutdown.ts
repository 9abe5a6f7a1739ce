import type { Logger } from '../log.ts';

/** One step of a shutdown, such as finishing the requests in progress. */
export interface ShutdownStep {
  /** For the log, e.g. `requests`. */
  name: string;
  run(): Promise<void> | void;
}

/** Stops the process in order, once. */
export interface Shutdown {
  /** Steps run in reverse: the one added last runs first. */
  add(name: string, run: ShutdownStep['run']): void;
  /** Runs the steps and ends the process with this exit code. Further calls change nothing. */
  stop(reason: string, exitCode?: number): Promise<void>;
  /** True as soon as a shutdown has started. */
  isStopping(): boolean;
}

/** Longer than a request and a job may take, shorter than systemd's timeout (deploy/festival.service). */
const SHUTDOWN_LIMIT_MS = 25_000;

/** npm forwards Ctrl-C although the terminal has already sent it to us: a SIGINT this soon is the same one. */
const SIGINT_ECHO_MS = 500;

/**
 * Listens to Ctrl-C and SIGTERM. Logs a step that fails and runs the next one. After `limitMs`, or at a second Ctrl-C,
 * the process ends at once (the embedded PostgreSQL then stops by itself).
 */
export function createShutdown(log: Logger, limitMs: number = SHUTDOWN_LIMIT_MS): Shutdown {
  const steps: ShutdownStep[] = [];
  let stopping: Promise<void> | undefined;

  async function runSteps(reason: string, exitCode: number): Promise<void> {
    log.info(`Stopping (${reason})`);
    setTimeout(() => {
      log.error(`Not stopped after ${limitMs / 1000} s: exiting at once`);
      process.exit(1);
    }, limitMs).unref();
    for (const step of steps.toReversed()) {
      try {
        await step.run();
      } catch (error) {
        log.error({ err: error }, `Stopping the ${step.name} failed`);
      }
    }
    log.info('Stopped');
    process.exit(exitCode);
  }

  const shutdown: Shutdown = {
    add: (name, run) => void steps.push({ name, run }),
    stop: (reason, exitCode = 0) => (stopping ??= runSteps(reason, exitCode)),
    isStopping: () => stopping !== undefined,
  };
  let startedAt = 0;
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.on(signal, () => {
      if (!stopping) startedAt = performance.now();
      // only a second Ctrl-C ends it at once: process managers repeat SIGTERM
      else if (signal === 'SIGINT' && performance.now() - startedAt > SIGINT_ECHO_MS) {
        log.warn('Ending at once');
        process.exit(1);
      }
      void shutdown.stop(signal);
    });
  }
  return shutdown;
}
