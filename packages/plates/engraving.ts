import type { Shape } from './plate.ts';

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
export interface HeightGrid {
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
