import { readdir, rm } from 'node:fs/promises';
import path from 'node:path';
import { DAY_MS } from '#contract/berlin-time.ts';
import { backupDirNames } from './backup-dir.ts';
import { type Archive, type BaseBackup, readArchive } from './read-archive.ts';
import { parseSegment, type Segment } from './wal-segments.ts';

/** Any moment of these last days can be restored. */
export const ANY_MOMENT_DAYS = 7;
/** Older base backups, one a week, last as long as the privacy page says. */
export const BACKUP_DAYS = 30;

/** Base backups to retain: with all WAL after the oldest one, or only with what makes one of them consistent. */
interface Retained {
  withLaterWal: BaseBackup[];
  alone: BaseBackup[];
}

/**
 * The rule: of the last seven days the newest base backup of each day and the newest older one, with all WAL since; of
 * those before, up to 30 days, the newest of each week. The newest of all stays, whatever its age.
 */
export function chooseBaseBackups(all: BaseBackup[], now: Date): Retained {
  const isWithin = (days: number) => (base: BaseBackup) =>
    now.getTime() - base.endedAt.getTime() <= days * DAY_MS;
  const recent = all.filter(isWithin(ANY_MOMENT_DAYS));
  const older = all.filter((base) => !recent.includes(base));
  const start = older.at(-1);
  const weekly = newestOfEach(7 * DAY_MS, older.slice(0, -1).filter(isWithin(BACKUP_DAYS)));
  const daily = newestOfEach(DAY_MS, recent);
  return { withLaterWal: start ? [start, ...daily] : daily, alone: weekly };
}

function newestOfEach(periodMs: number, oldestFirst: BaseBackup[]): BaseBackup[] {
  const newest = new Map<number, BaseBackup>();
  for (const base of oldestFirst) {
    newest.set(Math.floor(base.endedAt.getTime() / periodMs), base);
  }
  return [...newest.values()];
}

/** Deletes base backups and WAL that the rule does not retain. Throws if BACKUP_DIR cannot be read or written. */
export async function trimArchive(directory: string, now: Date): Promise<void> {
  const archive = await readArchive(directory);
  const retained = chooseBaseBackups(archive.baseBackups, now);
  const all = new Set([...retained.withLaterWal, ...retained.alone]);
  if (all.size === 0) return;
  for (const base of archive.baseBackups) {
    if (!all.has(base)) await rm(base.folder, { recursive: true, force: true });
  }
  const wal = path.join(directory, backupDirNames.wal);
  for (const name of await readdir(wal)) {
    const segment = parseSegment(name, archive.segmentBytes);
    if (segment !== null && !isNeeded(segment, retained, archive)) {
      await rm(path.join(wal, name), { force: true });
    }
  }
}

function isNeeded(
  { timeline, index }: Segment,
  { withLaterWal, alone }: Retained,
  { segmentBytes }: Archive,
): boolean {
  const first = ({ wal }: BaseBackup): number => Math.floor(wal.start / segmentBytes);
  // whatever its timeline: an older one may lead to this one
  if (withLaterWal.some((base) => first(base) <= index)) return true;
  return alone.some(
    (base) =>
      base.wal.timeline === timeline &&
      first(base) <= index &&
      index <= Math.floor((base.wal.end - 1) / segmentBytes),
  );
}
