import { drawAbbey } from './abbey.ts';
import { WINDOW_LIGHT } from './draw-house.ts';
import { drawScene } from './draw-scene.ts';
import { drawForest, drawHill } from './hills.ts';
import { LIGHTS } from './lights.ts';
import type { Plate, PlateConcert, PlateSize } from './plate.ts';
import { hashOf } from './math.ts';

/** A drawing without summits. */
type Vignette = Plate<never>;

/** Draws the abbey alone, on the paper of the page, with engraved ground. Made for 640 × 260. */
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

/** Draws the edge of the forest between the page and its footer; the ground fills the lower part. */
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

/** Draws a night without music: moon, summits, and no lit window. Made for 960 × 360. */
export function drawDarkNight(size: PlateSize): Plate {
  const titles = ['Adagio', 'Andante', 'Lento', 'Allegro', 'Adagio', 'Andante'];
  const movements = titles.map((title) => ({ title }));
  const plate = drawScene(
    {
      ...nowhere,
      isLongNight: true,
      pieces: [
        { composerBorn: 1720, movements },
        { composerBorn: 1960, movements: movements.slice(0, 2) },
      ],
    },
    layoutOf(size),
  );
  const dark = LIGHTS.mondnacht.ink;
  const shapes = plate.shapes.map((shape) =>
    shape.fill === WINDOW_LIGHT ? { ...shape, fill: dark } : shape,
  );
  return { ...plate, shapes };
}

/** Draws one ridge in the fog, for a programme that is not available. Made for 960 × 360. */
export function drawFog(size: PlateSize): Plate {
  return drawScene(nowhere, layoutOf(size));
}

const nowhere: PlateConcert = {
  id: hashOf('nowhere'),
  time: '19:30',
  venue: 'church',
  isLongNight: false,
  key: null,
  pieces: [],
};

function layoutOf({ width, height }: PlateSize) {
  return {
    width,
    height,
    band: height * 0.16,
    horizon: height * 0.78,
    spread: { margin: 0.06, sway: 1, pause: 0.35, lowest: 0.42 },
    discRadius: height * 0.075,
    shadow: 1,
    houseScale: (height / 360) * 0.46,
  };
}
