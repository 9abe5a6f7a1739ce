import path from 'node:path';
import { StartError } from '#server/platform/errors.ts';
import { root } from './root.ts';

/**
 * The FILE of `npm run backup|restore|verify-backup -- FILE`, meant from where npm was called; afterwards the
 * current folder is the repository's, as for the shop. Throws StartError where none was named.
 */
export function backupFile(command: string): string {
  const [file, ...more] = process.argv.slice(3);
  if (file === undefined || more.length > 0) {
    throw new StartError(
      `Use: npm run ${command} -- FILE (one file, such as backup-2026-07-12.tar.gz)`,
    );
  }
  const absolute = path.resolve(process.env['INIT_CWD'] ?? process.cwd(), file);
  process.chdir(root);
  return absolute;
}
