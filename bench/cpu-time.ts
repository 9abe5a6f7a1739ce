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

function ownTimeMs(pid: number): number {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
  // the program's name stands in parentheses and may contain spaces
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return (Number(fields[11]) + Number(fields[12])) * TICK_MS;
}
