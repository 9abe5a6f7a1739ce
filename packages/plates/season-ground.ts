import { drawForest } from './hills.ts';
import { drawHill, hillLine } from './hills.ts';
import { blend } from './lights.ts';
import type { Light } from './lights.ts';
import { tenth } from './math.ts';
import type { PlateSize, Shape, Transform } from './plate.ts';
import { hashOf } from './math.ts';

/** Meadow and forests of the season's panorama, with the place of the abbey between them. */
export interface SeasonGround {
  /** y of the meadow's edge at x. */
  meadow: (x: number) => number;
  behind: Shape[];
  abbey: Transform;
  front: Shape[];
}

/** Half the width of the abbey at scale 1, in pixels. */
const ABBEY_HALF_WIDTH = 240;

/** Draws the meadow with trees around the abbey; the forest in front continues into the page below. */
export function drawSeasonGround(
  { width, height, base, light }: PlateSize & { base: number; light: Light },
  abbeyX: number,
): SeasonGround {
  const room = height - base;
  const scale = Math.min(0.9, (room * 0.8) / 180, width / 1500);
  const meadow = hillLine('season meadow', width, base + room * 0.36, room * 0.16, abbeyX);
  const front = hillLine('season front', width, base + room * 0.74, room * 0.16, width * 0.6);
  const meadowColour = blend(light.shade, light.ink, 0.74);
  const half = ABBEY_HALF_WIDTH * scale;
  const y = meadow(abbeyX) + room * 0.12;
  return {
    meadow,
    behind: [
      drawForest({
        seed: hashOf('season wood'),
        from: -8,
        to: width + 8,
        ground: meadow,
        spacing: 4,
        smallest: room * 0.06,
        tallest: room * 0.18,
        fill: meadowColour,
        patch: 120,
        clearings: [{ x: abbeyX, halfWidth: half * 0.96 }],
      }),
      drawHill(meadowColour, meadow, width, height),
      drawFurrows(blend(meadowColour, light.shade, 0.3), meadow, width, room),
    ],
    abbey: { x: Math.round(abbeyX), y: Math.round(y), scale },
    front: [
      drawForest({
        seed: hashOf('season garden'),
        from: abbeyX - half * 1.1,
        to: abbeyX + half * 1.1,
        ground: () => y + room * 0.02,
        spacing: 5,
        smallest: room * 0.04,
        tallest: room * 0.1,
        fill: blend(meadowColour, light.ink, 0.4),
        patch: 60,
        bare: 0,
        clearings: [{ x: abbeyX, halfWidth: half * 0.18 }],
      }),
      drawForest({
        seed: hashOf('season edge'),
        from: -8,
        to: width + 8,
        ground: front,
        spacing: 4.5,
        smallest: room * 0.09,
        tallest: room * 0.32,
        fill: light.ink,
        patch: 130,
        clearings: [{ x: abbeyX, halfWidth: half * 0.7 }],
      }),
      drawHill(light.ink, front, width, height),
    ],
  };
}

/** Five lines across the meadow, mown like a stave. */
function drawFurrows(
  stroke: string,
  meadow: (x: number) => number,
  width: number,
  room: number,
): Shape {
  const steps = 24;
  const lines = [0, 1, 2, 3, 4].map((line) => {
    const points = Array.from({ length: steps + 1 }, (_, i) => {
      const x = (width * i) / steps;
      return `${Math.round(x)} ${tenth(meadow(x) + room * (0.17 + 0.028 * line))}`;
    });
    return `M${points.join('L')}`;
  });
  return { kind: 'path', d: lines.join(''), stroke, strokeWidth: 1 };
}
