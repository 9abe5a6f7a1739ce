import { drawForest } from './forest.ts';
import { blend } from './lights.ts';
import type { Light } from './lights.ts';
import { mix } from './numbers.ts';
import type { Shape } from './plate.ts';
import { drawHill, hillLine } from './hill.ts';
import { hashOf, randomFrom } from './random.ts';
import { drawHouse, HOUSE_HALF_WIDTH } from './draw-house.ts';

/** The ground below the mountains. Lengths in pixels. */
export interface GroundPlan {
  width: number;
  height: number;
  /** y of the foot of the nearest range. */
  horizon: number;
  houseScale: number;
  /** x of the middle of the house; chosen by the seed if left out. */
  houseX?: number;
  seed: string;
}

/** Meadow with the house of the venue, and forest in front. */
export function drawGround(venue: string, light: Light, plan: GroundPlan): Shape[] {
  const { width, height, horizon, houseScale, seed } = plan;
  const random = randomFrom(hashOf(`${seed} house`));
  const room = height - horizon;
  const left = random() < 0.5;
  const houseX = plan.houseX ?? width * mix(left ? 0.24 : 0.58, left ? 0.42 : 0.76, random());
  const half = HOUSE_HALF_WIDTH[venue] ?? 125;
  const meadow = hillLine(`${seed} meadow`, width, horizon + room * 0.46, room * 0.14, houseX);
  const front = hillLine(
    `${seed} front`,
    width,
    horizon + room * 0.84,
    room * 0.14,
    houseX + width * 0.5,
  );
  const meadowColour = blend(light.shade, light.ink, 0.66);
  const trees = { patch: width * 0.16, from: -6, to: width + 6, tallest: room * 0.42 };
  return [
    drawForest({
      ...trees,
      seed: hashOf(`${seed} wood`),
      ground: meadow,
      spacing: room * 0.045,
      smallest: room * 0.1,
      tallest: room * 0.32,
      fill: meadowColour,
      bare: -0.35,
    }),
    drawHill(meadowColour, meadow, width, height),
    ...drawHouse(venue, light, {
      x: houseX,
      y: meadow(houseX) + room * 0.1,
      scale: houseScale,
    }),
    drawForest({
      ...trees,
      seed: hashOf(`${seed} edge`),
      ground: front,
      spacing: room * 0.05,
      smallest: room * 0.12,
      fill: light.ink,
      clearings: [{ x: houseX, halfWidth: half * houseScale * 0.9 }],
    }),
    drawHill(light.ink, front, width, height),
  ];
}
