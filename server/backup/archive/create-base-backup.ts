import { readFile, rename } from 'node:fs/promises';
import path from 'node:path';
import { Client, type Pool } from 'pg';
import type { Connection } from '../../platform/database/open-pool.ts';
import { backupDirNames, baseBackupNames, writeShopFile, type ShopFile } from './backup-dir.ts';
import { formatBaseBackupName } from './read-archive.ts';
import { signManifest } from './sign.ts';
import { deleteUnfinished } from './trim-archive.ts';

/** Limited, because sales need the disk and a processor, too. */
const MAX_RATE_KILOBYTES_PER_SECOND = 32 * 1024;

export interface BaseBackupInput {
  pool: Pool;
  connection: Connection;
  /** BACKUP_DIR. */
  directory: string;
  shop: ShopFile;
  /** APP_SECRET, which signs the manifest. */
  appSecret: string;
  /** Cancels it. */
  signal: AbortSignal;
}

/**
 * Lets PostgreSQL write a base backup into BACKUP_DIR while the shop sells. The folder gets its name when it is
 * complete. Deletes what a failure leaves: on a full disk, changes need the room. Throws with PostgreSQL's or the
 * system's reason.
 */
export async function createBaseBackup(input: BaseBackupInput): Promise<void> {
  const base = path.join(input.directory, backupDirNames.base);
  const unfinished = path.join(base, backupDirNames.unfinished);
  await deleteUnfinished(input.directory);
  try {
    await writeFiles(input, unfinished);
    const manifest = await readFile(path.join(unfinished, baseBackupNames.manifest));
    const signature = signManifest(manifest, input.appSecret);
    await writeShopFile(unfinished, { ...input.shop, signature });
    await rename(unfinished, path.join(base, formatBaseBackupName(new Date())));
  } catch (error) {
    await deleteUnfinished(input.directory).catch(() => undefined);
    throw error;
  }
}

async function writeFiles(
  { pool, connection, signal }: BaseBackupInput,
  folder: string,
): Promise<void> {
  // for the replication protocol, which pg speaks but its types do not name
  const replication = { replication: 'database' };
  const client = new Client({ ...connection, ...replication, application_name: 'base backup' });
  client.on('error', () => undefined);
  let pid: number | undefined;
  const cancel = (): void => {
    // fails if the database is gone, and the base backup with it
    if (pid !== undefined)
      void pool.query('select pg_cancel_backend($1)', [pid]).catch(() => undefined);
  };
  signal.addEventListener('abort', cancel);
  try {
    await client.connect();
    const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid');
    signal.throwIfAborted();
    pid = rows[0]?.pid;
    await client.query(baseBackupCommand(folder));
  } finally {
    signal.removeEventListener('abort', cancel);
    await client.end().catch(() => undefined);
  }
}

function baseBackupCommand(folder: string): string {
  const options = [
    `label 'festival'`,
    `target 'server'`,
    `target_detail '${folder.replaceAll("'", "''")}'`,
    `checkpoint 'fast'`,
    // the archive has the WAL, and reports its own failures
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
