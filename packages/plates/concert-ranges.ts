import type { PlateConcert, PlatePiece } from './plate.ts';
import { clamp, mix } from './math.ts';
import { hashOf, randomFrom } from './random.ts';
import { tempoOf, UNKNOWN_TEMPO } from './tempo.ts';

/** A summit that stands for a movement. */
export interface PlannedSummit {
  /** 0 left edge to 1 right edge of the plate. */
  x: number;
  /** 0 to 1. */
  height: number;
  sharpness: number;
  piece: number;
  movement: number;
  title: string;
}

/** One mountain range, which is one work (several only in programmes of more than four works). */
export interface PlannedRange {
  /** 0 farthest to 1 nearest. */
  nearness: number;
  summits: PlannedSummit[];
}

/** Distribution of the summits over the width. */
export interface Spread {
  /** Margins left and right, 0 to 1. */
  margin: number;
  /** 0: equal distances, 1: high summits get more room. */
  sway: number;
  /** Extra room between two works, in widths of a summit. */
  pause: number;
  /** No summit is lower than this, 0 to 1. */
  lowest: number;
}

const MAX_RANGES = 4;

/**
 * Reads the programme as mountains: ranges from far to near, summits in order of performance.
 * Without a programme there is one distant ridge.
 */
export function planRanges(concert: PlateConcert, spread: Spread): PlannedRange[] {
  if (concert.pieces.length === 0) return [{ nearness: 0, summits: [] }];
  const summits = placeSummits(concert, spread);
  const order = concert.pieces
    .map((piece, index) => ({ index, born: bornOf(piece, concert.pieces) }))
    .toSorted((a, b) => a.born - b.born || a.index - b.index);
  const count = Math.min(MAX_RANGES, order.length);
  return Array.from({ length: count }, (_, range) => {
    const pieces = order
      .filter((_piece, rank) => Math.floor((rank * count) / order.length) === range)
      .map(({ index }) => index);
    return {
      nearness: count === 1 ? 1 : range / (count - 1),
      summits: summits.filter((summit) => pieces.includes(summit.piece)),
    };
  });
}

/** Unknown years count as the middle of the known ones. */
function bornOf(piece: PlatePiece, all: PlatePiece[]): number {
  if (piece.composerBorn !== null) return piece.composerBorn;
  const known = all
    .map((other) => other.composerBorn)
    .filter((year) => year !== null)
    .toSorted((a, b) => a - b);
  const below = known[Math.floor((known.length - 1) / 2)] ?? 0;
  const above = known[Math.ceil((known.length - 1) / 2)] ?? 0;
  return (below + above) / 2;
}

function placeSummits(concert: PlateConcert, spread: Spread): PlannedSummit[] {
  const random = randomFrom(hashOf(`summits ${concert.id}`));
  const summits: PlannedSummit[] = [];
  const rooms: number[] = [];
  let used = 0;
  for (const [piece, { movements }] of concert.pieces.entries()) {
    if (piece > 0) used += spread.pause;
    const named = movements.length > 0 ? movements : [{ title: '' }];
    for (const [movement, { title }] of named.entries()) {
      const tempo = title ? tempoOf(title) : { ...UNKNOWN_TEMPO, height: 0.78 };
      const height = clamp(Math.max(tempo.height, spread.lowest) * mix(0.92, 1.06, random()));
      const room = mix(1, 0.62 + 0.6 * height, spread.sway) * (1 + spread.sway * 0.7 * random());
      rooms.push(room);
      summits.push({
        x: used + room / 2,
        height,
        sharpness: tempo.sharpness,
        piece,
        movement,
        title,
      });
      used += room;
    }
  }
  for (const [i, summit] of summits.entries()) {
    const wander = (random() - 0.5) * mix(0.06, 0.16, spread.sway) * (rooms[i] ?? 0);
    summit.x = mix(spread.margin, 1 - spread.margin, (summit.x + wander) / used);
  }
  return summits;
}
