import { readFile, rename, readdir, rm } from 'node:fs/promises';
import path from 'node:path';
import { Client, type Pool } from 'pg';
import type { Connection } from '../../platform/database/open-pool.ts';
import {
  backupDirNames,
  baseBackupNames,
  writeShopFile,
  signManifest,
  type ShopFile,
} from './backup-dir.ts';
import {
  formatBaseBackupName,
  readArchive,
  parseSegment,
  type Archive,
  type BaseBackup,
  type DamagedBaseBackup,
  type Segment,
} from './read-archive.ts';
import { DAY_MS } from '#contract/berlin-time.ts';

/** Limited, because sales need the disk and a processor, too. */
const MAX_RATE_KILOBYTES_PER_SECOND = 32 * 1024;

export interface BaseBackupInput {
  pool: Pool;
  connection: Connection;
  /** BACKUP_DIR. */
  directory: string;
  shop: ShopFile;
  /** APP_SECRET, which signs the manifest. */
  appSecret: string;
  /** Cancels it. */
  signal: AbortSignal;
}

/**
 * Lets PostgreSQL write a base backup into BACKUP_DIR while the shop sells. The folder gets its name when it is
 * complete. Deletes what a failure leaves: on a full disk, changes need the room. Throws with PostgreSQL's or the
 * system's reason.
 */
export async function createBaseBackup(input: BaseBackupInput): Promise<void> {
  const base = path.join(input.directory, backupDirNames.base);
  const unfinished = path.join(base, backupDirNames.unfinished);
  await deleteUnfinished(input.directory);
  try {
    await writeFiles(input, unfinished);
    const manifest = await readFile(path.join(unfinished, baseBackupNames.manifest));
    const signature = signManifest(manifest, input.appSecret);
    await writeShopFile(unfinished, { ...input.shop, signature });
    await rename(unfinished, path.join(base, formatBaseBackupName(new Date())));
  } catch (error) {
    await deleteUnfinished(input.directory).catch(() => undefined);
    throw error;
  }
}

async function writeFiles(
  { pool, connection, signal }: BaseBackupInput,
  folder: string,
): Promise<void> {
  // for the replication protocol, which pg speaks but its types do not name
  const replication = { replication: 'database' };
  const client = new Client({ ...connection, ...replication, application_name: 'base backup' });
  client.on('error', () => undefined);
  let pid: number | undefined;
  const cancel = (): void => {
    // fails if the database is gone, and the base backup with it
    if (pid !== undefined)
      void pool.query('select pg_cancel_backend($1)', [pid]).catch(() => undefined);
  };
  signal.addEventListener('abort', cancel);
  try {
    await client.connect();
    const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid');
    signal.throwIfAborted();
    pid = rows[0]?.pid;
    await client.query(baseBackupCommand(folder));
  } finally {
    signal.removeEventListener('abort', cancel);
    await client.end().catch(() => undefined);
  }
}

function baseBackupCommand(folder: string): string {
  const options = [
    `label 'festival'`,
    `target 'server'`,
    `target_detail '${folder.replaceAll("'", "''")}'`,
    `checkpoint 'fast'`,
    // the archive has the WAL, and reports its own failures
    'wait false',
    `compression 'gzip'`,
    `compression_detail 'level=1'`,
    `max_rate ${MAX_RATE_KILOBYTES_PER_SECOND}`,
    `manifest 'yes'`,
    `manifest_checksums 'SHA256'`,
  ];
  // this parser wants its keyword in capitals
  return `BASE_BACKUP (${options.join(', ')})`;
}

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
async function deleteUnfinished(directory: string): Promise<void> {
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
