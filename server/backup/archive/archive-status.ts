import type { Pool } from 'pg';

/** The state of the archive in BACKUP_DIR (decision 33). */
export interface ArchiveStatus {
  /** Why the last segment could not be archived; null while archiving works. */
  failure: string | null;
  /** Since the last segment was archived. */
  ageSeconds: number;
  /** Since the last segment was archived, or since the start of PostgreSQL if that is later. */
  quietSeconds: number;
  /** PostgreSQL ends a segment that has content after this time. */
  segmentSeconds: number;
  /** WAL waiting for BACKUP_DIR. */
  waitingBytes: number;
  /** WAL was dropped so that the disk does not fill up; the next base backup closes the gap. */
  hasGap: boolean;
  /** When the last complete base backup started. */
  baseBackupAt: Date | null;
  /** Why the last base backup failed; null if it did not. */
  baseBackupFailure: string | null;
  /** When the archive was last restored and compared without a failure. */
  verifiedAt: Date | null;
  /** Why the last verification failed; null if it did not. */
  verificationFailure: string | null;
}

const isArchivingQuery = `select current_setting('archive_mode') = 'on'
  and current_setting('archive_command') like '%archive-wal.sh%' as is_archiving`;

/** A job writes at least once a minute; a busy machine may archive it later. */
const MIN_LATE_SECONDS = 180;
const LATE_SEGMENTS_COUNT = 5;

/** Whether nothing was archived for so long that archiving cannot work, whatever the reason. */
export function isArchiveLate({ quietSeconds, segmentSeconds }: ArchiveStatus): boolean {
  return quietSeconds > Math.max(MIN_LATE_SECONDS, LATE_SEGMENTS_COUNT * segmentSeconds);
}

/**
 * Whether the last segment could not be archived because BACKUP_DIR has no room (the system's words in copy-wal.sh).
 */
export function isFull(failure: string): boolean {
  return /no space left|quota exceeded/i.test(failure);
}

/**
 * archive-wal.sh writes these files in the cluster's folder, the failure before the gap; the query reads the gap first.
 */
const statusQuery = `select
  (pg_stat_file('archive.gap', true)).size is not null as "hasGap",
  nullif(trim(e'\\n' from pg_read_file('archive.failure', true)), '') as failure,
  extract(epoch from clock_timestamp() - coalesce(
    (pg_stat_file('archive.success', true)).modification, pg_postmaster_start_time()))::float8 as "ageSeconds",
  extract(epoch from clock_timestamp() - greatest(
    (pg_stat_file('archive.success', true)).modification, pg_postmaster_start_time()))::float8 as "quietSeconds",
  extract(epoch from current_setting('archive_timeout')::interval)::float8 as "segmentSeconds",
  (select count(*) from pg_ls_archive_statusdir() where name like '%.ready')
    * pg_size_bytes(current_setting('wal_segment_size')) as "waitingBytes",
  (select max(started_at) from archive_run
   where kind = 'base-backup' and ended_at is not null and failure is null) as "baseBackupAt",
  (select failure from archive_run
   where kind = 'base-backup' and ended_at is not null order by id desc limit 1) as "baseBackupFailure",
  (select max(started_at) from archive_run
   where kind = 'verification' and ended_at is not null and failure is null) as "verifiedAt",
  (select failure from archive_run
   where kind = 'verification' and ended_at is not null order by id desc limit 1) as "verificationFailure"`;

/**
 * Reads the state of the archive; null if this database has none of ours (BACKUP_DIR is not set, or DATABASE_URL is).
 */
export async function readArchiveStatus(pool: Pool): Promise<ArchiveStatus | null> {
  const { rows } = await pool.query<{ is_archiving: boolean }>(isArchivingQuery);
  if (rows[0]?.is_archiving !== true) return null;
  const status = await pool.query<ArchiveStatus>(statusQuery);
  return status.rows[0] ?? null;
}
