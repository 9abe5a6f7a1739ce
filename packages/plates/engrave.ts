import { IN_QUARTERS, polygon } from './path-data.ts';
import { clamp, mix } from './math.ts';
import type { Engraving, HeightGrid, Print } from './engraving.ts';
import { drawInkLines } from './draw-ink-lines.ts';
import type { Shape } from './plate.ts';
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
