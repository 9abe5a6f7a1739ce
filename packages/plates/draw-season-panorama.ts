import { drawAbbey } from './abbey.ts';
import { houseColours } from './draw-house.ts';
import { drawSeasonGround } from './season-ground.ts';
import { engrave, type Engraving } from './engrave.ts';
import { LIGHTS, type Light, type LightName } from './lights.ts';
import { clamp, mix, hashOf, randomFrom } from './math.ts';
import {
  toQuarter,
  type DatedConcert,
  type DaySummit,
  type Plate,
  type PlateSize,
} from './plate.ts';
import { listSeasonDays, type SeasonAxis, type SeasonDay } from './season-days.ts';
import { planShadeLine, footHills, terrainOf } from './terrain.ts';
import type { Peak } from './crest.ts';

/** Size and layout of the season's panorama. */
export interface SeasonSize extends PlateSize {
  /** Pixels at the top without rock, for dates; a ninth of the height by default. */
  labelBand?: number;
  /** 'time' by default; 'compact' for plates that are swiped on a phone. */
  axis?: SeasonAxis;
  /** Pixels between the edges and the first and last summit. */
  margin?: number;
  light?: LightName;
  /** '#RRGGBB', instead of the light's. */
  sky?: string | null;
}

interface SeasonFrame extends PlateSize {
  top: number;
  /** y of the foot of the range of days. */
  base: number;
  amplitude: number;
  light: Light;
}

/**
 * Draws the season: one summit a day, on a linear axis of time, with the abbey in the longest gap.
 * Made for 1440 × 560 and, to be swiped on phones, 860 × 420 with a compact axis.
 */
export function drawSeasonPanorama(concerts: DatedConcert[], size: SeasonSize): Plate<DaySummit> {
  const {
    width,
    height,
    labelBand = height / 9,
    axis = 'time',
    light = 'alpengluehen',
    sky,
  } = size;
  const margin = size.margin ?? width * 0.045;
  const base = height * 0.64;
  const frame: SeasonFrame = {
    width,
    height,
    top: labelBand,
    base,
    amplitude: (base - labelBand) * 0.985,
    light: sky ? { ...LIGHTS[light], sky } : LIGHTS[light],
  };
  const days = listSeasonDays(concerts, axis).map((day) => ({
    ...day,
    x: mix(margin, width - margin, day.share),
  }));
  const abbeyX = placeForAbbey(days, width);
  const backdrop = drawBackdrop(
    frame,
    days.map((day) => day.x),
  );
  const range = drawDays(days, frame);
  // Where days are close, a summit farther away would be the neighbour's.
  const reach = Math.min(8, ...days.slice(1).map(({ x }, i) => 0.15 * (x - (days[i]?.x ?? x))));
  const ground = drawSeasonGround(frame, abbeyX);
  return {
    width,
    height,
    light,
    shapes: [
      { kind: 'rect', x: 0, y: 0, width, height, fill: frame.light.sky },
      ...backdrop.shapes(range.skyline),
      ...range.shapes(ground.meadow),
      ...ground.behind,
      ...(concerts.some(({ venue }) => venue !== '')
        ? drawAbbey(houseColours(frame.light, '#DCE9E4'), ground.abbey, 'full')
        : []),
      ...ground.front,
    ],
    summits: days.map(({ x, date, concertIds }) => ({
      ...highest(range, x, reach),
      date,
      concertIds,
    })),
  };
}

/** The middle of the longest gap between concerts, or 30 % of the width if there is none. */
function placeForAbbey(days: { x: number }[], width: number): number {
  let best = { gap: width * 0.16, x: width * 0.3 };
  for (const [i, day] of days.entries()) {
    const next = days[i + 1];
    if (next && next.x - day.x > best.gap) {
      best = { gap: next.x - day.x, x: (day.x + next.x) / 2 };
    }
  }
  return best.x;
}

/** Draws the quiet far range of every season; its summits stand between those of the days. */
function drawBackdrop(frame: SeasonFrame, days: number[]): Engraving {
  const { width, height, light } = frame;
  const random = randomFrom(hashOf('backdrop'));
  const amplitude = frame.amplitude * 0.66;
  const peaks: Peak[] = [];
  for (let at = width * 0.02; at < width * 1.05; at += amplitude * mix(0.6, 1.3, random())) {
    const x = betweenDays(at, days, amplitude * 0.4);
    // Where there is room, as over the abbey, it may be a great mountain.
    const room = clamp(Math.min(...days.map((day) => Math.abs(day - x))) / (amplitude * 0.9));
    const rise = mix(0.62, 0.84, random()) * mix(1, 1.34, room);
    peaks.push({ x, height: rise * amplitude, sharpness: mix(0.2, 0.6, random()) });
  }
  const terrain = terrainOf({
    width,
    base: frame.base - frame.amplitude * 0.16,
    depth: height * 0.1,
    amplitude,
    peaks,
    floor: amplitude * 0.3,
    grain: clamp(amplitude * 0.42, 26, 130),
    roughness: 0.85,
    seed: hashOf('season backdrop'),
  });
  return engrave(terrain, {
    lit: light.far,
    ink: light.farInk,
    shade: null,
    shadeHeight: () => 0,
    lines: 24,
    step: toQuarter(clamp(width / 300, 3, 4.8)),
    maxStroke: 2.2,
    pitch: 3,
    crestStroke: 0.8,
    darkFoot: 0,
    foot: height,
  });
}

/** Moves x away from the days beside it, up to `reach`, so that no day's shoulder hides a far summit. */
function betweenDays(x: number, days: number[], reach: number): number {
  const after = days.findIndex((day) => day > x);
  const left = days[after - 1];
  const right = days[after];
  if (left === undefined || right === undefined) return x;
  const away = Math.min(0.4 * (right - left), reach);
  return clamp(x, left + away, right - away);
}

function drawDays(days: (SeasonDay & { x: number })[], frame: SeasonFrame): Engraving {
  const { width, height, light, amplitude } = frame;
  const random = randomFrom(hashOf('season hills'));
  const peaks = days.map(({ x, height: share, sharpness }) => ({
    x,
    height: share * amplitude,
    sharpness: clamp(0.3 + sharpness * 0.7),
  }));
  const terrain = terrainOf({
    width,
    base: frame.base,
    depth: height * 0.17,
    amplitude,
    peaks: peaks.length > 0 ? peaks : footHills(random, 0, width, amplitude, amplitude * 0.4),
    floor: amplitude * 0.1,
    grain: clamp(amplitude * 0.36, 26, 130),
    roughness: 1,
    seed: hashOf('season days'),
  });
  return engrave(terrain, {
    lit: light.lit,
    ink: light.ink,
    shade: light.shade,
    shadeHeight: planShadeLine(
      terrain,
      amplitude * 0.24,
      peaks.map((peak) => peak.x),
    ),
    lines: Math.round(clamp(height / 12, 36, 50)),
    step: toQuarter(clamp(width / 400, 2.6, 3.6)),
    maxStroke: clamp(width / 300, 3.4, 4.8),
    pitch: clamp(width / 520, 2.2, 2.8),
    crestStroke: 1.1,
    darkFoot: 0.92,
    foot: height,
  });
}

function highest(range: Engraving, x: number, reach: number): { x: number; y: number } {
  let best = { x, y: range.skyline(x) };
  for (let near = x - reach; near <= x + reach; near += 0.5) {
    const y = range.skyline(near);
    if (y < best.y) best = { x: near, y };
  }
  return best;
}
