import type { Concert } from './concert-summary.ts';

export type Piece = Concert['program']['pieces'][number];

export interface ComposerGroup {
  composer: Piece['composer'];
  /** The composer has stood here before: life dates are printed at first mention only. */
  repeated: boolean;
  pieces: Piece[];
  hasIntervalAfter: boolean;
  /** The room of these works, where it changes or after an interval. */
  venue: string | undefined;
}

/** Works by one composer that follow each other share one heading, unless an interval or another room parts them. */
export function groupByComposer(pieces: Piece[]): ComposerGroup[] {
  const groups: ComposerGroup[] = [];
  const seen = new Set<string>();
  for (const piece of pieces) {
    const open = groups.at(-1);
    const isSameRoom = open?.pieces[0]?.venue === piece.venue && !open?.hasIntervalAfter;
    if (open && isSameRoom && open.composer.fullName === piece.composer.fullName) {
      open.pieces.push(piece);
      open.hasIntervalAfter = piece.interval_after;
      continue;
    }
    const repeated = seen.has(piece.composer.fullName);
    seen.add(piece.composer.fullName);
    const { composer, interval_after: hasIntervalAfter } = piece;
    const venue = isSameRoom ? undefined : piece.venue;
    groups.push({ composer, repeated, pieces: [piece], hasIntervalAfter, venue });
  }
  return groups;
}
