import { spawn } from 'node:child_process';
import { existsSync, readdirSync, realpathSync, chownSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { StartError, errorCode } from '../../platform/errors.ts';
import { readFile, writeFile } from 'node:fs/promises';
import { z } from 'zod';
import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto';
import type { Account } from '#packages/embedded-postgres/run-as-account.ts';

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
  /** Recognises the secret without revealing it (backup-secret.ts). */
  secretPrint: z.string(),
  /** Null if the environment sets it. */
  appSecret: z.string().nullable(),
  /** Of the manifest (backup-dir.ts); missing in base backups of earlier versions. */
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

/** HMAC's two masks (RFC 2104), and the length of a block of SHA-256. */
const INNER_MASK = 0x36;
const OUTER_MASK = 0x5c;
const BLOCK_BYTES = 64;

const deriveKey = (appSecret: string): Buffer =>
  Buffer.from(hkdfSync('sha256', appSecret, 'festival', 'archive', 32));

/**
 * Writes the key with which sign-wal.sh signs and checks WAL, readable by PostgreSQL's account only: the two masked
 * blocks that HMAC puts before what it hashes, since a shell script cannot mask.
 */
export function writeArchiveKey(file: string, appSecret: string, { owner }: Account): void {
  const block = Buffer.alloc(BLOCK_BYTES);
  deriveKey(appSecret).copy(block);
  const masked = [INNER_MASK, OUTER_MASK].map((mask) => block.map((byte) => byte ^ mask));
  rmSync(file, { force: true });
  writeFileSync(file, Buffer.concat(masked), { mode: 0o600 });
  if (owner) chownSync(file, owner.uid, owner.gid);
}

/** The signature of a base backup's manifest, and so of all files that it names. */
export function signManifest(manifest: Buffer, appSecret: string): string {
  return createHmac('sha256', deriveKey(appSecret)).update(manifest).digest('hex');
}

/** Tells whether the shop of this secret signed the manifest. */
export function isManifestSigned(
  manifest: Buffer,
  { signature = '' }: ShopFile,
  appSecret: string,
): boolean {
  const expected = Buffer.from(signManifest(manifest, appSecret));
  const found = Buffer.from(signature);
  return found.length === expected.length && timingSafeEqual(found, expected);
}

/** The error for a file that this shop has not signed. */
export function unsignedError(file: string): StartError {
  return new StartError(
    `${file} is not signed with the secret of this shop (APP_SECRET): somebody changed it, or another secret or an ` +
      'earlier version wrote it. If only this shop could write there, add --unsigned.',
  );
}

/**
 * The secret that must have signed an archive: the one that is known here, otherwise the one that the archive carries
 * itself, which finds damage, but no forgery. Throws StartError without either.
 */
export function findSigningSecret(known: string | undefined, shop: ShopFile): string {
  const secret = known ?? shop.appSecret;
  if (secret !== null) return secret;
  throw new StartError(
    'The signatures of this archive cannot be checked without the APP_SECRET of its shop. Set it, or add --unsigned.',
  );
}
