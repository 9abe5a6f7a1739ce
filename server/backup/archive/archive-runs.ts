import type { Pool } from 'pg';
import { DAY_MS } from '#contract/berlin-time.ts';

/** The records of table archive_run. */
export type ArchiveRunKind = 'base-backup' | 'verification';

/** Runs older than this are deleted. */
const MAX_AGE_DAYS = 90;

/** Records the start, does the work, and records its end with the reason if it failed. Rethrows. */
export async function recordRun<Result>(
  pool: Pool,
  kind: ArchiveRunKind,
  work: () => Promise<Result>,
): Promise<Result> {
  await pool.query(`delete from archive_run where started_at < now() - $1 * interval '1 day'`, [
    MAX_AGE_DAYS,
  ]);
  const { rows } = await pool.query<{ id: number }>(
    'insert into archive_run (kind) values ($1) returning id',
    [kind],
  );
  const end = async (failure: string | null): Promise<void> => {
    await pool.query(
      'update archive_run set ended_at = clock_timestamp(), failure = $2 where id = $1',
      [rows[0]?.id, failure],
    );
  };
  try {
    const result = await work();
    await end(null);
    return result;
  } catch (error) {
    await end(error instanceof Error ? error.message : String(error));
    throw error;
  }
}

/**
 * Records the failure of a run that could not do so itself, because its process was killed or failed before the run
 * started. Does nothing if a run since then has its end.
 */
export async function recordLostRun(
  pool: Pool,
  kind: ArchiveRunKind,
  startedAt: Date,
  failure: string,
): Promise<void> {
  await pool.query(
    `with closed as (
       update archive_run set ended_at = clock_timestamp(), failure = $3
       where kind = $1 and started_at >= $2 and ended_at is null
     )
     insert into archive_run (kind, started_at, ended_at, failure)
     select $1, $2, clock_timestamp(), $3
     where not exists (select from archive_run where kind = $1 and started_at >= $2)`,
    [kind, startedAt, failure],
  );
}

/** The state of the archive in BACKUP_DIR (decision 8). */
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

/** When runs last started and succeeded. */
export interface LastRuns {
  /** When PostgreSQL started. */
  startedAt: Date;
  baseBackupTriedAt: Date | null;
  baseBackupAt: Date | null;
  verificationTriedAt: Date | null;
  verifiedAt: Date | null;
}

/** The runs that are due now. */
export interface DueRuns {
  isBaseBackupDue: boolean;
  isVerificationDue: boolean;
}

/** In UTC. The verification runs first, so that it replays the WAL of a whole day. */
const VERIFICATION_AT_HOURS = 1;
const BASE_BACKUP_AT_HOURS = 2;
/** How long to wait after a failure. */
const RETRY_BASE_BACKUP_MS = 5 * 60_000;
const RETRY_VERIFICATION_MS = 60 * 60_000;

/** Reads the last runs from table archive_run. */
export async function readLastRuns(pool: Pool): Promise<LastRuns> {
  const { rows } = await pool.query<LastRuns>(
    `select pg_postmaster_start_time() as "startedAt",
       max(started_at) filter (where kind = 'base-backup') as "baseBackupTriedAt",
       max(started_at) filter (where kind = 'base-backup' and ended_at is not null and failure is null)
         as "baseBackupAt",
       max(started_at) filter (where kind = 'verification') as "verificationTriedAt",
       max(started_at) filter (where kind = 'verification' and ended_at is not null and failure is null)
         as "verifiedAt"
     from archive_run`,
  );
  return rows[0] as LastRuns;
}

/**
 * A base backup is due after every start of PostgreSQL (it may have run without an archive before, or been restored),
 * every night, and when WAL was dropped. A verification is due every night.
 */
export function findDueRuns(last: LastRuns, hasGap: boolean, now: Date): DueRuns {
  const nightly = lastTime(BASE_BACKUP_AT_HOURS, now);
  const needed = last.startedAt > nightly ? last.startedAt : nightly;
  const mayRetry = (triedAt: Date | null, succeededAt: Date | null, pauseMs: number): boolean =>
    triedAt === null ||
    (succeededAt !== null && succeededAt >= triedAt) ||
    triedAt < last.startedAt ||
    now.getTime() - triedAt.getTime() > pauseMs;
  const verification = lastTime(VERIFICATION_AT_HOURS, now);
  return {
    isBaseBackupDue:
      (hasGap || last.baseBackupAt === null || last.baseBackupAt < needed) &&
      mayRetry(last.baseBackupTriedAt, last.baseBackupAt, RETRY_BASE_BACKUP_MS),
    isVerificationDue:
      last.baseBackupAt !== null &&
      (last.verifiedAt === null || last.verifiedAt < verification) &&
      mayRetry(last.verificationTriedAt, last.verifiedAt, RETRY_VERIFICATION_MS),
  };
}

/** The last time that it was this hour. */
function lastTime(hour: number, now: Date): Date {
  const today = Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), now.getUTCDate(), hour);
  return new Date(today > now.getTime() ? today - DAY_MS : today);
}
