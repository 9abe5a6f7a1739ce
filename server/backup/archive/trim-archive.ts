import { readdir, rm } from 'node:fs/promises';
import path from 'node:path';
import { DAY_MS } from '#contract/berlin-time.ts';
import { backupDirNames } from './backup-dir.ts';
import {
  readArchive,
  parseSegment,
  type Archive,
  type BaseBackup,
  type DamagedBaseBackup,
  type Segment,
} from './read-archive.ts';

/** Any moment of these last days can be restored. */
const ANY_MOMENT_DAYS = 7;
/** Older base backups, one per week, last as long as the privacy page says. */
const BACKUP_DAYS = 30;

/** Base backups to retain: with all WAL after the oldest one, or only with what makes one of them consistent. */
interface Retained {
  withLaterWal: BaseBackup[];
  alone: BaseBackup[];
}

/**
 * The rule: of the last seven days the newest base backup of each day and the newest older one, with all WAL since; of
 * those before, up to 30 days, the newest of each week. In a younger archive the oldest one is where its moments start.
 * The newest of all stays, whatever its age.
 */
export function chooseBaseBackups(all: BaseBackup[], now: Date): Retained {
  const older = all.filter(isOlder(ANY_MOMENT_DAYS, now));
  const recent = all.filter((base) => !older.includes(base));
  const start = older.at(-1) ?? recent[0];
  const isOld = isOlder(BACKUP_DAYS, now);
  const alone = older.slice(0, -1).filter((base) => !isOld(base));
  const weekly = newestOfEach(7 * DAY_MS, alone);
  const daily = new Set(newestOfEach(DAY_MS, recent));
  return {
    withLaterWal: all.filter((base) => base === start || daily.has(base)),
    alone: weekly,
  };
}

const isOlder =
  (days: number, now: Date) =>
  ({ endedAt }: { endedAt: Date }): boolean =>
    now.getTime() - endedAt.getTime() > days * DAY_MS;

function newestOfEach(periodMs: number, oldestFirst: BaseBackup[]): BaseBackup[] {
  const newest = new Map<number, BaseBackup>();
  for (const base of oldestFirst) {
    newest.set(Math.floor(base.endedAt.getTime() / periodMs), base);
  }
  return [...newest.values()];
}

/** Deletes the remains of an interrupted base backup. Throws if BACKUP_DIR cannot be written. */
export async function deleteUnfinished(directory: string): Promise<void> {
  const { base, unfinished } = backupDirNames;
  await rm(path.join(directory, base, unfinished), { recursive: true, force: true });
}

/**
 * Deletes the remains of an interrupted base backup, base backups and WAL that the rule does not retain, and damaged
 * base backups older than BACKUP_DAYS. Not for use during a base backup. Returns the damaged ones that stay. Throws if
 * BACKUP_DIR cannot be read or written.
 */
export async function trimArchive(directory: string, now: Date): Promise<DamagedBaseBackup[]> {
  // first, because readArchive may throw: the remains must go all the same
  await deleteUnfinished(directory);
  const archive = await readArchive(directory);
  const retained = chooseBaseBackups(archive.baseBackups, now);
  const all = new Set([...retained.withLaterWal, ...retained.alone]);
  // without an intact one, even a damaged one may help somebody
  if (all.size === 0) return archive.damaged;
  const isOld = isOlder(BACKUP_DAYS, now);
  const superfluous = [
    ...archive.baseBackups.filter((base) => !all.has(base)),
    ...archive.damaged.filter(isOld),
  ];
  for (const { folder } of superfluous) await rm(folder, { recursive: true, force: true });
  const wal = path.join(directory, backupDirNames.wal);
  for (const name of await readdir(wal)) {
    const segment = parseSegment(name, archive.segmentBytes);
    if (segment !== null && !isNeeded(segment, retained, archive)) {
      await rm(path.join(wal, name), { force: true });
    }
  }
  return archive.damaged.filter((base) => !isOld(base));
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
