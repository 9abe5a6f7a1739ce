import { readFileSync, statSync } from 'node:fs';
import { errorCode } from '../error-code.ts';

/** True while a process of this number runs, whoever's it is. One that waits to be buried has ended. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
  } catch (error) {
    if (errorCode(error) !== 'EPERM') return false;
  }
  return statFields(pid)[0] !== 'Z';
}

/**
 * When a process started, in the kernel's ticks: together with its number it names one process for good,
 * because numbers are used again. Empty where the system does not tell (not Linux, or no such process).
 */
export function startTime(pid: number): string {
  return statFields(pid)[19] ?? '';
}

/** The fields of /proc/<pid>/stat from the third on (the state). Empty where there are none. */
function statFields(pid: number): string[] {
  try {
    // The second field, the program's name in brackets, may itself hold spaces and brackets.
    return readFileSync(`/proc/${pid}/stat`, 'utf8')
      .replace(/^.*\) /s, '')
      .split(' ');
  } catch {
    return [];
  }
}

/** True if that process is a PostgreSQL on this cluster. Where the system does not tell, be careful: true. */
export function worksOn(pid: number, cluster: string): boolean {
  try {
    // PostgreSQL works in its cluster's directory, under whatever name that was reached.
    const [its, ours] = [statSync(`/proc/${pid}/cwd`), statSync(cluster)];
    return its.dev === ours.dev && its.ino === ours.ino;
  } catch {
    // Another account's directory may not be looked at; its command line may.
    return hasArgument(pid, cluster);
  }
}

function hasArgument(pid: number, argument: string): boolean {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0').includes(argument);
  } catch {
    return true;
  }
}
