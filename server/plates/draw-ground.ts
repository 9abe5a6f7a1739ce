import { drawForest } from './forest.ts';
import { blend } from './lights.ts';
import type { Light } from './lights.ts';
import { mix } from './numbers.ts';
import { IN_QUARTERS, polygon } from './path-data.ts';
import type { Shape } from './plate.ts';
import { hashOf, noiseFrom, randomFrom } from './random.ts';
import { drawHouse, HOUSE_HALF_WIDTH } from './draw-house.ts';

/** The ground below the mountains. Lengths in pixels. */
export interface GroundPlan {
  width: number;
  height: number;
  /** y of the foot of the nearest range. */
  horizon: number;
  houseScale: number;
  seed: string;
}

/** Meadow with the house of the venue, and forest in front. */
export function drawGround(venue: string, light: Light, plan: GroundPlan): Shape[] {
  const { width, height, horizon, houseScale, seed } = plan;
  const random = randomFrom(hashOf(`${seed} house`));
  const room = height - horizon;
  const houseX = width * (random() < 0.5 ? mix(0.24, 0.42, random()) : mix(0.58, 0.76, random()));
  const half = HOUSE_HALF_WIDTH[venue] ?? 125;
  const meadow = hill(`${seed} meadow`, width, horizon + room * 0.46, room * 0.14, houseX);
  const front = hill(
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
    ground(meadowColour, meadow, width, height),
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
    ground(light.ink, front, width, height),
  ];
}

/** y of a gentle hill that is flat around `flatAt`. */
function hill(seed: string, width: number, y: number, swell: number, flatAt: number) {
  const noise = noiseFrom(hashOf(seed));
  return (x: number): number => {
    const away = Math.min(1, Math.abs(x - flatAt) / (width * 0.4));
    return y + swell * away * (0.4 - away + 0.8 * noise((x / width) * 3.1, 0.5));
  };
}

function ground(fill: string, y: (x: number) => number, width: number, height: number): Shape {
  const points = [0, height];
  for (let x = 0; x <= width; x += width / 60) points.push(x, y(x));
  points.push(width, height);
  return { kind: 'path', fill, d: polygon(points), transform: IN_QUARTERS };
}
