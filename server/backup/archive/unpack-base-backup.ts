import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { mkdir, readFile, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import type { TarHeader } from 'modern-tar';
import { unpackTar } from 'modern-tar/fs';
import { StartError } from '../../platform/errors.ts';
import { bundledMajorVersion, writeOwnSettings } from '#packages/embedded-postgres/cluster.ts';
import { baseBackupNames } from './backup-dir.ts';
import { type BaseBackup, type Manifest, readManifest } from './read-archive.ts';

/** PostgreSQL's own folders, and one per database: far fewer. */
const MAX_FOLDERS = 1000;

/**
 * Unpacks a base backup into a new folder and compares every file with its manifest; its settings are replaced by ours,
 * since some of them are commands. Throws StartError.
 * @param appSecret must have signed the manifest; null: it need not be signed
 */
export async function unpackBaseBackup(
  base: BaseBackup,
  cluster: string,
  appSecret: string | null,
): Promise<void> {
  const manifest = await readManifest(base.folder, appSecret);
  const file = path.join(base.folder, baseBackupNames.files);
  await mkdir(cluster, { recursive: true, mode: 0o700 });
  try {
    await pipeline(
      createReadStream(file),
      createGunzip(),
      unpackTar(cluster, {
        fmode: 0o600,
        dmode: 0o700,
        strict: true,
        filter: createEntryCheck(manifest),
      }),
    );
  } catch (cause) {
    throw new StartError(`${file} could not be unpacked: ${String(cause)}.`, { cause });
  }
  for (const { Path: name, Size: size, Checksum: checksum } of manifest.Files) {
    const unpacked = path.join(cluster, name);
    const found = await stat(unpacked).catch(() => null);
    if (found?.size === size && (await hashFile(unpacked)) === checksum) continue;
    throw new StartError(`${file} is damaged: ${name} is not as it was backed up.`);
  }
  await refuseOtherVersion(base, cluster);
  writeOwnSettings(cluster);
  // it would wait for a primary forever
  await rm(path.join(cluster, 'standby.signal'), { force: true });
}

/**
 * Refuses what the manifest does not name, so that its sizes limit what is written, and what can lead out of the
 * folder: links, and the map from which PostgreSQL makes some.
 */
function createEntryCheck(manifest: Manifest): (entry: TarHeader) => true {
  const sizes = new Map(manifest.Files.map((file) => [file.Path, file.Size]));
  sizes.delete('tablespace_map');
  let folders = 0;
  return ({ name, type, size }) => {
    const isExpected =
      type === 'directory' ? ++folders <= MAX_FOLDERS : type === 'file' && sizes.get(name) === size;
    // once only
    sizes.delete(name);
    if (!isExpected) throw new Error(`${name} does not belong to it`);
    return true;
  };
}

async function hashFile(file: string): Promise<string> {
  const hash = createHash('sha256');
  await pipeline(createReadStream(file), hash);
  return hash.digest('hex');
}

async function refuseOtherVersion(base: BaseBackup, cluster: string): Promise<void> {
  const version = (await readFile(path.join(cluster, 'PG_VERSION'), 'utf8')).trim();
  if (version === bundledMajorVersion) return;
  throw new StartError(
    `${base.folder} was made by PostgreSQL ${version}, this program brings ${bundledMajorVersion}. ` +
      'Restore it with the version of the program that made it (shop.json names it).',
  );
}
