import { engrave, type Engraving, type Print } from './engrave.ts';
import { blend, type Light } from './lights.ts';
import { clamp, mix, hashOf, noiseFrom, randomFrom, rolling } from './math.ts';
import type { PlannedRange, PlannedSummit } from './concert-ranges.ts';
import { toQuarter, type Shape, type Summit } from './plate.ts';
import { planShadeLine, footHills, terrainOf, type Terrain } from './terrain.ts';
import type { Peak, TerrainPlan } from './crest.ts';

/** The frame of the mountains, in pixels of the plate. */
export interface MountainFrame {
  width: number;
  height: number;
  /** No rock above this y. */
  top: number;
  /** y of the foot of the nearest range. */
  horizon: number;
  /** Part of the mountains that lies in the shade, 0 to 1. */
  shade: number;
  seed: string;
}

/** All ranges, far to near, with their common skyline. */
export interface Mountains {
  /** Far to near. `ground` gives the y at x below which meadow covers the rock. */
  shapes: (ground: (x: number) => number) => Shape[];
  summits: Summit[];
  /** Each range by itself, far to near. */
  ranges: { summits: Summit[]; skyline: (x: number) => number }[];
  /** y of the highest rock at x. */
  skyline: (x: number) => number;
}

/** Draws the ranges of a programme. */
export function drawRanges(ranges: PlannedRange[], light: Light, frame: MountainFrame): Mountains {
  const drawn: (Mountains['ranges'][number] & Engraving)[] = [];
  const all = ranges.reduce((sum, range) => sum + range.summits.length, 0);
  for (const [index, range] of ranges.entries()) {
    const farther = drawn.flatMap((other) => other.summits);
    const plan = rangePlan(range, frame, { index, count: ranges.length, all, farther });
    const terrain = terrainOf(plan);
    const engraving = engrave(terrain, printOf(range, light, frame, terrain));
    const summits = range.summits.map((summit) =>
      locateSummit(summit, engraving, frame.width, all),
    );
    drawn.push({ summits, ...engraving });
  }
  return {
    shapes: (ground) =>
      drawn.flatMap((range, i) => {
        const nearer = skylineOf(drawn.slice(i + 1), Infinity);
        return range.shapes((x) => Math.min(ground(x), nearer(x)));
      }),
    summits: drawn.flatMap((range) => range.summits).toSorted((a, b) => a.x - b.x),
    ranges: drawn,
    skyline: skylineOf(drawn, frame.horizon),
  };
}

/** y of the highest rock of these ranges at x, `lowest` where there is none. */
function skylineOf(ranges: Pick<Engraving, 'skyline'>[], lowest: number): (x: number) => number {
  return (x) => Math.min(lowest, ...ranges.map((range) => range.skyline(x)));
}

/** The position of a summit after carving: the highest point near its planned position. */
function locateSummit(
  summit: PlannedSummit,
  engraving: Engraving,
  width: number,
  all: number,
): Summit {
  const { piece, movement, title } = summit;
  const planned = summit.x * width;
  let best = { x: planned, y: engraving.skyline(planned) };
  const reach = Math.min(width * 0.012, (width / all) * 0.2);
  for (let x = planned - reach; x <= planned + reach; x += 0.5) {
    const y = engraving.skyline(x);
    if (y < best.y) best = { x, y };
  }
  return { ...best, piece, movement, title };
}

function rangePlan(
  range: PlannedRange,
  frame: MountainFrame,
  { index, count, all, farther }: { index: number; count: number; all: number; farther: Summit[] },
): TerrainPlan {
  const { width, horizon, top } = frame;
  const near = count === 1 ? 1 : range.nearness;
  const room = horizon - top;
  const base = horizon - (1 - near) * room * 0.2;
  const amplitude = (count === 1 ? 0.94 : 0.8) * room;
  const seed = hashOf(`${frame.seed} range ${index}`);
  return {
    width,
    base,
    depth: room * 0.26,
    amplitude,
    peaks: withFootHills(range.summits, all, width, amplitude, seed),
    clear: farther.map(({ x, y }) => ({ x, height: base - y - room * 0.04 })),
    floor: amplitude * 0.1,
    grain: clamp(amplitude * 0.4, 26, 130),
    roughness: mix(0.8, 1.05, near),
    seed,
  };
}

