// `npm run verify-backup -- FILE`: restores it into a database that is thrown away, and compares.
import { describeRows } from '#server/backup/describe-backup.ts';
import { verifyBackup } from '#server/backup/verify-backup.ts';
import { createLog } from '#server/platform/log.ts';
import { failStart } from '#server/platform/errors.ts';
import { backupFile } from './backup-file.ts';

try {
  const file = backupFile('verify-backup');
  const { head, manifest, appSecret } = await verifyBackup(
    file,
    createLog({ level: 'warn', readable: true }),
  );
  console.log(`The backup of ${head.madeAt} is good: ${describeRows(manifest)}.`);
  console.log('Every table was restored and compared; stock, tickets and invoice numbers agree.');
  if (appSecret === null) console.log('APP_SECRET is not in it; is it kept elsewhere?');
} catch (error) {
  failStart(error);
}
