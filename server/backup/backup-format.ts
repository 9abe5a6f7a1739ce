import { z } from 'zod';
import { Readable, Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createTarDecoder, createTarPacker } from 'modern-tar';
import { StartError, errorCode } from '../platform/errors.ts';

/** Version of the file's layout. Raise it when older programs could no longer read the file. */
export const FORMAT_VERSION = 1;

/** Names of the entries in the archive. The head comes first, the manifest last. */
export const entryNames = {
  head: 'backup.json',
  secret: 'app-secret',
  manifest: 'manifest.json',
} as const;

/** Everything that a restore needs before it loads a row. */
export const BackupHead = z.object({
  format: z.number(),
  /** Version of the program, of package.json. */
  program: z.string(),
  madeAt: z.iso.datetime(),
  postgres: z.string(),
  migrations: z.array(z.object({ name: z.string(), checksum: z.string() })),
  /** In loading order: referenced tables first. */
  tables: z.array(z.object({ name: z.string(), columns: z.array(z.string()) })),
  /** Recognises the secret without revealing it (backup-secret.ts). */
  secretPrint: z.string(),
});
export type BackupHead = z.infer<typeof BackupHead>;

/** Rows and hash of all chunks of a table. */
export const TableChecksum = z.object({ rows: z.number(), sha256: z.string() });
export type TableChecksum = z.infer<typeof TableChecksum>;

/** The last entry: a file without it is incomplete. */
export const BackupManifest = z.object({
  tables: z.record(z.string(), TableChecksum),
  /** The last value of each identity column. */
  lastIds: z.array(z.object({ table: z.string(), column: z.string(), last: z.number() })),
});
export type BackupManifest = z.infer<typeof BackupManifest>;

const pattern = /^tables\/([a-z_]+)\.\d+\.copy$/;

/** Name of the n-th chunk of a table. */
export function chunkName(table: string, n: number): string {
  return `tables/${table}.${String(n).padStart(6, '0')}.copy`;
}

/** The table an entry belongs to; null for the others. */
export function tableOfChunk(name: string): string | null {
  return pattern.exec(name)?.[1] ?? null;
}

// Backups are plain tar archives (POSIX ustar), so that every system can read them: `tar -tzf FILE`.

/** Our own entries are smaller; a larger one is not from us. */
const MAX_ENTRY_BYTES = 64 * 1024 * 1024;

/** A file in the archive. */
export interface TarEntry {
  name: string;
  bytes: Buffer;
}

/** Writes these entries as a stream of bytes, which fails with any error they throw. */
export function writeTar(entries: AsyncIterable<TarEntry>, mtime: Date): Readable {
  const { readable, controller } = createTarPacker();
  const pack = async (): Promise<void> => {
    for await (const { name, bytes } of entries) {
      const entry = controller.add({ name, size: bytes.length, mode: 0o600, mtime }).getWriter();
      await entry.write(bytes);
      await entry.close();
    }
    controller.finalize();
  };
  pack().catch((error: unknown) => controller.error(error));
  return Readable.from(readable);
}

/** Reads an archive entry by entry. Throws StartError if it is damaged or truncated. */
export async function* readTar(stream: Readable): AsyncGenerator<TarEntry> {
  const { readable, writable } = createTarDecoder({ strict: true });
  // its error reaches us through `readable`
  pipeline(stream, Writable.fromWeb(writable)).catch(() => undefined);
  try {
    for await (const { header, body } of readable) {
      if (header.size > MAX_ENTRY_BYTES) throw damagedBackup();
      yield { name: header.name, bytes: Buffer.from(await new Response(body).arrayBuffer()) };
    }
  } catch (error) {
    // the file's own errors have codes, the decoder's have none
    throw errorCode(error) === undefined ? damagedBackup() : error;
  }
}

/** Creates the error for a file that is no backup, or was truncated or changed. */
export function damagedBackup(): StartError {
  return new StartError('This is not a complete backup: the file is damaged or truncated.');
}
