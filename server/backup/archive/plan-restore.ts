import { StartError } from '../../platform/errors.ts';
import {
  formatSegment,
  type Archive,
  type BaseBackup,
  type TimelineStart,
} from './read-archive.ts';

const SECOND_MS = 1000;

/** From which base backup to which timeline an archive is restored. */
export interface RestorePlan {
  base: BaseBackup;
  timeline: number;
  /** A missing segment after which nothing can be restored; null if all are there. */
  gap: string | null;
}

/**
 * Chooses the newest base backup of the newest timeline, or the newest one that ended before `to`. Throws StartError if
 * there is none. To the end of the archive, throws it also if a segment is missing: PostgreSQL would take the gap for
 * the end and lose what follows. With `to`, only a gap before that moment matters, and PostgreSQL notices it.
 */
export function planRestore(archive: Archive, to?: Date): RestorePlan {
  const timeline = findNewestTimeline(archive);
  const lineage = archive.histories.get(timeline) ?? [{ timeline, start: 0 }];
  const end = findEnd(archive, lineage);
  const usable = archive.baseBackups.filter(
    (base) => isOnLineage(base, lineage) && lastSegment(base, archive) <= end,
  );
  const base =
    usable.findLast(({ endedAt }) => to === undefined || endedAt <= to) ??
    // it may have ended in the same second before that moment; PostgreSQL notices if it has not
    usable.slice(0, 1).find(({ endedAt }) => endedAt.getTime() - SECOND_MS <= Number(to));
  if (base === undefined) throw noBaseBackup(archive, usable[0], to);
  const gap = findGap(archive, base, lineage);
  if (gap === null || to !== undefined) return { base, timeline, gap };
  throw gapError(archive.directory, gap);
}

/** The error for a segment that is missing before the moment to restore. */
export function gapError(directory: string, gap: string): StartError {
  return new StartError(
    `${directory} has a gap: wal/${gap}.gz is missing. Find that file, or restore a moment before it (--to TIME).`,
  );
}

function noBaseBackup({ directory }: Archive, oldest?: BaseBackup, to?: Date): StartError {
  if (oldest === undefined || to === undefined) {
    return new StartError(`${directory} holds no complete base backup.`);
  }
  return new StartError(
    `${directory} does not reach back to ${to.toISOString()}; it does to ${oldest.endedAt.toISOString()}.`,
  );
}

function findNewestTimeline({ histories, baseBackups, segments }: Archive): number {
  const bases = baseBackups.map(({ wal }) => wal.timeline);
  const found = [...histories.keys(), ...bases, ...segments.map(({ timeline }) => timeline)];
  return found.reduce((newest, timeline) => Math.max(newest, timeline), 1);
}

/** A base backup made after a later timeline branched off cannot lead to that one. */
function isOnLineage({ wal }: BaseBackup, lineage: TimelineStart[]): boolean {
  const place = lineage.findIndex(({ timeline }) => timeline === wal.timeline);
  if (place < 0) return false;
  const next = lineage[place + 1];
  return next === undefined || wal.end <= next.start;
}

function lastSegment({ wal }: BaseBackup, { segmentBytes }: Archive): number {
  return Math.floor((wal.end - 1) / segmentBytes);
}

/** The timeline on which PostgreSQL looks for this segment. */
function timelineAt(index: number, lineage: TimelineStart[], segmentBytes: number): number {
  const entry = lineage.findLast(({ start }) => Math.floor(start / segmentBytes) <= index);
  return entry?.timeline ?? 1;
}

/** The index of the archive's last segment on these timelines. */
function findEnd({ segments, segmentBytes }: Archive, lineage: TimelineStart[]): number {
  return segments
    .filter(({ timeline, index }) => timelineAt(index, lineage, segmentBytes) === timeline)
    .reduce((highest, { index }) => Math.max(highest, index), -1);
}

/** Name of the first segment that is missing between a base backup and the archive's end. */
function findGap(archive: Archive, { wal }: BaseBackup, lineage: TimelineStart[]): string | null {
  const { segments, segmentBytes } = archive;
  const present = new Set(segments.map((segment) => formatSegment(segment, segmentBytes)));
  const end = findEnd(archive, lineage);
  for (let index = Math.floor(wal.start / segmentBytes); index <= end; index++) {
    const timeline = timelineAt(index, lineage, segmentBytes);
    const name = formatSegment({ timeline, index }, segmentBytes);
    if (!present.has(name)) return name;
  }
  return null;
}
