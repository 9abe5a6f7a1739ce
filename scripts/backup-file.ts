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
      `Use: npm run ${command} -- FILE (one file, such as backup-2026-07-12.tar.gz)` +
        (command === 'restore' ? ', or -- --from BACKUP_DIR [--to TIME]' : ''),
    );
  }
  const absolute = namedPath(file);
  process.chdir(root);
  return absolute;
}

/** A path of the command line, meant from where npm was called. */
export function namedPath(file: string): string {
  return path.resolve(process.env['INIT_CWD'] ?? process.cwd(), file);
}

/** A moment with its offset, such as `2026-07-12T19:30+02:00`. Throws StartError for anything else. */
export function parseMoment(text: string): Date {
  const moment = new Date(text);
  if (/T.*(?:Z|[+-]\d\d:\d\d)$/.test(text) && !Number.isNaN(moment.getTime())) return moment;
  throw new StartError(
    `--to: "${text}" is not a moment with its offset, such as 2026-07-12T19:30:00+02:00.`,
  );
}
