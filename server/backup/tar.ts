import { StartError } from '../platform/start-error.ts';

// Backups are plain tar archives (POSIX ustar), so that any system can look into them: `tar -tzf FILE`.

const BLOCK = 512;
/** In bytes: our own entries are smaller; a larger one is no backup of ours. */
const LARGEST = 64 * 1024 * 1024;

/** A file in the archive. */
export interface TarEntry {
  name: string;
  bytes: Buffer;
}

/** An entry as it stands in the archive. Names have up to 100 letters. */
export function tarEntry(name: string, bytes: Buffer, madeAt: Date): Buffer {
  const header = Buffer.alloc(BLOCK);
  header.write(name, 0, 100);
  header.write('0000600\0', 100);
  header.write('0000000\0', 108);
  header.write('0000000\0', 116);
  header.write(`${octal(bytes.length, 11)}\0`, 124);
  header.write(`${octal(Math.floor(madeAt.getTime() / 1000), 11)}\0`, 136);
  header.write('        ', 148);
  header.write('0', 156);
  header.write('ustar\x0000', 257);
  header.write(`${octal(checksum(header), 6)}\0 `, 148);
  const padding = Buffer.alloc((BLOCK - (bytes.length % BLOCK)) % BLOCK);
  return Buffer.concat([header, bytes, padding]);
}

/** What an archive ends with. */
export const tarEnd: Buffer = Buffer.alloc(2 * BLOCK);

/** Reads an archive entry by entry. Throws StartError where it is damaged or ends too early. */
export async function* readTar(stream: AsyncIterable<Buffer>): AsyncGenerator<TarEntry> {
  const take = createTaker(stream);
  while (true) {
    const header = await take(BLOCK);
    if (header.every((byte) => byte === 0)) return;
    const field = (from: number, to: number) =>
      header.toString('latin1', from, to).split('\0')[0]?.trim() ?? '';
    const size = Number.parseInt(field(124, 136), 8);
    const stated = Number.parseInt(field(148, 156), 8);
    header.fill(' ', 148, 156);
    if (stated !== checksum(header) || !(size <= LARGEST)) throw damaged();
    const bytes = await take(Math.ceil(size / BLOCK) * BLOCK);
    yield { name: field(0, 100), bytes: bytes.subarray(0, size) };
  }
}

/** The file is no backup, or was cut off or changed. */
export function damaged(): StartError {
  return new StartError('This is no whole backup: the file is damaged, or was cut off.');
}

/** Gives the stream's bytes in pieces of a wanted size. */
function createTaker(stream: AsyncIterable<Buffer>): (size: number) => Promise<Buffer> {
  const source = stream[Symbol.asyncIterator]();
  let waiting: Buffer[] = [];
  let length = 0;
  return async (size) => {
    while (length < size) {
      const next = await source.next();
      if (next.done) throw damaged();
      waiting.push(next.value);
      length += next.value.length;
    }
    const all = waiting.length === 1 && waiting[0] ? waiting[0] : Buffer.concat(waiting);
    waiting = [all.subarray(size)];
    length -= size;
    return all.subarray(0, size);
  };
}

function octal(value: number, digits: number): string {
  return value.toString(8).padStart(digits, '0');
}

function checksum(header: Buffer): number {
  return header.reduce((sum, byte) => sum + byte, 0);
}
