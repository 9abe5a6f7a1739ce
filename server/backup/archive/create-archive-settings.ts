import path from 'node:path';

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
export interface ArchiveIdentity {
  systemId: string;
  /** Of sign.ts. */
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
export function createArchiveCommand(
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
export function createArchiveSettings(
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
 * @param keyFile of sign.ts; null: WAL need not be signed
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
