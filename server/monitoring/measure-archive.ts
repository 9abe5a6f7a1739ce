import type { Pool } from 'pg';
import {
  type ArchiveStatus,
  isArchiveLate,
  readArchiveStatus,
} from '../backup/archive/archive-status.ts';

/** Says whether the archive works, not why not: anybody may read it (api.md, Operations). */
export function toArchiveDto(status: ArchiveStatus) {
  return {
    state: isFailing(status) ? 'failing' : status.hasGap ? 'incomplete' : 'ok',
    age_seconds: Math.round(status.ageSeconds),
    waiting_bytes: status.waitingBytes,
    base_backup_at: status.baseBackupAt,
    base_backup: describeRuns(status.baseBackupAt, status.baseBackupFailure),
    verified_at: status.verifiedAt,
    verification: describeRuns(status.verifiedAt, status.verificationFailure),
  };
}

function isFailing(status: ArchiveStatus): boolean {
  return status.failure !== null || isArchiveLate(status);
}

function describeRuns(succeededAt: Date | null, failure: string | null): 'ok' | 'failed' | 'never' {
  if (failure !== null) return 'failed';
  return succeededAt === null ? 'never' : 'ok';
}

/** The gauges of the archive by their names (metrics.ts); all 0 without BACKUP_DIR. */
export async function measureArchive(pool: Pool): Promise<Record<string, number>> {
  const status = await readArchiveStatus(pool);
  const age = (at: Date | null | undefined): number =>
    at ? (Date.now() - at.getTime()) / 1000 : 0;
  return {
    archive_enabled: Number(status !== null),
    archive_failing: Number(status !== null && isFailing(status)),
    archive_gap: Number(status?.hasGap ?? false),
    archive_age_seconds: status?.ageSeconds ?? 0,
    archive_waiting_bytes: status?.waitingBytes ?? 0,
    base_backup_age_seconds: age(status?.baseBackupAt),
    base_backup_failed: Number((status?.baseBackupFailure ?? null) !== null),
    archive_verified_age_seconds: age(status?.verifiedAt),
    archive_verification_failed: Number((status?.verificationFailure ?? null) !== null),
  };
}
