import { IN_QUARTERS, polygon, type Shape } from './plate.ts';
import { clamp, mix, smoothStep } from './math.ts';
import type { Terrain } from './terrain.ts';

/** Engraves a terrain: silhouette, shade and section lines. */
export function engrave(terrain: Terrain, print: Print): Engraving {
  const grid = sample(terrain, print);
  const { columns, rows } = grid;
  const top = columns.map((_, i) => {
    let highest = Infinity;
    for (const row of rows) highest = Math.min(highest, row[i] ?? Infinity);
    return highest;
  });
  const skyline = (x: number): number => {
    const at = clamp((x - (columns[0] ?? 0)) / print.step, 0, columns.length - 1.001);
    const left = Math.floor(at);
    return mix(top[left] ?? 0, top[left + 1] ?? top[left] ?? 0, at - left);
  };
  return {
    skyline,
    shapes: (covered) => [
      filled(print.lit, columns, top, print.foot),
      ...shadeShapes(terrain, print, columns, top),
      {
        kind: 'path',
        fill: print.ink,
        d: drawInkLines(grid, print, covered),
        transform: IN_QUARTERS,
      },
    ],
  };
}

function shadeShapes(terrain: Terrain, print: Print, columns: number[], top: number[]): Shape[] {
  if (!print.shade) return [];
  const line = columns.map((x, i) =>
    Math.max(terrain.plan.base - print.shadeHeight(x), top[i] ?? 0),
  );
  return [filled(print.shade, columns, line, print.foot)];
}

const OVERHANG = 16;

function sample(terrain: Terrain, print: Print): HeightGrid {
  const { width, base, depth } = terrain.plan;
  const columns: number[] = [];
  for (let x = -OVERHANG; x <= width + OVERHANG; x += print.step) columns.push(x);
  const heights: Float64Array[] = [];
  const rows: Float64Array[] = [];
  for (let line = 0; line <= print.lines; line++) {
    const t = line / print.lines;
    const row = Float64Array.from(columns, (x) => terrain.height(x, t));
    heights.push(row);
    rows.push(row.map((height) => base - height + t * depth));
  }
  return { columns, rows, heights, amplitude: terrain.plan.amplitude };
}

/** A closed area between a line and the foot. */
function filled(fill: string, columns: number[], line: number[], foot: number): Shape {
  const points: number[] = [columns[0] ?? 0, foot];
  for (const [i, x] of columns.entries()) points.push(x, line[i] ?? foot);
  points.push(columns.at(-1) ?? 0, foot);
  return { kind: 'path', fill, d: polygon(points), transform: IN_QUARTERS };
}

/** How one range is cut and printed. Lengths in pixels, colours '#RRGGBB'. */
export interface Print {
  lit: string;
  ink: string;
  /** Colour below the shade line; null for a range in one tint. */
  shade: string | null;
  /** Height of the shade line above the base of the range at x. */
  shadeHeight: (x: number) => number;
  /** Section lines from back to front. */
  lines: number;
  /** Distance between samples along a line; in whole quarters (`toQuarter`) the path is shortest. */
  step: number;
  maxStroke: number;
  /** Minimum distance between two lines. */
  pitch: number;
  crestStroke: number;
  /** 0 to 1: how much the foot of the range sinks into ink. */
  darkFoot: number;
  /** The y down to which the range is filled. */
  foot: number;
}

/** Heights sampled on a grid: rows from back to front, columns from left to right. */
interface HeightGrid {
  columns: number[];
  /** y of the terrain, row by row. */
  rows: Float64Array[];
  /** Heights above the base, row by row. */
  heights: Float64Array[];
  amplitude: number;
}

/** A range cut and ready to be printed. */
export interface Engraving {
  /** The y of the skyline at x. */
  skyline: (x: number) => number;
  /** Silhouette, shade and one shape with all the lines; none are cut below the y `covered` at x. */
  shapes: (covered: (x: number) => number) => Shape[];
}

/** The thinnest line worth cutting, in pixels. */
const HAIR = 0.34;
/** Stretches shorter than this many samples are left out: they would look like dirt. */
const MIN_LENGTH = 3;
/** How far lines continue behind what covers them, in pixels, so that no gap opens at its edge. */
const TUCKED = 5;

/**
 * Draws all lines of a range as one path, the front rows first: nearer rows hide farther ones
 * (floating horizon). A line swells where the rock turns away from the light, which comes from the
 * left. Below the y `covered` at x something nearer hides the rock: no line is cut there.
 */
