import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { DrawnPicture } from './draw-picture.ts';

/** A picture ready to serve, plain and compressed. */
export interface StoredPicture {
  file: string;
  light: string;
  summits: DrawnPicture['summits'];
  bytes: Buffer;
  brotli: Buffer | null;
  gzip: Buffer | null;
}

/** Reads a picture from the first folder that has it; null if none has. */
export async function readPicture(folders: string[], file: string): Promise<StoredPicture | null> {
  for (const folder of folders) {
    const base = path.join(folder, file);
    const metadata = await readFile(`${base}.json`, 'utf8').catch(() => null);
    if (metadata === null) continue;
    const { light, summits } = JSON.parse(metadata) as Pick<StoredPicture, 'light' | 'summits'>;
    const [bytes, brotli, gzip] = await Promise.all([
      readFile(base),
      readFile(`${base}.br`).catch(() => null),
      readFile(`${base}.gz`).catch(() => null),
    ]);
    return { file, light, summits, bytes, brotli, gzip };
  }
  return null;
}

/** Writes a picture for the next start. The metadata come last: a picture with metadata is complete. */
export async function writePicture(folder: string, picture: StoredPicture): Promise<void> {
  await mkdir(folder, { recursive: true });
  const base = path.join(folder, picture.file);
  const { light, summits } = picture;
  await writeFile(base, picture.bytes);
  if (picture.brotli !== null) await writeFile(`${base}.br`, picture.brotli);
  if (picture.gzip !== null) await writeFile(`${base}.gz`, picture.gzip);
  await writeFile(`${base}.json.new`, JSON.stringify({ light, summits }));
  await rename(`${base}.json.new`, `${base}.json`);
}
