import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Logger } from '../../platform/log.ts';
import { inspectBackupDir, isResponsive } from './backup-dir.ts';
import { createRestoreSettings } from './create-archive-settings.ts';
import {
  type EmbeddedPostgres,
  startEmbeddedPostgres,
} from '#packages/embedded-postgres/embedded-postgres.ts';
import { StartError } from '../../platform/errors.ts';
import { gapError, type RestorePlan } from './plan-restore.ts';
import { unsignedError, writeArchiveKey } from './sign.ts';
import { unpackBaseBackup } from './unpack-base-backup.ts';

export interface RecoveryOptions {
  /** BACKUP_DIR; nothing is written there. */
  directory: string;
  /** The cluster is made in its subfolder `postgres`. */
  dataDir: string;
  /** The secret that must have signed the archive; null: it need not be signed. */
  appSecret: string | null;
  /** Where to stop: a moment, or a restore point. Undefined: at the end of the archive. */
  target?: { time: Date } | { name: string };
  log: Logger;
  settings?: Record<string, string>;
}

/**
 * Unpacks a base backup, lets PostgreSQL replay the WAL after it, and returns the running database, on a timeline of
 * its own. Throws StartError if the archive is damaged or does not reach the target.
 */
export async function recoverArchive(
  { base, timeline, gap }: RestorePlan,
  { directory, dataDir, appSecret, target, log, settings }: RecoveryOptions,
): Promise<EmbeddedPostgres> {
  const cluster = path.join(dataDir, 'postgres');
  await unpackBaseBackup(base, cluster, appSecret);
  await writeFile(path.join(cluster, 'recovery.signal'), '', { mode: 0o600 });
  try {
    return await startEmbeddedPostgres({
      dataDir,
      log,
      archive: {
        check: () => Promise.resolve(),
        prepare({ account, dataDir: folder }) {
          const keyFile = path.join(folder, 'archive-key');
          if (appSecret !== null) writeArchiveKey(keyFile, appSecret, account);
          const checkedBy = appSecret === null ? null : keyFile;
          const stop = { timeline, ...target };
          return Promise.resolve(createRestoreSettings(directory, checkedBy, stop));
        },
      },
      ...(settings && { settings }),
    });
  } catch (error) {
    throw await explainRecovery(error, directory, gap);
  }
}

const endsEarly = /recovery ended before configured recovery target/;
/** PostgreSQL's reasons why a recovery ends early, and what they mean here. */
const reasons: [RegExp, string][] = [
  [endsEarly, 'ends before that moment'],
  [/before consistent recovery point/, 'does not reach back to that moment'],
  [/WAL ends before/, 'lacks WAL of its base backup'],
  [/could not restore file "([0-9A-F.a-z]+)"/, 'has a file that cannot be read: wal/$1.gz'],
  [/restore_command failed|restore command failed/, 'cannot be read; is its disk mounted?'],
];

async function explainRecovery(
  error: unknown,
  directory: string,
  gap: string | null,
): Promise<unknown> {
  if (!(error instanceof StartError)) return error;
  if (gap !== null && endsEarly.test(error.message)) return gapError(directory, gap);
  // its disk may be gone since the plan was made: then nothing is damaged
  if (!(await isResponsive(directory)) || inspectBackupDir(directory).kind !== 'archive') {
    return new StartError(`${directory} is missing or empty; is its disk mounted?`, {
      cause: error,
    });
  }
  const unsigned = /could not restore file "([0-9A-F.a-z]+)".*exit code 254/.exec(error.message);
  if (unsigned !== null) return unsignedError(path.join(directory, 'wal', `${unsigned[1]}.gz`));
  for (const [pattern, text] of reasons) {
    const match = pattern.exec(error.message);
    if (match === null) continue;
    const meaning = text.replace('$1', match[1] ?? '');
    return new StartError(`${directory} ${meaning}.`, { cause: error });
  }
  return error;
}
