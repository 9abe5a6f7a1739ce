/** Clamps a value between two bounds, 0 and 1 by default. */
export function clamp(value: number, low = 0, high = 1): number {
  return value < low ? low : value > high ? high : value;
}

/** The value at `share` (0 to 1) of the way from one number to another. */
export function mix(from: number, to: number, share: number): number {
  return from + (to - from) * share;
}

/** Rises smoothly from 0 at `start` to 1 at `end`. */
export function smoothStep(start: number, end: number, value: number): number {
  const share = clamp((value - start) / (end - start));
  return share * share * (3 - 2 * share);
}

/** Rounds to tenths, as written into path data. */
export function tenth(value: number): number {
  return Math.round(value * 10) / 10;
}
