import { clamp, mix, noiseFrom, randomFrom, hashOf } from './math.ts';
import { IN_QUARTERS, polygon, type Shape } from './plate.ts';

/** A stand of spruces along a line of ground. Lengths in pixels. */
export interface Forest {
  seed: number;
  from: number;
  to: number;
  /** y of the ground at x. */
  ground: (x: number) => number;
  /** Mean distance between trees. */
  spacing: number;
  smallest: number;
  tallest: number;
  fill: string;
  /** Width of a typical wood. */
  patch: number;
  /** How thinly wooded: trees stand where noise (-1 to 1) is above this. */
  bare?: number;
  /** Stretches without trees. */
  clearings?: Clearing[];
}

interface Clearing {
  x: number;
  halfWidth: number;
}

/** Draws all trees of a forest as one shape; noise decides where they stand. */
export function drawForest(forest: Forest): Shape {
  const { from, to, spacing, patch, bare = -0.2, clearings = [] } = forest;
  const random = randomFrom(forest.seed);
  const noise = noiseFrom(forest.seed);
  let d = '';
  for (let slot = from; slot < to; slot += spacing) {
    const x = slot + random() * spacing;
    const vigour = random();
    const density = noise(x / patch, 1) + 0.45 * noise((x / patch) * 4.4, 4);
    const open = Math.min(1, ...clearings.map((clearing) => edgeOf(clearing, x)));
    if (density < bare || open <= 0) continue;
    // Trees grow smaller towards the edge of a wood.
    const growth = Math.min(clamp((density - bare) * 1.1), open);
    const size = mix(forest.smallest, forest.tallest, growth) * (0.6 + 0.5 * vigour);
    d += spruce(x, forest.ground(x) + 1, size, random);
  }
  return { kind: 'path', fill: forest.fill, d, transform: IN_QUARTERS };
}

/** 0 inside a clearing, rising to 1 beside it. */
function edgeOf({ x: middle, halfWidth }: Clearing, x: number): number {
  return clamp((Math.abs(x - middle) - halfWidth) / (halfWidth * 0.35));
}

/** One spruce: a narrow crown of ragged boughs. */
function spruce(x: number, foot: number, size: number, random: () => number): string {
  const width = size * mix(0.3, 0.42, random());
  const tiers = clamp(Math.round(size / 6.5), 2, 9);
  const right: number[] = [];
  const left: number[] = [];
  for (let tier = 1; tier <= tiers; tier++) {
    const share = tier / tiers;
    const y = foot - size + share * size * 0.95;
    const reach = width * 0.5 * Math.pow(share, 0.86);
    const bough = (): number => reach * mix(0.84, 1.16, random());
    right.push(x + bough(), y + size * 0.015, x + reach * 0.45, y - size * 0.015);
    left.push(y - size * 0.015, x - reach * 0.45, y + size * 0.015, x - bough());
  }
  const trunk = [x + width * 0.05, foot + 2, x - width * 0.05, foot + 2];
  return polygon([x, foot - size, ...right, ...trunk, ...left.toReversed()]);
}

/** y of a gentle hill at x, level around `flatAt`; `swell` is how far it rises and falls. */
export function hillLine(
  seed: string,
  width: number,
  y: number,
  swell: number,
  flatAt: number,
): (x: number) => number {
  const noise = noiseFrom(hashOf(seed));
  return (x) => {
    const away = Math.min(1, Math.abs(x - flatAt) / (width * 0.4));
    return y + swell * away * (0.4 - away + 0.8 * noise((x / width) * 3.1, 0.5));
  };
}

/** The ground under a hill line down to the foot of the plate. */
export function drawHill(
  fill: string,
  line: (x: number) => number,
  width: number,
  height: number,
): Shape {
  const points = [0, height];
  for (let x = 0; x <= width; x += width / 60) points.push(x, line(x));
  points.push(width, line(width), width, height);
  return { kind: 'path', fill, d: polygon(points), transform: IN_QUARTERS };
}
