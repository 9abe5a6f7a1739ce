import { readFileSync } from 'node:fs';

/** True while a process of this number exists, whoever's it is. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

/**
 * When a process started, in the kernel's ticks: together with its number it names one process for good,
 * because numbers are used again. Empty where the system does not tell (not Linux, or no such process).
 */
export function startTime(pid: number): string {
  try {
    // The second field, the program's name in brackets, may itself hold spaces and brackets.
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8')
      .replace(/^.*\) /s, '')
      .split(' ');
    return fields[19] ?? '';
  } catch {
    return '';
  }
}

/** True if the process was started with this argument. Unknown (no /proc) counts as true: be careful. */
export function hasArgument(pid: number, argument: string): boolean {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0').includes(argument);
  } catch {
    return true;
  }
}
