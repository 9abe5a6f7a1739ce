import { readFileSync } from 'node:fs';

/** Linux counts the processor time of processes in ticks of 10 ms. */
const TICK_MS = 10;

/**
 * Processor time in ms that a process and its living descendants have used so far, without those of
 * `exceptPid`. Linux only.
 */
export function cpuTimeMs(pid: number, exceptPid?: number): number {
  try {
    const children = childrenOf(pid).filter((child) => child !== exceptPid);
    return children.reduce((sum, child) => sum + cpuTimeMs(child, exceptPid), ownTimeMs(pid));
  } catch {
    return 0; // it has just ended
  }
}

function childrenOf(pid: number): number[] {
  const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim();
  return children === '' ? [] : children.split(' ').map(Number);
}

/** Processor time in ms of programs that the children of a process have run and waited for, such as archive_command. */
export function endedProgramsTimeMs(pid: number): number {
  return childrenOf(pid).reduce((sum, child) => sum + timeMs(child, 13), 0);
}

function ownTimeMs(pid: number): number {
  return timeMs(pid, 11);
}

/** Two fields of the process' line that follow each other: time in user and in kernel mode. */
function timeMs(pid: number, field: number): number {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
  // the program's name stands in parentheses and may contain spaces
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return (Number(fields[field]) + Number(fields[field + 1])) * TICK_MS;
}
