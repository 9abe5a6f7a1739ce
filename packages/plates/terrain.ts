import { ceilingOf, crestOf, type Peak, type TerrainPlan } from './crest.ts';
import { clamp, mix, smoothStep, noiseFrom, ridged, rolling } from './math.ts';

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
  const stone = noiseFrom(seed ^ 0x5bd1e995);
  const crest = crestOf(plan);
  const ceiling = ceilingOf(plan);
  const height = (x: number, t: number): number => {
    // The crest wanders to the left and right on its way down to the viewer.
    const meander =
      0.95 * rolling(noise, x / (grain * 3.2) + 11, t * 1.4 + 3) +
      0.28 * rolling(noise, x / (grain * 0.9), t * 3);
    const top = crest(x + grain * t * meander);
    const ribs =
      (ridged(stone, x / grain + t * 0.9, t * 1.25 + 6) - 0.42) *
      (0.14 * amplitude + 0.54 * top) *
      0.62 *
      Math.sin(Math.PI * clamp(t * 0.9 + 0.03)) *
      smoothStep(0, 0.1, t);
    const grit =
      rolling(noise, x / (grain * 0.22), t * 9, 3) *
      (0.25 * amplitude + top) *
      0.045 *
      smoothStep(0.02, 0.15, t);
    const rock = top * Math.pow(1 - t, 1.18) + roughness * (ribs + grit);
    return Math.min(rock, ceiling(x) + t * plan.depth);
  };
  return { plan, height };
}

/** Low hills that continue a range where it has no summits. */
export function footHills(
  random: () => number,
  from: number,
  to: number,
  spacing: number,
  height: number,
): Peak[] {
  const hills: Peak[] = [];
  for (let x = from + spacing * 0.5; x < to; x += spacing * mix(0.8, 1.25, random())) {
    hills.push({ x, height: height * mix(0.45, 1, random()), sharpness: 0 });
  }
  return hills;
}

/**
 * Height of the shade above the base of a range, in pixels, as a function of x. It climbs to one
 * level, higher in the lee of a summit (the light comes from the left), leaves the upper third of
 * each of the `summits` (their x) in the light, and covers foothills altogether.
 */
export function planShadeLine(
  terrain: Terrain,
  level: number,
  summits: number[],
): (x: number) => number {
  const { plan } = terrain;
  const noise = noiseFrom(plan.seed ^ 77);
  const reach = plan.grain * 0.3;
  const knots = plan.peaks.map((peak) => ({
    x: peak.x,
    shade: summits.includes(peak.x) ? Math.min(level, peak.height * 0.66) : peak.height * 1.6,
  }));
  return (x) => {
    const lee = terrain.height(x - reach, 0) - terrain.height(x + reach, 0);
    const tooth =
      rolling(noise, x / (plan.grain * 0.9), 1.3, 2) + 0.35 * rolling(noise, x / 9, 2.1, 2);
    return (
      along(knots, x, level) + 0.16 * Math.max(lee, -0.35 * reach) + 0.07 * plan.amplitude * tooth
    );
  };
}

function along(knots: { x: number; shade: number }[], x: number, level: number): number {
  const right = knots.findIndex((knot) => knot.x >= x);
  const after = knots[right];
  const before = right < 0 ? knots.at(-1) : knots[right - 1];
  if (!before || !after) return (before ?? after)?.shade ?? level;
  return mix(before.shade, after.shade, (x - before.x) / (after.x - before.x || 1));
}
