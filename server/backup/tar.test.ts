import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { expect, it } from 'vitest';
import { readTar, type TarEntry, writeTar } from './backup-format.ts';

const entries: TarEntry[] = [
  { name: 'head.json', bytes: Buffer.from('{}') },
  { name: 'tables/orders.000000.copy', bytes: Buffer.alloc(100_000, 'x') },
  { name: 'empty', bytes: Buffer.alloc(0) },
];
const archive = await buffer(writeTar(Readable.from(entries), new Date('2026-07-12')));

async function read(bytes: Buffer): Promise<TarEntry[]> {
  return await Array.fromAsync(readTar(Readable.from([Buffer.from(bytes)])));
}

it('returns what was put in', async () => {
  expect(await read(archive)).toEqual(entries);
});

it.each([
  ['in a header', 700],
  ['between entries', 1024],
  ['in an entry', 50_000],
  ['before its end', archive.length - 1024],
])('refuses an archive that was cut %s', async (_, length) => {
  await expect(read(archive.subarray(0, length))).rejects.toThrow(/not a complete backup/);
});

it.each([
  ['name', 0],
  ['size', 130],
  ['checksum', 150],
])('refuses an archive in which a %s was changed', async (_, at) => {
  const changed = Buffer.from(archive);
  changed.writeUInt8(changed.readUInt8(at) ^ 1, at);
  await expect(read(changed)).rejects.toThrow(/not a complete backup/);
});

it('fails with the error of an entry that cannot be read', async () => {
  const failing = Readable.from(
    (async function* () {
      yield* entries;
      throw new Error('the database went away');
    })(),
  );
  await expect(buffer(writeTar(failing, new Date()))).rejects.toThrow('the database went away');
});
