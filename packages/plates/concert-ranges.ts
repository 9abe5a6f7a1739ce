import type { PlateConcert, PlatePiece } from './plate.ts';
import { clamp, mix, hashOf, randomFrom } from './math.ts';

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

/** How a movement rises: both 0 to 1. */
export interface Tempo {
  height: number;
  /** 0 a dome, 1 a spire. */
  sharpness: number;
}

/** Words at the start of a title that make it slow, whatever follows ('Adagio – Con moto'). */
const SLOW_START =
  /^(adagi|larg|lent|grave|langsam|getragen|sehr langsam|tr[eè]s lent|poco adagio|sostenuto|pihen|lass[uú]|pomalu|volně)/i;

/** From fast to slow; the first that matches decides. Italian, German, French, Hungarian, Czech. */
const TEMPI: [RegExp, Tempo][] = [
  [
    /prest|furiant|agitato|agité|rasch|stürmisch|so schnell|vivacissim|gyors|sebes|friss|furios|tarantell/i,
    { height: 1, sharpness: 0.95 },
  ],
  [
    /viva|vivo|vif|molto allegro|allegro (di )?molto|allegro assai|scherz|leggier|capric|lebhaft|schnell|animé|élevén|élénk|rychle|živě|badinerie|toccata/i,
    { height: 0.9, sharpness: 0.85 },
  ],
  [
    /allegro|con brio|feurig|ungeduld|jäger|gigue|giga|ouvert|frisch|bewegt|mit kraft|marsch|marcia|fug|bourrée|polka|skočná/i,
    { height: 0.8, sharpness: 0.7 },
  ],
  [
    /allegretto|con moto|più mosso|rondo|rondeau|courante|corrente|prélude|präludium|praeludium|wandern|wohin|gloria|sanctus|verbunkos|ländler|walzer|valse|mazur/i,
    { height: 0.66, sharpness: 0.5 },
  ],
  [
    /moderat|modéré|mäßig|menu|minuet|andant|aria|allemande|roman[cz]|christe|agnus|variatio|dumka|canzon|intermezz|ruhig|gemächlich|mérsékelt/i,
    { height: 0.54, sharpness: 0.3 },
  ],
  [
    /adagi|larg|lent|grave|sarabande|langsam|getragen|stabat|pie|kyrie|requiem|wiegen|berceuse|nocturne|notturno|elegi|élégie|choral|farbe|dank|nacht|trauer|litan|lassú|pomalu/i,
    { height: 0.44, sharpness: 0.08 },
  ],
];

/** For titles without a tempo word. */
export const UNKNOWN_TEMPO: Tempo = { height: 0.6, sharpness: 0.5 };

/** Height and sharpness of a summit from the tempo words of a movement's title. */
export function tempoOf(title: string): Tempo {
  const words = title.trim().replace(/^(\[|[ivx]+\.\s*|\d+\.\s*)/i, '');
  if (SLOW_START.test(words)) return { height: 0.44, sharpness: 0.1 };
  return TEMPI.find(([pattern]) => pattern.test(words))?.[1] ?? UNKNOWN_TEMPO;
}
