import type { Concert } from './concert-summary.ts';

export type Piece = Concert['program']['pieces'][number];

export interface ComposerGroup {
  composer: Piece['composer'];
  /** The composer has stood here before: life dates are printed at first mention only. */
  repeated: boolean;
  pieces: Piece[];
  hasIntervalAfter: boolean;
}

/** Works by one composer that follow each other share one heading, unless an interval parts them. */
export function groupByComposer(pieces: Piece[]): ComposerGroup[] {
  const groups: ComposerGroup[] = [];
  const seen = new Set<string>();
  for (const piece of pieces) {
    const open = groups.at(-1);
    if (open && !open.hasIntervalAfter && open.composer.fullName === piece.composer.fullName) {
      open.pieces.push(piece);
      open.hasIntervalAfter = piece.interval_after;
      continue;
    }
    const repeated = seen.has(piece.composer.fullName);
    seen.add(piece.composer.fullName);
    const { composer, interval_after: hasIntervalAfter } = piece;
    groups.push({ composer, repeated, pieces: [piece], hasIntervalAfter });
  }
  return groups;
}
