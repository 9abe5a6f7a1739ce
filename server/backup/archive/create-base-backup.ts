import { rename, rm } from 'node:fs/promises';
import path from 'node:path';
import { Client } from 'pg';
import type { Connection } from '../../platform/database/open-pool.ts';
import { backupDirNames } from './backup-dir.ts';
import { formatBaseBackupName } from './read-archive.ts';
import { type ShopFile, writeShopFile } from './shop-file.ts';

/** So much at most: sales need the disk and a processor, too. */
const MAX_RATE_KILOBYTES_PER_SECOND = 32 * 1024;

/**
 * Lets PostgreSQL write a base backup into BACKUP_DIR while the shop sells. The folder gets its name when it is
 * complete; what an interruption leaves is deleted by the next one. Throws with PostgreSQL's or the system's reason.
 */
export async function createBaseBackup(
  connection: Connection,
  directory: string,
  shop: ShopFile,
  signal: AbortSignal,
): Promise<void> {
  const base = path.join(directory, backupDirNames.base);
  const unfinished = path.join(base, 'unfinished');
  await rm(unfinished, { recursive: true, force: true });
  // of pg's protocol, not of its types: BASE_BACKUP is a command of the replication protocol
  const replication = { replication: 'database' };
  const client = new Client({ ...connection, ...replication, application_name: 'base backup' });
  client.on('error', () => undefined);
  const abort = (): void => void client.end().catch(() => undefined);
  signal.addEventListener('abort', abort);
  try {
    await client.connect();
    await client.query(baseBackupCommand(unfinished));
  } finally {
    signal.removeEventListener('abort', abort);
    await client.end().catch(() => undefined);
  }
  await writeShopFile(unfinished, shop);
  await rename(unfinished, path.join(base, formatBaseBackupName(new Date())));
}

function baseBackupCommand(folder: string): string {
  const options = [
    `label 'festival'`,
    `target 'server'`,
    `target_detail '${folder.replaceAll("'", "''")}'`,
    `checkpoint 'fast'`,
    // the archive brings the WAL; where it fails, that is reported by itself
    'wait false',
    `compression 'gzip'`,
    `compression_detail 'level=1'`,
    `max_rate ${MAX_RATE_KILOBYTES_PER_SECOND}`,
    `manifest 'yes'`,
    `manifest_checksums 'SHA256'`,
  ];
  // this parser wants its keyword in capitals
  return `BASE_BACKUP (${options.join(', ')})`;
}
