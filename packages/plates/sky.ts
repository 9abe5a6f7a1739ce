import type { Light } from './lights.ts';
import { clamp, mix, tenth, randomFrom } from './math.ts';
import type { Shape } from './plate.ts';

/** The sky above a skyline. Lengths in pixels. */
export interface SkyPlan {
  width: number;
  height: number;
  /** The disc stays below this y. */
  top: number;
  /** Hour of the day, 0 to 24. */
  hour: number;
  isNight: boolean;
  /** x of the lines that a page draws down to the summits: the disc avoids them if there is room. */
  lines: number[];
  /** No star stands above this y, where a page writes its labels. */
  starsFrom: number;
  radius: number;
  skyline: (x: number) => number;
  seed: number;
}

/** Draws the sky with stars at night, and sun or moon. Draw it before the ranges. */
export function drawSky(light: Light, plan: SkyPlan): Shape[] {
  const { width, height } = plan;
  const shapes: Shape[] = [{ kind: 'rect', x: 0, y: 0, width, height, fill: light.sky }];
  const disc = placeDisc(plan);
  if (plan.isNight) shapes.push(drawStars(light.disc, plan, disc));
  shapes.push({
    kind: 'circle',
    cx: tenth(disc.x),
    cy: tenth(disc.y),
    r: tenth(plan.radius),
    fill: light.disc,
  });
  return shapes;
}

/**
 * Looks for a good place: the sun moves from left in the morning to right in the evening. It
 * stands free in the sky or sinks behind a ridge, but is neither a sliver nor pierced by a spire.
 */
function placeDisc(plan: SkyPlan): { x: number; y: number } {
  const { width, radius, top, skyline } = plan;
  const wanted = plan.isNight ? 0.8 : mix(0.2, 0.82, clamp((plan.hour - 10) / 9.5));
  const highest = top + radius;
  let best = { x: width * wanted, y: highest, cost: Infinity };
  for (let share = 0.08; share <= 0.92; share += 0.005) {
    const x = width * share;
    const rock = rockNear(skyline, x, radius * 1.8);
    const line = Math.min(...plan.lines.map((at) => Math.abs(at - x)));
    const below = rockNear(skyline, x, radius * 0.9);
    const lowest = Math.max(highest, skyline(x) + radius * 0.3);
    const liked = Math.max(highest, mix(rock - radius * 1.5, highest, 0.35));
    for (let y = highest; y <= lowest; y += radius * 0.2) {
      const cost =
        Math.abs(share - wanted) * 2.4 +
        clamp((radius * 1.2 - line) / (radius * 0.4)) * 0.7 +
        (Math.abs(y - liked) / radius) * 0.12 +
        hiding(visibleShare(skyline, x, y, radius), (rock - y) / radius) +
        (below < y - radius * 0.3 ? 2 : 0);
      if (cost < best.cost) best = { x, y, cost };
    }
  }
  return best;
}

/** Cost of a partly hidden disc; `air` is the distance to the nearest rock in radii. */
function hiding(visible: number, air: number): number {
  if (visible > 0.995) return clamp(1.9 - air) * 0.6 + clamp((1.25 - air) * 4);
  return visible > 0.5 && visible < 0.82 ? 0.7 : 2 + (1 - visible);
}

/** y of the highest rock within `reach` of x, the thinnest spire included. */
function rockNear(skyline: (x: number) => number, x: number, reach: number): number {
  let rock = Infinity;
  for (let near = x - reach; near <= x + reach; near += 2) rock = Math.min(rock, skyline(near));
  return rock;
}

/** How much of a disc stands above the skyline, 0 to 1. */
function visibleShare(
  skyline: (x: number) => number,
  x: number,
  y: number,
  radius: number,
): number {
  let seen = 0;
  let all = 0;
  for (let step = -8; step <= 8; step++) {
    const dx = (step / 8.5) * radius;
    const half = Math.sqrt(radius * radius - dx * dx);
    seen += clamp(skyline(x + dx) - (y - half), 0, 2 * half);
    all += 2 * half;
  }
  return seen / all;
}

function drawStars(fill: string, plan: SkyPlan, disc: { x: number; y: number }): Shape {
  const random = randomFrom(plan.seed);
  const count = Math.round(40 + plan.width / 24);
  let d = '';
  for (let star = 0; star < count; star++) {
    const x = random() * plan.width;
    const y = random() * plan.height * 0.62;
    const size = tenth(0.45 + Math.pow(random(), 3) * 1.3);
    if (y < plan.starsFrom) continue;
    if (Math.hypot(x - disc.x, y - disc.y) < plan.radius * 1.4) continue;
    d += `M${tenth(x - size)} ${tenth(y)}a${size} ${size} 0 1 0 ${2 * size} 0a${size} ${size} 0 1 0 ${-2 * size} 0z`;
  }
  return { kind: 'path', fill, d, opacity: 0.9 };
}
