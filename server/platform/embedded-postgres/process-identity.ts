import { readdirSync, readFileSync, statSync } from 'node:fs';
import { errorCode } from '../errors.ts';

/** True while a process of this number runs, whoever's it is. One that waits to be buried has ended. */
export function isAlive(pid: number): boolean {
  return isKnown(pid) && statFields(pid)[0] !== 'Z';
}

/** True while the system knows a process of this number, also one that has ended and waits to be buried. */
export function isKnown(pid: number): boolean {
  if (pid <= 0) return false;
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return errorCode(error) === 'EPERM';
  }
}

/** Numbers of PostgreSQL's processes on this cluster; none where the system does not tell (not Linux). */
export function findProcessesOn(cluster: string): number[] {
  try {
    const { dev, ino } = statSync(cluster);
    return readdirSync('/proc')
      .filter((name) => /^\d+$/.test(name))
      .map(Number)
      .filter((pid) => isHelperIn(pid, dev, ino));
  } catch {
    return [];
  }
}

/** PostgreSQL works in its cluster's directory. What may not be looked at is another account's, not ours. */
function isHelperIn(pid: number, dev: number, ino: number): boolean {
  try {
    const cwd = statSync(`/proc/${pid}/cwd`);
    return (
      cwd.dev === dev &&
      cwd.ino === ino &&
      readFileSync(`/proc/${pid}/comm`, 'utf8') === 'postgres\n'
    );
  } catch {
    return false;
  }
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