function withFootHills(
  summits: PlannedSummit[],
  all: number,
  width: number,
  amplitude: number,
  seed: number,
): Peak[] {
  const random = randomFrom(seed);
  // Where summits stand close, the low ones are lifted: needles would not read as mountains.
  const room = (width * 0.9) / Math.max(1, all);
  const contrast = clamp((1.9 * room) / (0.56 * amplitude), 0.42, 1);
  const heights = asMassif(summits, contrast, seed);
  const peaks: Peak[] = summits.map(({ x, sharpness }, i) => ({
    x: x * width,
    height: (heights[i] ?? 0) * amplitude,
    sharpness: 0.25 + sharpness * 0.6,
  }));
  const spacing = clamp(amplitude * 0.8, width * 0.1, width * 0.24);
  const reach = amplitude * 0.45;
  const hills = amplitude * (peaks.length > 0 ? 0.25 : 0.66);
  const first = peaks[0]?.x ?? width * 2;
  const last = peaks.at(-1)?.x ?? width * 2;
  return [
    ...footHills(random, -spacing, Math.min(first - reach, width + spacing), spacing, hills),
    ...peaks,
    ...footHills(random, last + reach, width + spacing, spacing, hills),
  ];
}

/**
 * Heights of the summits of a range, 0 to 1, with reduced contrast. Many summits rise and fall
 * together, so that they look like a massif and not like a fence.
 */
function asMassif(summits: PlannedSummit[], contrast: number, seed: number): number[] {
  const noise = noiseFrom(seed ^ 0x3c6ef372);
  const swells = summits.map(({ x }) => rolling(noise, x * 3.4, 2.2, 2));
  const lowest = Math.min(...swells);
  const span = Math.max(...swells) - lowest || 1;
  const depth = 0.72 * (1 - contrast) * clamp((summits.length - 2) / 6);
  const own = summits.map(({ height }) => 1 - (1 - height) * contrast);
  const heights = own.map((height, i) => {
    const swell = ((swells[i] ?? lowest) - lowest) / span;
    return height * (1 - depth * (1 - swell));
  });
  const lift = Math.max(...own) / Math.max(...heights);
  return heights.map((height) => height * lift);
}

function printOf(range: PlannedRange, light: Light, frame: MountainFrame, terrain: Terrain): Print {
  const { nearness } = range;
  const far = nearness < 0.34;
  const middle = !far && nearness < 0.99;
  const size = clamp(frame.width / 900, 0.66, 1.2);
  const haze = middle ? 1 : 0;
  return {
    lit: far ? blend(light.far, light.farInk, nearness * 0.4) : light.lit,
    shade: far ? null : blend(light.shade, light.far, haze * 0.42),
    ink: far ? light.farInk : blend(light.ink, light.shade, haze * 0.35),
    shadeHeight: planShadeLine(
      terrain,
      terrain.plan.amplitude * frame.shade,
      range.summits.map((summit) => summit.x * frame.width),
    ),
    lines: Math.round((far ? 19 : middle ? 25 : 34) * clamp(frame.height / 420, 0.8, 1.3)),
    step: toQuarter(clamp(frame.width / 260, 2, 3.25) * (far ? 1.25 : 1)),
    maxStroke: (far ? 2 : middle ? 2.8 : 3.7) * size,
    pitch: 2.5 * size,
    crestStroke: far ? 0.7 : 1,
    darkFoot: far ? 0 : middle ? 0.35 : 0.95,
    foot: frame.height,
  };
}
