import { clamp, mix, smoothStep } from './numbers.ts';
import { noiseFrom, ridged, rolling } from './random.ts';
import { crestNodes, skeletonAt } from './skeleton.ts';
import type { Peak } from './skeleton.ts';

/** What one mountain range is made from. All lengths in pixels. */
export interface TerrainPlan {
  width: number;
  /** The y at which height is 0 at the back of the range. */
  base: number;
  /** How far the foot comes down the picture, from back (0) to front (1). */
  depth: number;
  /** Height of the highest summit the range may have; roughness follows it. */
  amplitude: number;
  /** Left to right. */
  peaks: Peak[];
  /** Height of the ground beside the summits. */
  floor: number;
  /** Width of a typical rib of rock. */
  grain: number;
  /** 0 smooth hills, 1 rock. */
  roughness: number;
  seed: number;
}

/** A range as a landscape of heights. */
export interface Terrain {
  plan: TerrainPlan;
  /** Height in pixels at x, for a row from the back (t = 0) to the front (t = 1). */
  height(x: number, t: number): number;
}

/** Builds the landscape of one range. Every peak of the plan is a summit of the skyline. */
export function terrainOf(plan: TerrainPlan): Terrain {
  const { amplitude, grain, roughness, seed } = plan;
  const noise = noiseFrom(seed);
  const rock = noiseFrom(seed ^ 0x5bd1e995);
  const nodes = crestNodes(plan);
  const summits = plan.peaks.map((peak) => peak.x);

  const crest = (x: number): number => {
    const away = distanceToNearest(summits, x);
    // Flanks are pushed left and right, but never as far as their own summit.
    const push =
      roughness *
      grain *
      (0.34 * rolling(noise, x / (grain * 0.75), 8.8) +
        0.2 * rolling(noise, x / (grain * 0.2), 3.1, 3));
    const shifted = x + clamp(push, -0.6 * away, 0.6 * away);
    const skeleton = skeletonAt(nodes, shifted);
    // Rock is only ever carved away, and not at the summit itself: no false summits.
    const buttress = 0.26 * (0.92 - ridged(rock, x / (grain * 0.9), 4.4));
    const tooth = 0.13 * (0.92 - ridged(rock, x / (grain * 0.3), 7.7));
    const chip = 0.05 * (0.6 - rolling(noise, x / (grain * 0.1), 1));
    const carved =
      buttress * smoothStep(0, grain * 0.6, away) +
      tooth * smoothStep(0, grain * 0.22, away) +
      chip * smoothStep(0, grain * 0.08, away);
    return skeleton - carved * roughness * (0.2 * amplitude + 0.7 * skeleton);
  };

  const height = (x: number, t: number): number => {
    const meander =
      grain *
      t *
      (0.95 * rolling(noise, x / (grain * 3.2) + 11, t * 1.4 + 3) +
        0.28 * rolling(noise, x / (grain * 0.9), t * 3));
    const top = crest(x + meander);
    const ribs =
      (ridged(rock, x / grain + t * 0.9, t * 1.25 + 6) - 0.42) *
      (0.2 * amplitude + 0.5 * top) *
      0.62 *
      Math.sin(Math.PI * clamp(t * 0.9 + 0.03));
    const grit =
      rolling(noise, x / (grain * 0.22), t * 9, 3) *
      (0.25 * amplitude + top) *
      0.045 *
      smoothStep(0.02, 0.15, t);
    return top * Math.pow(1 - t, 1.18) + roughness * (ribs * smoothStep(0, 0.1, t) + grit);
  };
  return { plan, height };
}

function distanceToNearest(sorted: number[], x: number): number {
  let nearest = Infinity;
  for (const value of sorted) nearest = Math.min(nearest, Math.abs(value - x));
  return nearest;
}

/** Low hills without summits that carry a range on where it has none. */
export function footHills(
  random: () => number,
  from: number,
  to: number,
  spacing: number,
  height: number,
): Peak[] {
  const hills: Peak[] = [];
  for (let x = from + spacing * 0.5; x < to; x += spacing * mix(0.8, 1.25, random())) {
    hills.push({ x, height: height * mix(0.55, 1, random()), sharpness: 0 });
  }
  return hills;
}
