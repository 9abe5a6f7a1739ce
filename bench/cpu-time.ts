import { readdirSync, readFileSync } from 'node:fs';

/** Linux counts processor time in hundredths of a second. */
const TICKS_PER_SECOND = 100;

/** Processor time in seconds used by a process and its living children so far. Linux only. */
export function cpuSeconds(pid: number): number {
  const processes = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map((name) => readStat(Number(name)))
    .filter((stat) => stat !== null);
  const mine = processes.filter((stat) => stat.pid === pid || stat.parent === pid);
  return mine.reduce((sum, stat) => sum + stat.ticks, 0) / TICKS_PER_SECOND;
}

function readStat(pid: number): { pid: number; parent: number; ticks: number } | null {
  try {
    // after the name, which stands in parentheses and may hold anything: state, parent, …
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)?.split(' ') ?? [];
    return { pid, parent: Number(fields[1]), ticks: Number(fields[11]) + Number(fields[12]) };
  } catch {
    return null; // it has just ended
  }
}
