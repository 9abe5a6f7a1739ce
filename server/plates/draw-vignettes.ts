import { drawAbbey } from './abbey.ts';
import { drawForest } from './forest.ts';
import { drawHill } from './hill.ts';
import { LIGHTS } from './lights.ts';
import type { Plate, PlateSize } from './plate.ts';
import { hashOf } from './random.ts';

/** A drawing without summits. */
type Vignette = Plate<never>;

/** The abbey alone, on the paper of the page, with engraved ground. Made for 640 × 260. */
export function drawAbbeyOnPaper({ width, height }: PlateSize): Vignette {
  const scale = Math.min(width / 640, height / 260) * 1.22;
  const ground = height - 22 * scale;
  const middle = width / 2;
  const { ink, shade, sky } = LIGHTS.alpengluehen;
  const lines = [1, 0.94, 0.85, 0.71, 0.53].map((share, i) => {
    const half = Math.round(252 * share);
    const drift = i % 2 === 0 ? -4 : 6;
    return `M${-half + drift} ${i * 4.2}h${2 * half}`;
  });
  const at = { x: middle, y: ground, scale };
  const colours = {
    wall: '#FFFFFF',
    shade: sky,
    roof: ink,
    dome: shade,
    line: ink,
    glow: '#F2A23C',
    outline: 1.1,
  };
  return {
    width,
    height,
    light: 'alpengluehen',
    shapes: [
      ...drawAbbey(colours, at, 'full'),
      { kind: 'path', d: lines.join(''), stroke: ink, strokeWidth: 1.2, transform: at },
    ],
    summits: [],
  };
}

/** The edge of the forest between the page and its footer; the ground fills the lower part. */
export function drawForestEdge({ width, height }: PlateSize): Vignette {
  const { ink } = LIGHTS.alpengluehen;
  const line = (x: number): number =>
    height * (0.86 - 0.07 * Math.sin((x / width) * 5.1 + 1)) - height * 0.03 * Math.sin(x / 110);
  return {
    width,
    height,
    light: 'alpengluehen',
    shapes: [
      drawForest({
        seed: hashOf('forest edge'),
        from: -6,
        to: width + 6,
        ground: line,
        spacing: 4.2,
        smallest: height * 0.14,
        tallest: height * 0.64,
        fill: ink,
        patch: 112,
      }),
      drawHill(ink, line, width, height),
    ],
    summits: [],
  };
}
