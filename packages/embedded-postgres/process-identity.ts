import { readdirSync, readFileSync, statSync } from 'node:fs';
import { errorCode } from './errors.ts';

/** True while a process with this id runs, under any account. A zombie has ended. */
export function isRunning(pid: number): boolean {
  return isKnown(pid) && statFields(pid)[0] !== 'Z';
}

/** True while the system knows a process with this id, zombies included. */
export function isKnown(pid: number): boolean {
  if (pid <= 0) return false;
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return errorCode(error) === 'EPERM';
  }
}

/** Ids of PostgreSQL's processes on this cluster; none on systems other than Linux. */
export function listProcessesOn(cluster: string): number[] {
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

/** PostgreSQL's working directory is its cluster. A process that we may not inspect belongs to another account. */
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
 * When a process started, in the kernel's ticks: identifies it together with its id, because ids are reused. Empty on
 * systems other than Linux, and without such a process.
 */
export function startTime(pid: number): string {
  return statFields(pid)[19] ?? '';
}

/** The fields of /proc/<pid>/stat from the third on (the state). Empty where there are none. */
function statFields(pid: number): string[] {
  try {
    // the second field, the program's name in parentheses, may contain spaces and parentheses
    return readFileSync(`/proc/${pid}/stat`, 'utf8')
      .replace(/^.*\) /s, '')
      .split(' ');
  } catch {
    return [];
  }
}

/** True if that process is a PostgreSQL on this cluster, or if the system does not tell. */
export function worksOn(pid: number, cluster: string): boolean {
  try {
    // compares inodes: the same directory may have several names
    const [its, ours] = [statSync(`/proc/${pid}/cwd`), statSync(cluster)];
    return its.dev === ours.dev && its.ino === ours.ino;
  } catch {
    // we may not see another account's working directory, but its command line
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
