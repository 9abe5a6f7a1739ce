import { parentPort } from 'node:worker_threads';
import { lowerPriority } from './lower-priority.ts';
import type { WorkerAnswer, WorkerAsk } from './worker-pool.ts';

/**
 * Does the work of a pool (worker-pool.ts) on this thread, with the time nobody else wants: one message in,
 * one out.
 */
export function beThread(work: (input: never) => Promise<unknown>): void {
  lowerPriority();
  const answer = (message: WorkerAnswer): void => parentPort?.postMessage(message);
  parentPort?.on('message', ({ id, input }: WorkerAsk) => {
    work(input as never).then(
      (output) => answer({ id, output }),
      (error: unknown) => answer({ id, error: String(error) }),
    );
  });
}
