import { spawn } from 'node:child_process';
import { existsSync, readdirSync, realpathSync } from 'node:fs';
import path from 'node:path';
import { StartError, errorCode } from '../../platform/errors.ts';
import { readFile, writeFile } from 'node:fs/promises';
import { z } from 'zod';

/** Names in BACKUP_DIR. */
export const backupDirNames = {
  /** Segments of the write-ahead log, compressed one by one. */
  wal: 'wal',
  /** A folder per base backup. */
  base: 'base',
  /** In the folder above: the base backup in progress, or the remains of one. */
  unfinished: 'unfinished',
} as const;

/** Names in the folder of a base backup. PostgreSQL writes the first two. */
export const baseBackupNames = {
  files: 'base.tar.gz',
  manifest: 'backup_manifest',
  shop: 'shop.json',
} as const;

/** A file that a start writes and deletes again, to see whether it can. */
export const writtenAtStart = path.join(backupDirNames.wal, '.written-at-start');

const marker = /^system-(\d+)$/;

/** Name of the empty file that says whose archive a folder holds. */
export function markerName(systemId: string): string {
  return `system-${systemId}`;
}

const MAX_RESPONSE_MS = 5000;

/** Whether a folder responds to reading in time, be it with an error. */
export function isResponsive(folder: string): Promise<boolean> {
  return endsInTime('ls', ['-A', '--', folder]);
}

/** Whether BACKUP_DIR responds to writing in time, be it with an error: a disk that fails may still be read. */
export function respondsToWrites(folder: string): Promise<boolean> {
  const file = path.join(folder, writtenAtStart);
  return endsInTime('/bin/sh', ['-c', ': >"$1" && rm "$1"', 'sh', file]);
}

/**
 * Whether a program ends in time. A mount whose server has vanished blocks every call for good, so another program
 * makes it.
 */
function endsInTime(program: string, args: string[]): Promise<boolean> {
  return new Promise((resolve) => {
    const child = spawn(program, args, { stdio: 'ignore' });
    const timer = setTimeout(() => {
      child.kill('SIGKILL');
      // it may not end before the mount is back
      child.unref();
      resolve(false);
    }, MAX_RESPONSE_MS);
    const respond = (): void => {
      clearTimeout(timer);
      resolve(true);
    };
    child.once('error', respond).once('exit', respond);
  });
}

/** The state of BACKUP_DIR before the shop uses it. */
export type BackupDirState =
  | { kind: 'missing' }
  /** Nothing in it but hidden files and what a file system puts there. */
  | { kind: 'empty' }
  /** The archive of the cluster with this system identifier. */
  | { kind: 'archive'; systemId: string };

/** Inspects a folder. Throws StartError if it holds something else, or cannot be read. */
export function inspectBackupDir(folder: string): BackupDirState {
  const names = listNames(folder);
  if (names === null) return { kind: 'missing' };
  const systemId = names.map((name) => marker.exec(name)?.[1]).find((id) => id !== undefined);
  if (systemId !== undefined) return { kind: 'archive', systemId };
  const foreign = names.find((name) => !name.startsWith('.') && name !== 'lost+found');
  if (foreign === undefined) return { kind: 'empty' };
  throw new StartError(
    `BACKUP_DIR: ${folder} holds something that is not an archive of a shop (${foreign}). Name an empty folder.`,
  );
}

const mistakes: Record<string, string> = {
  ENOTDIR: 'it is not a folder',
  EACCES: 'this account may not read it',
  EPERM: 'this account may not read it',
  ELOOP: 'its links lead round in a circle',
  ENAMETOOLONG: 'its name is too long',
};

function listNames(folder: string): string[] | null {
  try {
    return readdirSync(folder);
  } catch (error) {
    const reason = mistakes[errorCode(error) ?? ''];
    // a disk that fails or is not mounted must not stop the shop
    if (reason === undefined) return null;
    throw new StartError(`BACKUP_DIR: ${folder} cannot be used: ${reason}.`, { cause: error });
  }
}

/**
 * Throws StartError if one of the two folders lies in the other, symbolic links resolved: one disk would hold both, and
 * a restore would write into the archive.
 */
export function refuseNested(backupDir: string, dataDir: string): void {
  const [backup, data] = [resolveLinks(backupDir), resolveLinks(dataDir)];
  if (!isWithin(backup, data) && !isWithin(data, backup)) return;
  const relation = backup === data ? 'is' : isWithin(backup, data) ? 'lies in' : 'contains';
  throw new StartError(
    `BACKUP_DIR: ${backupDir} ${relation} DATA_DIR (${dataDir}). Name a folder of its own on another disk.`,
  );
}

function isWithin(inner: string, outer: string): boolean {
  return inner === outer || inner.startsWith(outer.endsWith(path.sep) ? outer : outer + path.sep);
}

/** The real path, where the last parts may not exist yet. */
function resolveLinks(folder: string): string {
  const absolute = path.resolve(folder);
  if (existsSync(absolute)) return realpathSync(absolute);
  const parent = path.dirname(absolute);
  return parent === absolute ? absolute : path.join(resolveLinks(parent), path.basename(absolute));
}

/** `shop.json` of a base backup: what a restored shop needs besides its database. */
export const ShopFile = z.object({
  /** Version of the program, of package.json. */
  program: z.string(),
  /** Recognises the secret without revealing it (secret-fingerprint.ts). */
  secretPrint: z.string(),
  /** Null if the environment sets it. */
  appSecret: z.string().nullable(),
  /** Of the manifest (sign.ts); missing in base backups of earlier versions. */
  signature: z.string().optional(),
});
export type ShopFile = z.infer<typeof ShopFile>;

/** Writes it into the folder of a base backup, readable by its owner only. */
export async function writeShopFile(folder: string, shop: ShopFile): Promise<void> {
  const text = `${JSON.stringify(shop, null, 2)}\n`;
  await writeFile(path.join(folder, baseBackupNames.shop), text, { mode: 0o600, flush: true });
}

/** Reads it. Throws StartError if it is missing or damaged. */
export async function readShopFile(folder: string): Promise<ShopFile> {
  const file = path.join(folder, baseBackupNames.shop);
  try {
    return ShopFile.parse(JSON.parse(await readFile(file, 'utf8')));
  } catch (cause) {
    throw new StartError(`${file} is missing or damaged; delete its folder.`, { cause });
  }
}
