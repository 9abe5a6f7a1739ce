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
  /** Given by the environment; undefined: that of DATA_DIR/app-secret. */
  appSecret: string | undefined;
}

/** What became of the secret that links and ticket codes are signed with. */
export type SecretState =
  /** DATA_DIR/app-secret holds it again. */
  | 'restored'
  /** The environment gives the one of the backup. */
  | 'same'
  /** The environment gives another one, or it was not in the file: links and ticket codes sent are void. */
  | 'different';

/** Restores a backup into an empty database, compares every table, brings it up to date. */
export async function restoreBackup(
  target: RestoreTarget,
  file: string,
): Promise<{ backup: CheckedBackup; secret: SecretState }> {
  const backup = await checkBackup(file);
  await loadBackup(target.pool, target.log, backup);
  await compareTables(target.pool, backup);
  await migrate(target.pool, target.log);
  return { backup, secret: restoreSecret(target, backup) };
}

function restoreSecret({ appSecret, dataDir }: RestoreTarget, backup: CheckedBackup): SecretState {
  if (appSecret !== undefined) {
    return matchesFingerprint(backup.head.secretPrint, appSecret) ? 'same' : 'different';
  }
  if (backup.appSecret === null) return 'different';
  // Nothing depends on the one that may stand there: its database was empty.
  const keptAt = path.join(dataDir, 'app-secret');
  writeFileSync(keptAt, backup.appSecret, { mode: 0o600 });
  chmodSync(keptAt, 0o600);
  return 'restored';
}
