// `npm run restore -- FILE`: a backup into an empty DATA_DIR or an empty DATABASE_URL.
import { describeRows, secretTexts } from '#server/backup/describe-backup.ts';
import { withDatabase } from '#server/backup/with-database.ts';
import { restoreBackup } from '#server/backup/restore-backup.ts';
import { readEnv } from '#server/env.ts';
import { createLog } from '#server/platform/log.ts';
import { failStart } from '#server/platform/errors.ts';
import { backupFile } from './backup-file.ts';

try {
  const file = backupFile('restore');
  const env = readEnv();
  const log = createLog({ level: 'warn', readable: true });
  const appSecret = env.appSecretIsSet ? env.appSecret : undefined;
  const { backup, secret } = await withDatabase(env, log, (pool) =>
    restoreBackup({ pool, log, dataDir: env.dataDir, appSecret }, file),
  );
  console.log(`Restored as of ${backup.head.madeAt}: ${describeRows(backup.manifest)}.`);
  console.log(secretTexts[secret]);
  console.log('Start the shop; it asks the payment provider for what happened since.');
} catch (error) {
  failStart(error);
}
