import { createHash } from 'node:crypto';
import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { hashSources } from '../platform/source-hash.ts';
import type { BrochureData } from './brochure-data.ts';

const root = path.join(import.meta.dirname, '../..');

/** The demonstration's brochures, which `npm test` draws once (scripts/draw-demo-brochures.ts). */
export const demoBrochures: string = path.join(root, '.cache/brochures');

/** Identifies the drawing code and the fixed texts: changed code draws brochures with new names. */
const DRAWING_VERSION = hashSources(
  [
    'server/brochure',
    'server/drawing/pdf',
    'server/drawing/pdf/fonts',
    'packages/plates',
    'contract/colours.ts',
    'contract/format.ts',
    'contract/programme-typography.ts',
    'messages/brochure.ts',
  ].map((entry) => path.join(root, entry)),
);

/** File name of exactly this brochure: 'brochure-de-0123456789ab.pdf'. */
export function brochureFile(data: BrochureData): string {
  const hash = createHash('sha256')
    .update(JSON.stringify([DRAWING_VERSION, data]))
    .digest('hex')
    .slice(0, 12);
  return `brochure-${data.language}-${hash}.pdf`;
}

/** Reads a brochure from the first folder that has it; null if none has. */
export async function readBrochure(folders: string[], file: string): Promise<Buffer | null> {
  for (const folder of folders) {
    const bytes = await readFile(path.join(folder, file)).catch(() => null);
    if (bytes !== null) return bytes;
  }
  return null;
}

/** Saves a brochure for the next start and deletes older ones in its language. */
export async function saveBrochure(folder: string, file: string, bytes: Uint8Array): Promise<void> {
  await mkdir(folder, { recursive: true });
  // a unique name: another process may draw the same brochure
  const fresh = path.join(folder, `${file}.${process.pid}`);
  try {
    await writeFile(fresh, bytes);
    await rename(fresh, path.join(folder, file));
  } catch (error) {
    await rm(fresh, { force: true });
    throw error;
  }
  const language = file.slice(0, 'brochure-de-'.length);
  for (const name of await readdir(folder)) {
    const isOlder = name.startsWith(language) && name.endsWith('.pdf') && name !== file;
    if (isOlder) await rm(path.join(folder, name), { force: true });
  }
}
