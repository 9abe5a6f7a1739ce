import { planRanges, type Spread } from './concert-ranges.ts';
import { drawGround } from './draw-ground.ts';
import { drawRanges } from './draw-ranges.ts';
import { LIGHTS, lightOf, type LightName } from './lights.ts';
import { mix, hashOf } from './math.ts';
import type { Plate, PlateConcert } from './plate.ts';
import { drawSky } from './sky.ts';

/** The layout of a concert's plate. Lengths in pixels. */
export interface SceneLayout {
  width: number;
  height: number;
  /** Free band at the top: no rock and no sun above this y. */
  band: number;
  /** y of the foot of the nearest range. */
  horizon: number;
  spread: Spread;
  /** Factor for the height of the shade: wide plates need more light. */
  shadow: number;
  /** Radius of sun or moon, and the y it stays below (the band if left out). */
  discRadius: number;
  discTop?: number;
  /** Whether the page draws a line down to each summit, from labels spread evenly over the width. */
  isLabelled?: boolean;
  /** No star stands above this y; 0 if left out. */
  starsFrom?: number;
  /** Scale of the house, whose full-size front is 250 pixels wide. */
  houseScale: number;
}

/** Draws one concert: sky, ranges, meadow, house and forest. */
export function drawScene(concert: PlateConcert, layout: SceneLayout): Plate {
  const { width, height, band, horizon } = layout;
  const name = lightNameOf(concert);
  const light = LIGHTS[name];
  const seed = `plate ${concert.id}`;
  const hour = hourOf(concert.time);
  const ranges = planRanges(concert, layout.spread);
  const mountains = drawRanges(ranges, light, {
    width,
    height,
    top: band,
    horizon,
    shade: layout.shadow * (concert.isLongNight ? 0.36 : shadeAt(hour)),
    seed,
  });
  const sky = drawSky(light, {
    width,
    height,
    top: layout.discTop ?? band,
    hour,
    isNight: concert.isLongNight,
    starsFrom: layout.starsFrom ?? 0,
    lines: layout.isLabelled ? linesOver(mountains.summits.length, layout) : [],
    radius: layout.discRadius,
    skyline: mountains.skyline,
    seed: hashOf(`${seed} stars`),
  });
  const ground = drawGround(concert.venue, light, {
    width,
    height,
    horizon,
    houseScale: layout.houseScale,
    summits: mountains.summits,
    seed,
  });
  return {
    width,
    height,
    light: name,
    shapes: [...sky, ...mountains.shapes(ground.meadow), ...ground.shapes],
    summits: mountains.summits,
  };
}

/** The x of these lines: the middle of each label, between the margins. */
function linesOver(count: number, { width, spread }: SceneLayout): number[] {
  return Array.from({ length: count }, (_, i) =>
    mix(width * spread.margin, width * (1 - spread.margin), (i + 0.5) / count),
  );
}

function lightNameOf(concert: PlateConcert): LightName {
  if (concert.isLongNight) return 'mondnacht';
  return concert.pieces.length === 0 ? 'nebel' : lightOf(concert.key);
}

/** Hours since midnight; 19.5 if the time cannot be parsed. */
export function hourOf(time: string): number {
  const [hours = NaN, minutes = 0] = time.split(/[:.]/).map(Number);
  return Number.isFinite(hours) ? hours + (minutes || 0) / 60 : 19.5;
}

/** The share of the mountains in the shade: low in the morning, high in the evening. */
function shadeAt(hour: number): number {
  if (hour < 13) return 0.16;
  return hour < 18 ? 0.26 : 0.34;
}
