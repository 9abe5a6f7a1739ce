// `npm run restore -- FILE`: restores a backup into an empty DATA_DIR or an empty DATABASE_URL.
// `npm run restore -- --from BACKUP_DIR [--to TIME] [--unsigned]`: restores an archive into a DATA_DIR
// without a database.
import { restoreArchive } from '#server/backup/archive/restore-archive.ts';
import { describeRows, secretTexts } from '#server/backup/backup-secret.ts';
import { checkBackup } from '#server/backup/read-backup.ts';
import { restoreBackup } from '#server/backup/restore-backup.ts';
import { withDatabase } from './with-database.ts';
import { readEnv } from '#server/settings/env.ts';
import { createLog } from '#server/platform/log.ts';
import { failStart, StartError } from '#server/platform/errors.ts';
import {
  readFileArgument,
  resolveFromCaller,
  parseMoment,
  readOptions,
  usageError,
} from './backup-arguments.ts';
import { root } from './root.ts';

const log = createLog({ level: 'warn', isReadable: true });

async function restoreFile(): Promise<void> {
  const file = readFileArgument('restore');
  const env = readEnv({ needsSecret: false });
  const appSecret = env.hasAppSecret ? env.appSecret : undefined;
  // first, because withDatabase may create a database
  const backup = await checkBackup(file);
  const secret = await withDatabase(env, log, (pool) =>
    restoreBackup({ pool, log, dataDir: env.dataDir, appSecret }, backup),
  );
  const rows = describeRows(backup.manifest.tables);
  console.log(`Restored as of ${backup.head.madeAt}: ${rows}.`);
  console.log(secretTexts[secret]);
  console.log('Start the shop; it asks the payment provider for what happened since.');
}

async function restoreFrom(
  from: string,
  to: string | undefined,
  isUnsigned: boolean,
): Promise<void> {
  const directory = resolveFromCaller(from);
  process.chdir(root);
  const env = readEnv({ needsSecret: false });
  if (env.databaseUrl !== undefined) {
    throw new StartError('An archive is restored into DATA_DIR; leave DATABASE_URL out.');
  }
  const { restoredTo, tables, violations, secret } = await restoreArchive({
    directory,
    to: to === undefined ? undefined : parseMoment(to),
    dataDir: env.dataDir,
    appSecret: env.hasAppSecret ? env.appSecret : undefined,
    isUnsigned,
    log,
  });
  const end = restoredTo?.toISOString() ?? 'its base backup';
  console.log(`Restored as of ${end}: ${describeRows(tables)}.`);
  for (const violation of violations) console.log(`ATTENTION: ${violation}.`);
  console.log(secretTexts[secret]);
  console.log('Start the shop; it asks the payment provider for what happened since.');
}

try {
  const { values, isUnsigned, words } = readOptions('restore', ['from', 'to']);
  if (values.from === undefined && !isUnsigned) await restoreFile();
  else if (values.from === undefined || words.length > 0) throw usageError('restore');
  else await restoreFrom(values.from, values.to, isUnsigned);
} catch (error) {
  failStart(error);
}
