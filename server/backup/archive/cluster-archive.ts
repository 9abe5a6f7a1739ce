import path from 'node:path';
import {
  existsSync,
  openSync,
  closeSync,
  readFileSync,
  readSync,
  readdirSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { StartError, errorCode } from '../../platform/errors.ts';
import {
  backupDirNames,
  inspectBackupDir,
  isResponsive,
  markerName,
  refuseNested,
  respondsToWrites,
  writtenAtStart,
  writeArchiveKey,
} from './backup-dir.ts';
import type {
  ClusterArchive,
  PreparedCluster,
} from '#packages/embedded-postgres/embedded-postgres.ts';
import { createOwnedDirectory } from '#packages/embedded-postgres/cluster.ts';
import { runProgram, type Account } from '#packages/embedded-postgres/run-as-account.ts';

export interface ArchiveOptions {
  /** BACKUP_DIR, absolute. */
  directory: string;
  /** ARCHIVE_SECONDS: how old a change may be before it is in the archive. */
  seconds: number;
  /** How much WAL may wait for BACKUP_DIR before it is dropped; 1 GB unless given. */
  maxWaitingBytes?: number;
  /** For tests. */
  copyTimeoutSeconds?: number;
}

/** Whose archive it is. */
interface ArchiveIdentity {
  systemId: string;
  /** Of backup-dir.ts. */
  keyFile: string;
}

const MAX_WAITING_BYTES = 1024 ** 3;
/** A mount that does not respond must neither go unnoticed nor block PostgreSQL's shutdown. */
const COPY_TIMEOUT_SECONDS = 20;
/** A segment ends after this share of ARCHIVE_SECONDS; the rest is for copying it. */
const SEGMENT_PERCENT = 80;
const archiveScript = path.join(import.meta.dirname, 'archive-wal.sh');
const restoreScript = path.join(import.meta.dirname, 'restore-wal.sh');

/** The command that archives one file; it runs in the cluster's folder, as PostgreSQL's account. */
function createArchiveCommand(
  {
    directory,
    maxWaitingBytes = MAX_WAITING_BYTES,
    copyTimeoutSeconds = COPY_TIMEOUT_SECONDS,
  }: ArchiveOptions,
  { systemId, keyFile }: ArchiveIdentity,
  file: string,
  name: string,
): string[] {
  const script = ['/bin/sh', archiveScript, file, name, directory, systemId, keyFile];
  return [...script, String(maxWaitingBytes), String(copyTimeoutSeconds)];
}

/** Settings of a PostgreSQL that archives into BACKUP_DIR. */
function createArchiveSettings(
  options: ArchiveOptions,
  identity: ArchiveIdentity,
): Record<string, string> {
  // %p and %f are PostgreSQL's placeholders; any other % is doubled
  const words = createArchiveCommand(options, identity, '\0p', '\0f').map(quoteForShell);
  return {
    archive_mode: 'on',
    archive_command: words.join(' ').replaceAll('%', '%%').replaceAll('\0', '%'),
    archive_timeout: `${Math.max(1, Math.floor((options.seconds * SEGMENT_PERCENT) / 100))}s`,
  };
}

/**
 * Settings of a PostgreSQL that recovers from this archive; it writes nothing there.
 * @param keyFile of backup-dir.ts; null: WAL need not be signed
 */
export function createRestoreSettings(
  directory: string,
  keyFile: string | null,
  target: { timeline: number; time?: Date; name?: string },
): Record<string, string> {
  const script = ['/bin/sh', restoreScript, '\0f', '\0p', directory];
  const words = [...script, ...(keyFile === null ? [] : [keyFile])].map(quoteForShell);
  return {
    archive_mode: 'off',
    restore_command: words.join(' ').replaceAll('%', '%%').replaceAll('\0', '%'),
    recovery_target_timeline: String(target.timeline),
    ...(target.time && { recovery_target_time: formatMoment(target.time) }),
    ...(target.name !== undefined && { recovery_target_name: target.name }),
    recovery_target_action: 'promote',
    // no queries during recovery, so limits of the machine that wrote the log do not matter
    hot_standby: 'off',
  };
}

/** PostgreSQL does not know the zone Z on its command line yet. */
function formatMoment(time: Date): string {
  return time.toISOString().replace('T', ' ').replace('Z', '+00');
}

function quoteForShell(word: string): string {
  return `'${word.replaceAll("'", String.raw`'\''`)}'`;
}

/** Archives the embedded database into BACKUP_DIR, signed with APP_SECRET; undefined without BACKUP_DIR. */
export function createClusterArchive(settings: {
  archive?: ArchiveOptions | undefined;
  readonly appSecret: string;
}): ClusterArchive | undefined {
  const options = settings.archive;
  if (options === undefined) return undefined;
  const { directory } = options;
  let isReachable = true;
  return {
    async check(dataDir) {
      isReachable = await isResponsive(directory);
      if (isReachable) checkBackupDir(options, dataDir);
    },
    async prepare(cluster) {
      const keyFile = path.join(cluster.dataDir, 'archive-key');
      writeArchiveKey(keyFile, settings.appSecret, cluster.account);
      const identity = { systemId: readSystemId(cluster.directory), keyFile };
      if (isReachable && (await respondsToWrites(directory))) {
        return await prepareArchive(options, identity, cluster);
      }
      cluster.log.error(
        `BACKUP_DIR: ${directory} does not respond; is its disk or network away? The shop sells without an archive ` +
          'until it is back',
      );
      return createArchiveSettings(options, identity);
    },
  };
}

/**
 * Throws StartError if BACKUP_DIR lies in DATA_DIR or the other way round, holds something else, or the archive of
 * another cluster.
 */
function checkBackupDir({ directory }: ArchiveOptions, dataDir: string): void {
  refuseNested(directory, dataDir);
  const state = inspectBackupDir(directory);
  if (state.kind !== 'archive') return;
  const cluster = path.join(dataDir, 'postgres');
  if (!existsSync(path.join(cluster, 'PG_VERSION'))) {
    throw new StartError(
      `BACKUP_DIR: ${directory} holds the archive of a shop, but ${dataDir} holds no database. ` +
        `Restore it (npm run restore -- --from ${directory}), or name another BACKUP_DIR.`,
    );
  }
  if (state.systemId === readSystemId(cluster)) return;
  throw new StartError(
    `BACKUP_DIR: ${directory} holds the archive of another shop (system ${state.systemId}). Name another folder.`,
  );
}

/**
 * Prepares BACKUP_DIR for a cluster that is not running, and returns the settings for archiving into it. A folder that
 * was the archive before and is missing now does not stop the shop: the archive continues when it is back. Throws
 * StartError if PostgreSQL's account may not write there.
 */
async function prepareArchive(
  options: ArchiveOptions,
  identity: ArchiveIdentity,
  cluster: PreparedCluster,
): Promise<Record<string, string>> {
  if (openBackupDir(options.directory, identity.systemId, cluster)) {
    await checkMayWrite(options.directory, cluster);
    await archiveHistory(options, identity, cluster);
  }
  return createArchiveSettings(options, identity);
}

/** Creates the folders that are missing. Returns false if the archive of the last start is gone, and creates none. */
function openBackupDir(directory: string, systemId: string, cluster: PreparedCluster): boolean {
  const lastDirFile = path.join(cluster.dataDir, 'backup-dir');
  const isNew = inspectBackupDir(directory).kind !== 'archive';
  const wasArchive = existsSync(lastDirFile) && readFileSync(lastDirFile, 'utf8') === directory;
  if (isNew && wasArchive) {
    cluster.log.error(
      `BACKUP_DIR: ${directory} was the archive and is missing or empty; is its disk mounted? The shop sells ` +
        `without an archive until it is back. If it is a new disk, delete ${lastDirFile} and start again`,
    );
    return false;
  }
  if (isNew) {
    createBackupFolder(directory, cluster.account, () =>
      writeFileSync(path.join(directory, markerName(systemId)), ''),
    );
  }
  for (const name of [backupDirNames.wal, backupDirNames.base]) {
    const folder = path.join(directory, name);
    if (!existsSync(folder)) createBackupFolder(folder, cluster.account);
  }
  if (!wasArchive) writeFileSync(lastDirFile, directory);
  if (statSync(directory).dev === statSync(cluster.dataDir).dev) {
    cluster.log.warn(
      `BACKUP_DIR: ${directory} is on the disk of DATA_DIR and is lost with it. Name a folder on another disk`,
    );
  }
  return true;
}

function createBackupFolder(folder: string, account: Account, fill?: () => void): void {
  try {
    createOwnedDirectory(folder, account);
    fill?.();
  } catch (error) {
    const reason = error instanceof Error && error.cause instanceof Error ? error.cause : error;
    throw explainUnwritable(folder, reason);
  }
}

const unwritable: Record<string, string> = {
  EACCES: 'is not writable by this account. Change its owner',
  EPERM: 'is not writable by this account. Change its owner',
  EROFS: 'is not writable: its file system is read-only. Mount it for writing',
  ENOENT: 'is not writable: no folder can be made there. Make it yourself',
};

function explainUnwritable(folder: string, cause: unknown): StartError {
  const reason =
    unwritable[errorCode(cause) ?? ''] ?? `is not writable (${String(cause)}). Look there`;
  return new StartError(`BACKUP_DIR: ${folder} ${reason}, or name another folder.`, { cause });
}

/** Throws StartError if the account may not write; a full or read-only disk is reported while the shop sells. */
async function checkMayWrite(directory: string, { account }: PreparedCluster): Promise<void> {
  const file = path.join(directory, writtenAtStart);
  const failure = await runProgram(account, ['/bin/sh', '-c', ': >"$1" && rm "$1"', 'sh', file]);
  if (failure === undefined || !/denied|not permitted/i.test(failure)) return;
  throw new StartError(
    `BACKUP_DIR: ${directory} is not writable by ${account.description}. Change its owner, or name another folder.`,
  );
}

/**
 * PostgreSQL does not archive the history of a timeline that started during a restore. Without it, the archive would
 * end there.
 */
async function archiveHistory(
  options: ArchiveOptions,
  identity: ArchiveIdentity,
  { directory, account }: PreparedCluster,
): Promise<void> {
  const wal = path.join(directory, 'pg_wal');
  for (const name of readdirSync(wal).filter((file) => file.endsWith('.history'))) {
    const command = createArchiveCommand(options, identity, path.join(wal, name), name);
    const inCluster = ['/bin/sh', '-c', 'cd "$1" && shift && "$@"', 'sh', directory];
    await runProgram(account, [...inCluster, ...command]);
    const failure = path.join(directory, 'archive.failure');
    if (!existsSync(failure) || !readFileSync(failure, 'utf8').includes('other content')) continue;
    throw new StartError(
      `BACKUP_DIR: ${options.directory} holds the archive of another copy of this shop (${name}). ` +
        'Stop that one for good, and name another BACKUP_DIR.',
    );
  }
}

/** The identifier that initdb gave the cluster: the first eight bytes of its control file. */
function readSystemId(cluster: string): string {
  const file = openSync(path.join(cluster, 'global', 'pg_control'), 'r');
  try {
    const bytes = Buffer.alloc(8);
    readSync(file, bytes, 0, 8, 0);
    return bytes.readBigUInt64LE().toString();
  } finally {
    closeSync(file);
  }
}
