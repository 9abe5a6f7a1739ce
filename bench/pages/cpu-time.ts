import { readFileSync } from 'node:fs';

/** In ms: a tick of the kernel's clock for processes, the same on every Linux. */
const TICK_MS = 10;

/** CPU a process and those it started have used so far, in ms. Linux only. */
export function cpuTime(pid: number): number {
  return ownTime(pid) + childrenOf(pid).reduce((sum, child) => sum + cpuTime(child), 0);
}

function childrenOf(pid: number): number[] {
  const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim();
  return children === '' ? [] : children.split(' ').map(Number);
}

function ownTime(pid: number): number {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
  // the program's name stands in brackets and may hold spaces
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return (Number(fields[11]) + Number(fields[12])) * TICK_MS;
}
