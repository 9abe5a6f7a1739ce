import { availableParallelism, cpus, loadavg } from 'node:os';

/** Prints one line of the result: what was measured, its value, and a note. */
export function report(name: string, value: string, note = ''): void {
  console.log(`${name.padEnd(48)} ${value.padStart(14)}  ${note}`.trimEnd());
}

/** Prints a value beside the bar that it must not exceed. */
export function reportMax(name: string, value: number, max: number, unit = ''): void {
  reportBar(name, value, `at most ${max}${unit}`, value <= max, unit);
}

/** Prints a value beside the bar that it must reach. */
export function reportMin(name: string, value: number, min: number, unit = ''): void {
  reportBar(name, value, `at least ${min}${unit}`, value >= min, unit);
}

function reportBar(name: string, value: number, bar: string, isMet: boolean, unit: string): void {
  const digits = Number.isInteger(value) || value >= 100 ? 0 : 2;
  const verdict = isMet ? 'met' : 'MISSED';
  report(name, `${value.toFixed(digits)}${unit}`, `bar: ${bar} – ${verdict}`);
}

/** Prints what the values depend on: processor, Node, and the machine's current load. */
export function reportMachine(): void {
  const load = loadavg()[0]?.toFixed(1);
  const model = cpus()[0]?.model ?? 'unknown processor';
  console.log(
    `${model}, ${availableParallelism()} cores, Node ${process.version}, system load ${load}`,
  );
}
