import { chmodSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { Pool } from 'pg';
import type { Logger } from '../platform/log.ts';
import { migrate } from '../platform/database/migrate.ts';
import { loadBackup } from './load-backup.ts';
import { type CheckedBackup, checkBackup } from './read-backup.ts';
import { matchesFingerprint } from './secret-fingerprint.ts';
import { compareTables } from './verify-backup.ts';

export interface RestoreTarget {
  pool: Pool;
  log: Logger;
  dataDir: string;
  /** From the environment; undefined if the shop uses DATA_DIR/app-secret. */
  appSecret: string | undefined;
}

/** State of the secret that signs links and ticket codes, after a restore. */
export type SecretState =
  /** DATA_DIR/app-secret holds it again. */
  | 'restored'
  /** The environment sets the secret of the backup. */
  | 'same'
  /** The environment sets another secret, or the file has none: links and ticket codes sent earlier are invalid. */
  | 'different';

/** Restores a backup into an empty database, compares every table, then migrates. Throws StartError. */
export async function restoreBackup(
  target: RestoreTarget,
  file: string,
): Promise<{ backup: CheckedBackup; secret: SecretState }> {
  const backup = await checkBackup(file);
  await loadBackup(target.pool, target.log, backup);
  await compareTables(target.pool, backup);
  await migrate(target.pool, target.log);
  // sessions of the time of the backup are over (office.md 14)
  await target.pool.query(`update staff_session set ended_at = now() where ended_at is null`);
  return { backup, secret: restoreSecret(target, backup) };
}

function restoreSecret({ appSecret, dataDir }: RestoreTarget, backup: CheckedBackup): SecretState {
  if (appSecret !== undefined) {
    return matchesFingerprint(backup.head.secretPrint, appSecret) ? 'same' : 'different';
  }
  if (backup.appSecret === null) return 'different';
  // nothing depends on a secret that is already there: its database was empty
  const keptAt = path.join(dataDir, 'app-secret');
  writeFileSync(keptAt, backup.appSecret, { mode: 0o600 });
  chmodSync(keptAt, 0o600);
  return 'restored';
}
