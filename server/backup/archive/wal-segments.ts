/** A stretch of the write-ahead log on one timeline; positions (LSN) in bytes from its beginning. */
export interface WalRange {
  timeline: number;
  start: number;
  end: number;
}

/** A file of the write-ahead log: its timeline and its number on it. */
export interface Segment {
  timeline: number;
  index: number;
}

/** PostgreSQL numbers segments in two halves; the second one counts up to this many bytes. */
const LOG_BYTES = 2 ** 32;

/** Parses a position such as `0/2000028`. */
export function parseLsn(text: string): number {
  const [high = '', low = ''] = text.split('/');
  return Number.parseInt(high, 16) * LOG_BYTES + Number.parseInt(low, 16);
}

/** PostgreSQL's file name of a segment, such as `00000001000000000000002A`. */
export function formatSegment({ timeline, index }: Segment, segmentBytes: number): string {
  const perLog = LOG_BYTES / segmentBytes;
  return [timeline, Math.floor(index / perLog), index % perLog]
    .map((part) => part.toString(16).toUpperCase().padStart(8, '0'))
    .join('');
}

/** The segment that a file name starts with (`….backup` names one, too); null for other files. */
export function parseSegment(name: string, segmentBytes: number): Segment | null {
  const parts = /^([0-9A-F]{8})([0-9A-F]{8})([0-9A-F]{8})/.exec(name)?.slice(1);
  if (parts === undefined) return null;
  const [timeline = 0, log = 0, low = 0] = parts.map((part) => Number.parseInt(part, 16));
  return { timeline, index: log * (LOG_BYTES / segmentBytes) + low };
}

/** Where a timeline starts; those before it in a list are its ancestors. */
export interface TimelineStart {
  timeline: number;
  start: number;
}

/** Reads a timeline's history file: its ancestors, oldest first, and the timeline itself. */
export function parseHistory(timeline: number, text: string): TimelineStart[] {
  const lineage: TimelineStart[] = [];
  let start = 0;
  for (const [, parent = '', end = ''] of text.matchAll(/^(\d+)\s+([0-9A-F]+\/[0-9A-F]+)/gm)) {
    lineage.push({ timeline: Number(parent), start });
    start = parseLsn(end);
  }
  return [...lineage, { timeline, start }];
}
