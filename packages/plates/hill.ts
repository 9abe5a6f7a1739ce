import { IN_QUARTERS, polygon } from './path-data.ts';
import type { Shape } from './plate.ts';
import { hashOf, noiseFrom } from './random.ts';

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
