// `npm run verify-backup -- FILE`: restores a backup into a temporary database and compares them. Without FILE it
// restores the archive of BACKUP_DIR and compares it with the running shop; with `--from FOLDER` another archive, with
// `--unsigned` one that is not signed.
import { verifyOwnArchive } from '#server/backup/archive/verify-archive.ts';
import { describeRows } from '#server/backup/backup-secret.ts';
import { verifyBackup } from '#server/backup/restore-backup.ts';
import { readEnv } from '#server/settings/env.ts';
import { createLog } from '#server/platform/log.ts';
import { failStart } from '#server/platform/errors.ts';
import {
  readFileArgument,
  resolveFromCaller,
  readOptions,
  usageError,
} from './backup-arguments.ts';
import { root } from './root.ts';

const log = createLog({ level: 'warn', isReadable: true });

async function verifyFile(): Promise<void> {
  const { head, manifest, appSecret } = await verifyBackup(readFileArgument('verify-backup'), log);
  console.log(`The backup of ${head.madeAt} is good: ${describeRows(manifest.tables)}.`);
  console.log('Every table was restored and compared; stock, tickets and invoice numbers agree.');
  if (appSecret === null) console.log('APP_SECRET is not in it; is it kept elsewhere?');
}

async function verifyArchive(from: string | undefined, isUnsigned: boolean): Promise<void> {
  const named = from && resolveFromCaller(from);
  process.chdir(root);
  const env = readEnv();
  const directory = named ?? env.archive?.directory;
  if (directory === undefined) {
    throw usageError('verify-backup');
  }
  const found = await verifyOwnArchive(env, directory, log, isUnsigned);
  const end = (found.restoredTo ?? found.baseBackupAt).toISOString();
  console.log(`The archive is good up to ${end}: ${describeRows(found.tables)}.`);
  console.log(
    found.isCompared
      ? 'Every table was restored and is as in the running shop; stock, tickets and invoice numbers agree.'
      : 'Every table was restored; stock, tickets and invoice numbers agree. No running shop to compare with.',
  );
}

try {
  const { values, isUnsigned, words } = readOptions('verify-backup', ['from']);
  if (words.length > 0) await verifyFile();
  else await verifyArchive(values.from, isUnsigned);
} catch (error) {
  failStart(error);
}
