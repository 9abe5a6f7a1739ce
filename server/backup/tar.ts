import { Readable, Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createTarDecoder, createTarPacker } from 'modern-tar';
import { StartError, errorCode } from '../platform/errors.ts';

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
