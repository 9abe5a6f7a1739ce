import { mix } from './math.ts';
import { noiseFrom, rolling } from './random.ts';
import type { Terrain } from './terrain.ts';

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