function drawInkLines(grid: HeightGrid, print: Print, covered: (x: number) => number): string {
  const { columns, rows } = grid;
  const floor = columns.map((x) => covered(x) + TUCKED);
  const horizon = columns.map(() => Infinity);
  const drawn = columns.map(() => Infinity);
  let data = '';
  for (let row = rows.length - 1; row >= 0; row--) {
    const ys = rows[row] ?? new Float64Array();
    const strokes = smoothed(columns.map((_, i) => strokeAt(grid, print, row, i)));
    const line: number[] = [];
    for (let i = 0; i < columns.length; i++) {
      const y = ys[i] ?? 0;
      const visible = y < (horizon[i] ?? 0) + 0.2;
      if (visible) horizon[i] = Math.min(y, horizon[i] ?? y);
      // Where lines would crowd together into grey, some are left out.
      const air = row === 0 ? 1 : smoothStep(0.6, 1, ((drawn[i] ?? y) - y) / print.pitch);
      const stroke = visible ? (strokes[i] ?? 0) * air : 0;
      if (stroke > HAIR) drawn[i] = y;
      line.push(y > (floor[i] ?? y) ? 0 : stroke);
    }
    data += stretches(columns, ys, line);
  }
  return data;
}

/** Width of the line in pixels at one point of the grid. */
function strokeAt(grid: HeightGrid, print: Print, row: number, column: number): number {
  const { heights } = grid;
  const last = heights.length - 1;
  const here = heights[row];
  const slopeRight =
    ((here?.[column + 1] ?? here?.[column] ?? 0) - (here?.[column - 1] ?? here?.[column] ?? 0)) /
    (2 * print.step);
  const front = heights[Math.min(last, row + 1)]?.[column] ?? 0;
  const back = heights[Math.max(0, row - 1)]?.[column] ?? 0;
  const slopeFront = ((front - back) * last) / (2 * grid.amplitude);
  // Normal of the surface against a light from the left and above.
  const x = -slopeRight * 1.15;
  const z = -slopeFront * 0.55;
  const length = Math.hypot(x, 0.55, z) || 1;
  const turned = 0.5 - (0.5 * (-0.82 * x + 0.42 * 0.55 + 0.25 * z)) / length;
  let tone = Math.pow(smoothStep(0.26, 0.9, turned), 1.3);
  tone = Math.max(tone, print.darkFoot * smoothStep(0.6, 1, row / last));
  const stroke = print.maxStroke * tone;
  return row === 0 ? Math.max(stroke * 0.7, print.crestStroke) : stroke;
}

/** A light blur along the line, so that strokes swell and fade instead of stuttering. */
function smoothed(strokes: number[]): number[] {
  return strokes.map((stroke, i) => {
    const before = strokes[i - 1] ?? stroke;
    const after = strokes[i + 1] ?? stroke;
    return 0.25 * before + 0.5 * stroke + 0.25 * after;
  });
}

/** Cuts a line into its visible stretches and writes each as a tapering sliver. */
function stretches(columns: number[], ys: Float64Array, strokes: number[]): string {
  let data = '';
  let start = -1;
  for (let i = 0; i <= columns.length; i++) {
    const isCut = (strokes[i] ?? 0) > HAIR;
    if (isCut && start < 0) start = i;
    if (!isCut && start >= 0) {
      if (i - start >= MIN_LENGTH) data += sliver(columns, ys, strokes, start, i - 1);
      start = -1;
    }
  }
  return data;
}

function sliver(
  columns: number[],
  ys: Float64Array,
  strokes: number[],
  from: number,
  to: number,
): string {
  const upper: number[] = [];
  const lower: number[] = [];
  const tip = (inner: number, outer: number): void => {
    const x = mix(columns[inner] ?? 0, columns[outer] ?? columns[inner] ?? 0, 0.6);
    upper.push(x, mix(ys[inner] ?? 0, ys[outer] ?? ys[inner] ?? 0, 0.6));
  };
  tip(from, from - 1);
  for (let i = from; i <= to; i++) {
    const half = (strokes[i] ?? 0) / 2;
    upper.push(columns[i] ?? 0, (ys[i] ?? 0) - half);
    lower.push((ys[i] ?? 0) + half, columns[i] ?? 0);
  }
  tip(to, to + 1);
  return polygon(upper.concat(lower.toReversed()));
}
