// `npm run backup -- FILE`: writes all data of the shop into one file, while it runs (docs/operating.md).
import type { Pool } from 'pg';
import { describeRows, describeSize } from '#server/backup/backup-secret.ts';
import { withDatabase } from './with-database.ts';
import { writeBackup } from '#server/backup/write-backup.ts';
import { readEnv } from '#server/settings/env.ts';
import { createLog } from '#server/platform/log.ts';
import { failStart } from '#server/platform/errors.ts';
import packageFile from '../package.json' with { type: 'json' };
import { readFileArgument } from './backup-arguments.ts';

try {
  const file = readFileArgument('backup');
  const env = readEnv();
  const options = {
    program: packageFile.version,
    appSecret: env.appSecret,
    hasSecret: !env.hasAppSecret,
  };
  const log = createLog({ level: 'warn', isReadable: true });
  const write = (pool: Pool) => writeBackup(pool, file, options);
  const manifest = await withDatabase(env, log, write, { mayBeReadOnly: true });
  console.log(`${file} (${await describeSize(file)}): ${describeRows(manifest.tables)}.`);
  console.log(
    env.hasAppSecret
      ? 'APP_SECRET is not in it; keep it elsewhere: without it no ticket code and no link is valid.'
      : 'It holds the secret of DATA_DIR/app-secret, too: anybody with this file can make tickets.',
  );
  console.log(
    'It holds personal data: keep it as safe as the shop itself, and not only beside it.',
  );
} catch (error) {
  failStart(error);
}
