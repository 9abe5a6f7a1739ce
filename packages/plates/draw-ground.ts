import { drawHouse, HOUSE_HALF_WIDTH, HOUSE_HEIGHT } from './draw-house.ts';
import { drawForest, drawHill, hillLine } from './hills.ts';
import { blend, type Light } from './lights.ts';
import { mix, hashOf, randomFrom } from './math.ts';
import type { Shape } from './plate.ts';

/** The ground below the mountains. Lengths in pixels. */
export interface GroundPlan {
  width: number;
  height: number;
  /** y of the foot of the nearest range. */
  horizon: number;
  houseScale: number;
  /** The house avoids these. */
  summits: { x: number; y: number }[];
  seed: string;
}

/** The ground in front of the mountains. */
export interface Ground {
  shapes: Shape[];
  /** y of the meadow's edge at x. */
  meadow: (x: number) => number;
}

/** Draws a meadow with the venue's house among trees, and forest in front. */
export function drawGround(venue: string, light: Light, plan: GroundPlan): Ground {
  const { width, height, horizon, houseScale, seed } = plan;
  const room = height - horizon;
  const half = (HOUSE_HALF_WIDTH[venue] ?? 125) * houseScale;
  const top = horizon + room * 0.5 - (HOUSE_HEIGHT[venue] ?? 180) * houseScale;
  const houseX = placeHouse(plan, half, top);
  const meadow = hillLine(`${seed} meadow`, width, horizon + room * 0.46, room * 0.14, houseX);
  const front = hillLine(`${seed} front`, width, horizon + room * 0.86, room * 0.16, houseX);
  const meadowColour = blend(light.shade, light.ink, 0.66);
  const houseY = meadow(houseX) + room * 0.12;
  const woods = { patch: Math.min(width * 0.16, room * 1.4), from: -6, to: width + 6 };
  const shapes = [
    drawForest({
      ...woods,
      seed: hashOf(`${seed} wood`),
      ground: meadow,
      spacing: room * 0.045,
      smallest: room * 0.1,
      tallest: room * 0.34,
      fill: meadowColour,
      bare: -0.35,
    }),
    drawHill(meadowColour, meadow, width, height),
    ...drawHouse(venue, light, { x: Math.round(houseX), y: houseY, scale: houseScale }),
    drawForest({
      seed: hashOf(`${seed} garden`),
      from: houseX - half * 1.5,
      to: houseX + half * 1.5,
      ground: () => houseY + room * 0.03,
      spacing: room * 0.05,
      smallest: room * 0.09,
      tallest: room * 0.24,
      fill: blend(meadowColour, light.ink, 0.45),
      patch: half * 0.7,
      bare: -0.1,
      clearings: [{ x: houseX, halfWidth: half * 0.8 }],
    }),
    drawForest({
      ...woods,
      seed: hashOf(`${seed} edge`),
      ground: front,
      spacing: room * 0.05,
      smallest: room * 0.12,
      tallest: room * 0.42,
      fill: light.ink,
      clearings: [{ x: houseX, halfWidth: half * 0.95 }],
    }),
    drawHill(light.ink, front, width, height),
  ];
  return { shapes, meadow };
}

/** Tries several places and takes the one where the roof hides summits least. */
function placeHouse(plan: GroundPlan, half: number, top: number): number {
  const random = randomFrom(hashOf(`${plan.seed} house`));
  let best = { x: plan.width / 2, cost: Infinity };
  for (let attempt = 0; attempt < 8; attempt++) {
    const left = random() < 0.5;
    const x = plan.width * mix(left ? 0.22 : 0.56, left ? 0.44 : 0.78, random());
    const covered = plan.summits.map((summit) =>
      Math.abs(summit.x - x) < half * 1.15 ? Math.max(0, summit.y + half * 0.3 - top) : 0,
    );
    const cost = Math.max(0, ...covered);
    if (cost < best.cost) best = { x, cost };
  }
  return best.x;
}
