import { readlinkSync } from 'node:fs';
import { constants, setPriority } from 'node:os';
import path from 'node:path';

/**
 * Lets this thread work only with the time nobody else wants, so that drawing never slows selling. Linux
 * gives every thread a priority of its own; elsewhere nothing happens.
 */
export function lowerPriority(): void {
  if (process.platform !== 'linux') return;
  try {
    // /proc/thread-self leads to PROCESS/task/THREAD
    setPriority(
      Number(path.basename(readlinkSync('/proc/thread-self'))),
      constants.priority.PRIORITY_LOW,
    );
  } catch {
    // a container may forbid it: then drawing competes like everything else
  }
}
