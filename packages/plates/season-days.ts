import { hourOf } from './draw-scene.ts';
import { clamp, mix } from './math.ts';
import type { DatedConcert, PlateConcert } from './plate.ts';
import { hashOf, randomFrom } from './math.ts';
import { tempoOf } from './concert-ranges.ts';

/** A day with concerts, as a summit. */
export interface SeasonDay {
  date: string;
  concertIds: number[];
  /** 0 to 1 between the margins. */
  share: number;
  /** 0 to 1; only the Long Night reaches 1. */
  height: number;
  sharpness: number;
}

/** 'time': a day is a day. 'compact': free days shrink, for narrow plates. */
export type SeasonAxis = 'time' | 'compact';

/** Lists the days of a season from left to right. */
export function listSeasonDays(concerts: DatedConcert[], axis: SeasonAxis): SeasonDay[] {
  const sorted = concerts.toSorted(
    (a, b) => a.date.localeCompare(b.date) || hourOf(a.time) - hourOf(b.time) || a.id - b.id,
  );
  const byDate = [...Map.groupBy(sorted, (concert) => concert.date)];
  const places = axisPlaces(
    byDate.map(([date]) => Date.parse(date) / DAY_MS),
    axis,
  );
  return byDate.map(([date, those], i) => ({
    date,
    concertIds: those.map((concert) => concert.id),
    share: places[i] ?? 0.5,
    ...highestOf(those),
  }));
}

const DAY_MS = 86_400_000;

/** Free days between two concerts count as at most this many days on a compact axis. */
const MAX_COMPACT_GAP = 3.6;
/** Between two neighbours, as a share of the axis: room for a date. */
const MIN_STEP = { time: 0.047, compact: 0.055 };

/** Where long breaks would push the other days together, or days are many, all move apart. */
function axisPlaces(days: number[], axis: SeasonAxis): number[] {
  const steps = days.slice(1).map((day, i) => {
    const step = day - (days[i] ?? day);
    return axis === 'time' ? step : step > 2 ? Math.min(step, MAX_COMPACT_GAP) : 1;
  });
  const whole = steps.reduce((sum, step) => sum + step, 0);
  const room = Math.min(MIN_STEP[axis], 1 / steps.length);
  const isCrowded = Math.min(...steps) / whole < room;
  let at = 0;
  const places = steps.map((step) => {
    const share = step / whole;
    at += isCrowded ? room + (1 - steps.length * room) * share : share;
    return at;
  });
  return places.length === 0 ? [0.5] : [0, ...places];
}

/** Long programmes and late hours make high summits; a day has the height of its highest concert. */
function highestOf(concerts: PlateConcert[]): { height: number; sharpness: number } {
  const summits = concerts.map((concert) => {
    const movements = concert.pieces.flatMap((piece) => piece.movements);
    const tempi = movements.map((movement) => tempoOf(movement.title));
    const length = clamp(Math.max(movements.length, concert.pieces.length) / 17);
    const evening = hourOf(concert.time) >= 18 ? 1 : 0.78;
    const chance = randomFrom(hashOf(`season ${concert.id}`))();
    const height = concert.isLongNight
      ? 1
      : clamp(mix(0.34, 0.84, length) * evening * mix(0.76, 1.18, chance), 0.32, 0.88);
    return { height, sharpness: tempi.length > 0 ? mean(tempi.map((t) => t.sharpness)) : 0.5 };
  });
  const highest = summits.toSorted((a, b) => b.height - a.height)[0];
  return highest ?? { height: 0.4, sharpness: 0.5 };
}

function mean(values: number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / Math.max(1, values.length);
}
