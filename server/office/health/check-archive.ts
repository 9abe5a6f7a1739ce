import { toBerlinIso } from '#contract/berlin-time.ts';
import { isArchiveLate, readArchiveStatus } from '../../backup/archive/archive-status.ts';
import { findArchiveReason } from './find-archive-reason.ts';
import { type HealthCheck, timeOf } from './health-check.ts';

/** Base backups and verifications run every night. */
const MAX_NIGHTLY_AGE_MS = 36 * 60 * 60_000;

const isRecent = (at: Date | null): boolean =>
  at !== null && Date.now() - at.getTime() < MAX_NIGHTLY_AGE_MS;

/** Whether changes and base backups reach BACKUP_DIR; null without one. */
export const checkArchive: HealthCheck = async ({ pool }) => {
  const status = await readArchiveStatus(pool);
  if (status === null) return null;
  const { failure, hasGap, ageSeconds, waitingBytes, baseBackupAt, baseBackupFailure } = status;
  const reason = failure ?? baseBackupFailure;
  const isHealthy = reason === null && !hasGap && !isArchiveLate(status) && isRecent(baseBackupAt);
  return {
    key: 'archive',
    isHealthy,
    values: {
      archivedAt: toBerlinIso(new Date(Date.now() - ageSeconds * 1000)),
      baseBackupAt: timeOf(baseBackupAt),
      waitingBytes,
      gap: hasGap ? 'gap' : '',
      ...findArchiveReason(reason),
    },
  };
};

/** Whether the last nightly verification could restore the archive and found no difference; null without an archive. */
export const checkVerification: HealthCheck = async ({ pool }) => {
  const status = await readArchiveStatus(pool);
  if (status === null) return null;
  const { verifiedAt, verificationFailure } = status;
  return {
    key: 'verification',
    isHealthy: verificationFailure === null && isRecent(verifiedAt),
    values: { verifiedAt: timeOf(verifiedAt), ...findArchiveReason(verificationFailure) },
  };
};
