import { createWriteStream } from 'node:fs';
import { access, rename, rm } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import type { Pool, PoolClient } from 'pg';
import { StartError, errorCode } from '../platform/errors.ts';
import { MIGRATION_LOCK_ID } from '../platform/database/migrate.ts';
import {
  entryNames,
  FORMAT_VERSION,
  chunkName,
  writeTar,
  type BackupHead,
  type BackupManifest,
  type TarEntry,
} from './backup-format.ts';
import { copyOut, createChecksum, prepareToCopy, listTables, findLastIds } from './copy-rows.ts';
import { fingerprintSecret } from './backup-secret.ts';

export interface BackupOptions {
  /** Version of the program. */
  program: string;
  appSecret: string;
  /** Whether the file contains the secret: yes if it exists only in DATA_DIR. */
  hasSecret: boolean;
}

/**
 * Writes a backup of the database at one moment, while the shop runs, and returns its manifest. Only the owner can
 * read the file, which appears when it is complete. Throws StartError for the operator.
 */
export async function writeBackup(
  pool: Pool,
  file: string,
  options: BackupOptions,
): Promise<BackupManifest> {
  if (await fileExists(file)) throw new StartError(`${file} exists already; choose another name.`);
  const madeAt = new Date();
  const unfinished = `${file}.unfinished`;
  const client = await pool.connect();
  const manifest: BackupManifest = { tables: {}, lastIds: [] };
  try {
    await client.query('begin isolation level repeatable read read only');
    await prepareToCopy(client);
    // waits for a migration in progress; the next one waits for us
    await client.query('select pg_advisory_xact_lock_shared($1)', [MIGRATION_LOCK_ID]);
    await pipeline(
      writeTar(entries(client, options, manifest, madeAt), madeAt),
      createGzip(),
      createWriteStream(unfinished, { mode: 0o600, flush: true }),
    );
    await client.query('commit');
    await rename(unfinished, file);
    return manifest;
  } catch (error) {
    await rm(unfinished, { force: true });
    throw explainFile(file, error);
  } finally {
    // destroyed, because its settings are changed
    client.release(true);
  }
}

async function* entries(
  client: PoolClient,
  options: BackupOptions,
  manifest: BackupManifest,
  madeAt: Date,
): AsyncGenerator<TarEntry> {
  const entry = (name: string, text: string): TarEntry => ({ name, bytes: Buffer.from(text) });
  const tables = await listTables(client);
  const head: BackupHead = {
    format: FORMAT_VERSION,
    program: options.program,
    madeAt: madeAt.toISOString(),
    ...(await readDatabase(client)),
    tables: tables.map(({ name, columns }) => ({ name, columns })),
    secretPrint: fingerprintSecret(options.appSecret),
  };
  yield entry(entryNames.head, json(head));
  if (options.hasSecret) yield entry(entryNames.secret, options.appSecret);
  for (const table of tables) {
    const checksum = createChecksum();
    let n = 0;
    for await (const chunk of copyOut(client, table)) {
      checksum.add(chunk);
      yield { name: chunkName(table.name, n++), bytes: chunk };
    }
    manifest.tables[table.name] = checksum.total();
  }
  manifest.lastIds = await findLastIds(client);
  yield entry(entryNames.manifest, json(manifest));
}

async function readDatabase(
  client: PoolClient,
): Promise<Pick<BackupHead, 'postgres' | 'migrations'>> {
  const version = await client.query<{ server_version: string }>('show server_version');
  const applied = await client.query<BackupHead['migrations'][number]>(
    'select name, checksum from migration.applied order by name',
  );
  return { postgres: version.rows[0]?.server_version ?? '', migrations: applied.rows };
}

function json(value: object): string {
  return `${JSON.stringify(value, null, 2)}\n`;
}

async function fileExists(file: string): Promise<boolean> {
  return await access(file).then(
    () => true,
    () => false,
  );
}

/** Explains why a file cannot be written or read if the operator can fix it; returns other errors as they are. */
export function explainFile(file: string, error: unknown): unknown {
  const reason = {
    ENOENT: 'there is no such file or folder',
    EISDIR: 'that is a folder; name a file in it',
    ENOTDIR: 'part of the path is not a folder',
    EACCES: 'permission denied for this account',
    EPERM: 'permission denied for this account',
    EROFS: 'the file system is read-only',
    ENOSPC: 'the disk is full; the unfinished file was removed',
    '42P01': 'the database has no tables of this shop; start the shop once',
  }[errorCode(error) ?? ''];
  return reason === undefined ? error : new StartError(`${file}: ${reason}.`, { cause: error });
}
