import { engrave } from './engrave.ts';
import type { Engraving, Print } from './engrave.ts';
import { blend } from './lights.ts';
import type { Light } from './lights.ts';
import { clamp, mix } from './numbers.ts';
import type { PlannedRange, PlannedSummit } from './concert-ranges.ts';
import type { Shape, Summit } from './plate.ts';
import { hashOf, noiseFrom, randomFrom, rolling } from './random.ts';
import type { Peak } from './skeleton.ts';
import { footHills, terrainOf } from './terrain.ts';

/** Where the mountains stand. All in pixels of the plate. */
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
  shapes: Shape[];
  summits: Summit[];
  /** y of the highest rock at x. */
  skyline(x: number): number;
}

/** Draws the ranges of a programme. */
export function drawRanges(ranges: PlannedRange[], light: Light, frame: MountainFrame): Mountains {
  const shapes: Shape[] = [];
  const summits: Summit[] = [];
  const engravings: Engraving[] = [];
  for (const [index, range] of ranges.entries()) {
    const plan = rangePlan(range, frame, ranges.length, index);
    const engraving = engrave(terrainOf(plan), printOf(range, light, frame, plan));
    shapes.push(...engraving.shapes);
    engravings.push(engraving);
    for (const summit of range.summits) summits.push(found(summit, engraving, frame.width));
  }
  return {
    shapes,
    summits: summits.toSorted((a, b) => a.x - b.x),
    skyline: (x) => Math.min(frame.horizon, ...engravings.map((each) => each.skyline(x))),
  };
}

/** The summit as it really stands after carving: the highest point close to where it was planned. */
function found(summit: PlannedSummit, engraving: Engraving, width: number): Summit {
  const { piece, movement, title } = summit;
  const planned = summit.x * width;
  let best = { x: planned, y: engraving.skyline(planned) };
  for (let x = planned - width * 0.012; x <= planned + width * 0.012; x += 0.5) {
    const y = engraving.skyline(x);
    if (y < best.y) best = { x, y };
  }
  return { ...best, piece, movement, title };
}

function rangePlan(range: PlannedRange, frame: MountainFrame, count: number, index: number) {
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
    peaks: withFootHills(range.summits, width, amplitude, seed),
    floor: amplitude * 0.12,
    grain: clamp(amplitude * 0.4, 26, 130),
    roughness: mix(0.8, 1.05, near),
    seed,
  };
}

function withFootHills(
  summits: PlannedSummit[],
  width: number,
  amplitude: number,
  seed: number,
): Peak[] {
  const random = randomFrom(seed);
  const peaks: Peak[] = summits.map(({ x, height, sharpness }) => ({
    x: x * width,
    height: height * amplitude,
    sharpness: 0.25 + sharpness * 0.6,
  }));
  const spacing = clamp(amplitude * 0.7, width * 0.08, width * 0.2);
  const reach = amplitude * 0.45;
  const first = peaks[0]?.x ?? width;
  const last = peaks.at(-1)?.x ?? width;
  return [
    ...footHills(random, -spacing, first - reach, spacing, amplitude * 0.26),
    ...peaks,
    ...footHills(random, last + reach, width + spacing, spacing, amplitude * 0.26),
  ];
}

type RangePlan = ReturnType<typeof rangePlan>;

function printOf(range: PlannedRange, light: Light, frame: MountainFrame, plan: RangePlan): Print {
  const { nearness } = range;
  const far = nearness < 0.34;
  const middle = !far && nearness < 0.99;
  const size = clamp(frame.width / 900, 0.66, 1.2);
  const haze = middle ? 1 : 0;
  return {
    lit: far ? light.far : light.lit,
    shade: far ? null : blend(light.shade, light.far, haze * 0.42),
    ink: far ? light.farInk : blend(light.ink, light.shade, haze * 0.35),
    shadeHeight: shadeOf(range, frame, plan),
    lines: Math.round((far ? 22 : middle ? 28 : 36) * clamp(frame.height / 420, 0.8, 1.4)),
    step: clamp(frame.width / 260, 2.2, 4.6),
    maxStroke: (far ? 2 : middle ? 2.8 : 3.7) * size,
    crestStroke: far ? 0.7 : 1,
    darkFoot: far ? 0 : middle ? 0.35 : 0.95,
    foot: frame.height,
  };
}

/** The shade climbs to one level, but leaves the upper part of every summit in the light. */
function shadeOf(range: PlannedRange, frame: MountainFrame, plan: RangePlan) {
  const noise = noiseFrom(plan.seed ^ 77);
  const level = plan.amplitude * frame.shade;
  const tops = range.summits.map((summit) => ({
    x: summit.x * plan.width,
    shade: Math.min(level, summit.height * plan.amplitude * 0.66),
  }));
  return (x: number): number => {
    const tooth =
      rolling(noise, x / (plan.grain * 0.9), 1.3, 2) + 0.35 * rolling(noise, x / 9, 2.1, 2);
    return between(tops, x, level) + tooth * plan.amplitude * 0.06;
  };
}

function between(tops: { x: number; shade: number }[], x: number, level: number): number {
  const right = tops.findIndex((top) => top.x >= x);
  const after = tops[right];
  const before = right < 0 ? tops.at(-1) : tops[right - 1];
  if (!before || !after) return (before ?? after)?.shade ?? level;
  return mix(before.shade, after.shade, (x - before.x) / (after.x - before.x || 1));
}
