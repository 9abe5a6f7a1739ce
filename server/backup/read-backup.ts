import { createReadStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import { StartError, errorCode } from '../platform/errors.ts';
import { adoptBaseline, knownMigrations } from '../platform/database/migrate.ts';
import {
  BackupHead,
  BackupManifest,
  entryNames,
  FORMAT_VERSION,
  tableOfChunk,
  damagedBackup,
  readTar,
  type TarEntry,
} from './backup-format.ts';
import { createChecksum } from './copy-rows.ts';
import { explainFile } from './write-backup.ts';

/** A backup that was read completely and found intact. */
export interface CheckedBackup {
  file: string;
  head: BackupHead;
  manifest: BackupManifest;
  /** Null if the environment set it: then it is not in the file. */
  appSecret: string | null;
}

/** Reads the file's entries. Throws StartError if the file is unreadable or damaged. */
export async function* readEntries(file: string): AsyncGenerator<TarEntry> {
  const unpacked = createGunzip();
  // its error reaches us through `unpacked`
  pipeline(createReadStream(file), unpacked).catch(() => undefined);
  try {
    yield* readTar(unpacked);
  } catch (error) {
    throw errorCode(error)?.startsWith('Z_') ? damagedBackup() : explainFile(file, error);
  }
}

/** Reads the whole file and compares it with its checksums, before a restore changes anything. */
export async function checkBackup(file: string): Promise<CheckedBackup> {
  let head: BackupHead | undefined;
  let manifest: BackupManifest | undefined;
  let appSecret: string | null = null;
  const checksums = new Map<string, ReturnType<typeof createChecksum>>();
  for await (const { name, bytes } of readEntries(file)) {
    const table = tableOfChunk(name);
    if (name === entryNames.head) {
      head = readJson(BackupHead, bytes);
      head.migrations = adoptBaseline(head.migrations, knownMigrations());
      checkHead(head);
      for (const each of head.tables) checksums.set(each.name, createChecksum());
    } else if (name === entryNames.secret) appSecret = bytes.toString();
    else if (name === entryNames.manifest) manifest = readJson(BackupManifest, bytes);
    else if (table !== null) checksums.get(table)?.add(bytes);
  }
  if (head === undefined || manifest === undefined) throw damagedBackup();
  for (const [table, checksum] of checksums) {
    if (checksum.total().sha256 !== manifest.tables[table]?.sha256) throw damagedBackup();
  }
  return { file, head, manifest, appSecret };
}

function readJson<T>(schema: { parse: (value: unknown) => T }, bytes: Buffer): T {
  try {
    return schema.parse(JSON.parse(bytes.toString()));
  } catch (cause) {
    throw new StartError(damagedBackup().message, { cause });
  }
}

function checkHead({ format, program, migrations }: BackupHead): void {
  const known = new Map(knownMigrations().map(({ name, checksum }) => [name, checksum]));
  const unknown = migrations.find(({ name }) => !known.has(name));
  if (format !== FORMAT_VERSION || unknown !== undefined) {
    throw new StartError(
      `The backup was made by another version of this program (${program}` +
        `${unknown === undefined ? '' : ` with migration ${unknown.name}`}). Restore it with that version.`,
    );
  }
  const changed = migrations.find(({ name, checksum }) => known.get(name) !== checksum);
  if (changed === undefined) return;
  throw new StartError(
    `db/migrations/${changed.name} has changed since the backup. Restore it with the version that wrote it.`,
  );
}
