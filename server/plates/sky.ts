import type { Light } from './lights.ts';
import { mix, tenth } from './numbers.ts';
import type { Shape } from './plate.ts';
import { randomFrom } from './random.ts';

/** The sky above a skyline. Lengths in pixels. */
export interface SkyPlan {
  width: number;
  height: number;
  /** The disc stays below this y. */
  top: number;
  /** Hour of the day, 0 to 24. */
  hour: number;
  night: boolean;
  radius: number;
  skyline: (x: number) => number;
  seed: number;
}

/** Paper colour of the sky, stars at night, and sun or moon. To be painted before the ranges. */
export function drawSky(light: Light, plan: SkyPlan): Shape[] {
  const { width, height } = plan;
  const shapes: Shape[] = [{ kind: 'rect', x: 0, y: 0, width, height, fill: light.sky }];
  const disc = placeDisc(plan);
  if (plan.night) shapes.push(drawStars(light.disc, plan, disc));
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
 * stands free in the sky or is cut about in half by a ridge, but is never a mere sliver.
 */
function placeDisc(plan: SkyPlan): { x: number; y: number } {
  const { width, radius, top, skyline } = plan;
  const wanted = plan.night ? 0.8 : mix(0.2, 0.82, (plan.hour - 10) / 9.5);
  let best = { x: width * wanted, y: top + radius * 1.2, cost: Infinity };
  for (
    let share = Math.max(0.08, wanted - 0.14);
    share <= Math.min(0.92, wanted + 0.14);
    share += 0.01
  ) {
    const x = width * share;
    let rock = Infinity;
    for (let dx = -1.25; dx <= 1.25; dx += 0.25) rock = Math.min(rock, skyline(x + dx * radius));
    const free = rock - radius * 1.5;
    const away = Math.abs(share - wanted) * 3;
    if (free >= top + radius) {
      const y = Math.max(top + radius, mix(free, top + radius, 0.35));
      consider({ x, y, cost: away });
    } else {
      consider({ x, y: Math.max(top + radius, skyline(x) - radius * 0.25), cost: away + 0.6 });
    }
  }
  return best;

  function consider(place: { x: number; y: number; cost: number }): void {
    if (place.cost < best.cost) best = place;
  }
}

function drawStars(fill: string, plan: SkyPlan, disc: { x: number; y: number }): Shape {
  const random = randomFrom(plan.seed);
  const count = Math.round(40 + plan.width / 24);
  let d = '';
  for (let star = 0; star < count; star++) {
    const x = random() * plan.width;
    const y = random() * plan.height * 0.62;
    const size = tenth(0.45 + Math.pow(random(), 3) * 1.3);
    if (Math.hypot(x - disc.x, y - disc.y) < plan.radius * 1.4) continue;
    d += `M${tenth(x - size)} ${tenth(y)}a${size} ${size} 0 1 0 ${2 * size} 0a${size} ${size} 0 1 0 ${-2 * size} 0z`;
  }
  return { kind: 'path', fill, d, opacity: 0.9 };
}
