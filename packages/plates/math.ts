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

/** A deterministic 32-bit hash of a text (FNV-1a). */
export function hashOf(text: string): number {
  let hash = 0x811c9dc5;
  for (let i = 0; i < text.length; i++) {
    hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193);
  }
  return hash >>> 0;
}

/** A deterministic stream of numbers from 0 to 1 (mulberry32). */
export function randomFrom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
}

/** Smooth noise over the plane, -1 to 1, with features about one unit wide. */
export type Noise = (x: number, y: number) => number;

const TABLE_SIZE = 1024;

/** Noise that is the same for the same seed: random values on a grid, blended between. */
export function noiseFrom(seed: number): Noise {
  const random = randomFrom(seed);
  const table = Float64Array.from({ length: TABLE_SIZE }, () => random() * 2 - 1);
  const corner = (x: number, y: number): number =>
    table[(Math.imul(x, 0x46b1d3c9) ^ Math.imul(y, 0x126f8a7b) ^ (x * 37 + y * 11)) & 1023] ?? 0;
  return (x, y) => {
    const left = Math.floor(x);
    const top = Math.floor(y);
    const across = fade(x - left);
    const down = fade(y - top);
    const a = corner(left, top);
    const b = corner(left + 1, top);
    const c = corner(left, top + 1);
    const d = corner(left + 1, top + 1);
    return a + (b - a) * across + (c - a) * down + (a - b - c + d) * across * down;
  };
}

function fade(share: number): number {
  return share * share * share * (share * (share * 6 - 15) + 10);
}

/** Noise with finer and finer octaves added: rolling, about -1 to 1. */
export function rolling(noise: Noise, x: number, y: number, octaves = 4): number {
  let sum = 0;
  let weight = 0.5;
  let scale = 1;
  for (let octave = 0; octave < octaves; octave++) {
    sum += weight * noise(x * scale + octave * 7.1, y * scale + octave * 3.3);
    weight *= 0.5;
    scale *= 2.03;
  }
  return sum;
}

/** Noise folded into sharp crests, 0 to about 0.94, for ribs and gullies of rock. */
export function ridged(noise: Noise, x: number, y: number, octaves = 4): number {
  let sum = 0;
  let weight = 0.5;
  let scale = 1;
  let sharp = 1;
  for (let octave = 0; octave < octaves; octave++) {
    const fold = 1 - Math.abs(noise(x * scale + octave * 5.7, y * scale + octave * 9.1));
    sum += weight * fold * fold * sharp;
    sharp = clampRidge(fold * fold * 1.6);
    weight *= 0.5;
    scale *= 2.1;
  }
  return sum;
}

function clampRidge(value: number): number {
  return value > 1 ? 1 : value;
}
