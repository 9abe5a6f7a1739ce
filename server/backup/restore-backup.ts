import type { Pool } from 'pg';
import type { Logger } from '../platform/log.ts';
import { migrate } from '../platform/database/migrate.ts';
import { loadBackup } from './load-backup.ts';
import type { CheckedBackup } from './read-backup.ts';
import { restoreSecret, type SecretState } from './restore-secret.ts';
import { compareTables } from './verify-backup.ts';

export interface RestoreTarget {
  pool: Pool;
  log: Logger;
  dataDir: string;
  /** From the environment; undefined if the shop uses DATA_DIR/app-secret. */
  appSecret: string | undefined;
}

/** Restores a backup into an empty database, compares every table, then migrates. Throws StartError. */
export async function restoreBackup(
  target: RestoreTarget,
  backup: CheckedBackup,
): Promise<SecretState> {
  await loadBackup(target.pool, target.log, backup);
  await compareTables(target.pool, backup);
  await migrate(target.pool, target.log);
  // sessions from the time of the backup are over (office.md 14)
  await target.pool.query(`update staff_session set ended_at = now() where ended_at is null`);
  return restoreSecret(target, {
    secretPrint: backup.head.secretPrint,
    appSecret: backup.appSecret,
  });
}
