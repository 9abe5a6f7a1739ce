import type { Pool } from 'pg';
import { readArchiveStatus } from '../backup/archive/archive-status.ts';

/** The gauges of the archive by their names (metrics.ts); all 0 without BACKUP_DIR. */
export async function measureArchive(pool: Pool): Promise<Record<string, number>> {
  const status = await readArchiveStatus(pool);
  const age = (at: Date | null | undefined): number =>
    at ? (Date.now() - at.getTime()) / 1000 : 0;
  return {
    archive_enabled: Number(status !== null),
    archive_failing: Number((status?.failure ?? null) !== null),
    archive_gap: Number(status?.hasGap ?? false),
    archive_age_seconds: status?.ageSeconds ?? 0,
    archive_waiting_bytes: status?.waitingBytes ?? 0,
    base_backup_age_seconds: age(status?.baseBackupAt),
    archive_verified_age_seconds: age(status?.verifiedAt),
    archive_verification_failed: Number((status?.verificationFailure ?? null) !== null),
  };
}
