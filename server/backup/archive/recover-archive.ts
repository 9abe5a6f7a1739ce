import { StartError } from '../../platform/errors.ts';
import {
  formatSegment,
  readManifest,
  type Archive,
  type BaseBackup,
  type TimelineStart,
  type Manifest,
} from './read-archive.ts';
import { writeFile, mkdir, readFile, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import type { Logger } from '../../platform/log.ts';
import {
  inspectBackupDir,
  isResponsive,
  baseBackupNames,
  unsignedError,
  writeArchiveKey,
} from './backup-dir.ts';
import { createRestoreSettings } from './cluster-archive.ts';
import {
  startEmbeddedPostgres,
  type EmbeddedPostgres,
} from '#packages/embedded-postgres/embedded-postgres.ts';
import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import type { TarHeader } from 'modern-tar';
import { unpackTar } from 'modern-tar/fs';
import { bundledMajorVersion, writeOwnSettings } from '#packages/embedded-postgres/cluster.ts';

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
function gapError(directory: string, gap: string): StartError {
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

export interface RecoveryOptions {
  /** BACKUP_DIR; nothing is written there. */
  directory: string;
  /** The cluster is made in its subfolder `postgres`. */
  dataDir: string;
  /** The secret that must have signed the archive; null: it need not be signed. */
  appSecret: string | null;
  /** Where to stop: a moment, or a restore point. Undefined: at the end of the archive. */
  target?: { time: Date } | { name: string };
  log: Logger;
  settings?: Record<string, string>;
}

/**
 * Unpacks a base backup, lets PostgreSQL replay the WAL after it, and returns the running database, on a timeline of
 * its own. Throws StartError if the archive is damaged or does not reach the target.
 */
export async function recoverArchive(
  { base, timeline, gap }: RestorePlan,
  { directory, dataDir, appSecret, target, log, settings }: RecoveryOptions,
): Promise<EmbeddedPostgres> {
  const cluster = path.join(dataDir, 'postgres');
  await unpackBaseBackup(base, cluster, appSecret);
  await writeFile(path.join(cluster, 'recovery.signal'), '', { mode: 0o600 });
  try {
    return await startEmbeddedPostgres({
      dataDir,
      log,
      archive: {
        check: () => Promise.resolve(),
        prepare({ account, dataDir: folder }) {
          const keyFile = path.join(folder, 'archive-key');
          if (appSecret !== null) writeArchiveKey(keyFile, appSecret, account);
          const checkedBy = appSecret === null ? null : keyFile;
          const stop = { timeline, ...target };
          return Promise.resolve(createRestoreSettings(directory, checkedBy, stop));
        },
      },
      ...(settings && { settings }),
    });
  } catch (error) {
    throw await explainRecovery(error, directory, gap);
  }
}

const endsEarly = /recovery ended before configured recovery target/;
/** PostgreSQL's reasons why a recovery ends early, and what they mean here. */
const reasons: [RegExp, string][] = [
  [endsEarly, 'ends before that moment'],
  [/before consistent recovery point/, 'does not reach back to that moment'],
  [/WAL ends before/, 'lacks WAL of its base backup'],
  [/could not restore file "([0-9A-F.a-z]+)"/, 'has a file that cannot be read: wal/$1.gz'],
  [/restore_command failed|restore command failed/, 'cannot be read; is its disk mounted?'],
];

async function explainRecovery(
  error: unknown,
  directory: string,
  gap: string | null,
): Promise<unknown> {
  if (!(error instanceof StartError)) return error;
  if (gap !== null && endsEarly.test(error.message)) return gapError(directory, gap);
  // its disk may be gone since the plan was made: then nothing is damaged
  if (!(await isResponsive(directory)) || inspectBackupDir(directory).kind !== 'archive') {
    return new StartError(`${directory} is missing or empty; is its disk mounted?`, {
      cause: error,
    });
  }
  const unsigned = /could not restore file "([0-9A-F.a-z]+)".*exit code 254/.exec(error.message);
  if (unsigned !== null) return unsignedError(path.join(directory, 'wal', `${unsigned[1]}.gz`));
  for (const [pattern, text] of reasons) {
    const match = pattern.exec(error.message);
    if (match === null) continue;
    const meaning = text.replace('$1', match[1] ?? '');
    return new StartError(`${directory} ${meaning}.`, { cause: error });
  }
  return error;
}

/** PostgreSQL's own folders, and one per database: far fewer. */
const MAX_FOLDERS = 1000;

/**
 * Unpacks a base backup into a new folder and compares every file with its manifest; its settings are replaced by ours,
 * since some of them are commands. Throws StartError.
 * @param appSecret must have signed the manifest; null: it need not be signed
 */
export async function unpackBaseBackup(
  base: BaseBackup,
  cluster: string,
  appSecret: string | null,
): Promise<void> {
  const manifest = await readManifest(base.folder, appSecret);
  const file = path.join(base.folder, baseBackupNames.files);
  await mkdir(cluster, { recursive: true, mode: 0o700 });
  try {
    await pipeline(
      createReadStream(file),
      createGunzip(),
      unpackTar(cluster, {
        fmode: 0o600,
        dmode: 0o700,
        strict: true,
        filter: createEntryCheck(manifest),
      }),
    );
  } catch (cause) {
    throw new StartError(`${file} could not be unpacked: ${String(cause)}.`, { cause });
  }
  for (const { Path: name, Size: size, Checksum: checksum } of manifest.Files) {
    const unpacked = path.join(cluster, name);
    const found = await stat(unpacked).catch(() => null);
    if (found?.size === size && (await hashFile(unpacked)) === checksum) continue;
    throw new StartError(`${file} is damaged: ${name} is not as it was backed up.`);
  }
  await refuseOtherVersion(base, cluster);
  writeOwnSettings(cluster);
  // it would wait for a primary forever
  await rm(path.join(cluster, 'standby.signal'), { force: true });
}

/**
 * Refuses what the manifest does not name, so that its sizes limit what is written, and what can lead out of the
 * folder: links, and the map from which PostgreSQL makes some.
 */
function createEntryCheck(manifest: Manifest): (entry: TarHeader) => true {
  const sizes = new Map(manifest.Files.map((file) => [file.Path, file.Size]));
  sizes.delete('tablespace_map');
  let folders = 0;
  return ({ name, type, size }) => {
    const isExpected =
      type === 'directory' ? ++folders <= MAX_FOLDERS : type === 'file' && sizes.get(name) === size;
    // once only
    sizes.delete(name);
    if (!isExpected) throw new Error(`${name} does not belong to it`);
    return true;
  };
}

async function hashFile(file: string): Promise<string> {
  const hash = createHash('sha256');
  await pipeline(createReadStream(file), hash);
  return hash.digest('hex');
}

async function refuseOtherVersion(base: BaseBackup, cluster: string): Promise<void> {
  const version = (await readFile(path.join(cluster, 'PG_VERSION'), 'utf8')).trim();
  if (version === bundledMajorVersion) return;
  throw new StartError(
    `${base.folder} was made by PostgreSQL ${version}, this program brings ${bundledMajorVersion}. ` +
      'Restore it with the version of the program that made it (shop.json names it).',
  );
}
