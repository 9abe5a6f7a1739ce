import path from 'node:path';
import { StartError } from '../platform/errors.ts';

/** BACKUP_DIR and ARCHIVE_SECONDS. Throws StartError together with DATABASE_URL. */
export function toArchiveOptions(settings: {
  BACKUP_DIR?: string | undefined;
  ARCHIVE_SECONDS: number;
  DATABASE_URL?: string | undefined;
}): { directory: string; seconds: number } | undefined {
  if (settings.BACKUP_DIR === undefined) return undefined;
  if (settings.DATABASE_URL !== undefined) {
    throw new StartError(
      'BACKUP_DIR archives the embedded database only. With DATABASE_URL, set up archiving on that server ' +
        '(docs/deploying.md) and leave BACKUP_DIR out.',
    );
  }
  return { directory: path.resolve(settings.BACKUP_DIR), seconds: settings.ARCHIVE_SECONDS };
}
