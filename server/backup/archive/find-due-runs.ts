import type { Pool } from 'pg';
import { DAY_MS } from '#contract/berlin-time.ts';

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
