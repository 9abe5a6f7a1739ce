import { languages, type Language } from '#contract/language.ts';
import type { ConcertRow } from '../programme/list-concert-rows.ts';
import type { Logger } from '../platform/log.ts';
import type { FestivalContent } from '../programme/programme-format.ts';
import { collectBrochure, type BrochureData } from './collect-brochure.ts';
import { createHash } from 'node:crypto';
import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { createThreadPool, type ThreadPool } from '../platform/process/thread-pool.ts';
import { hashSources } from '../platform/source-hash.ts';

/** Draws brochures on threads of their own. */
export type BrochureThreads = ThreadPool<BrochureData, Uint8Array>;

/** One thread by default: a brochure can wait, a ticket cannot. */
export function createBrochureThreads(maxThreads = 1): BrochureThreads {
  return createThreadPool(new URL('./draw-brochure.ts', import.meta.url), { maxThreads });
}

/** The brochures of the programme as it is now, one per language (product.md 2). */
export interface BrochureStore {
  /** Call it with every new programme. Its brochures are drawn when somebody asks for them. */
  prepare(rows: ConcertRow[], content: FestivalContent): void;
  /** Waits for the drawing; null before the first `prepare`. Rejects if the drawing fails. */
  find(language: Language): Promise<Buffer | null>;
  stop(): Promise<void>;
}

export interface BrochureStoreOptions {
  /** Folders with finished brochures; the first match wins. */
  sourceDirs: string[];
  /** Folder for new brochures. */
  cacheDir: string;
  log: Logger;
  /** For tests. */
  threads?: BrochureThreads;
}

interface Entry {
  data: BrochureData;
  file: string;
  /** Undefined before the first caller, and after a failure: the next caller tries again. */
  ready: Promise<Buffer> | undefined;
}

/** Creates the store. It draws each brochure once, on a thread, for any number of callers. */
export function createBrochureStore(options: BrochureStoreOptions): BrochureStore {
  const threads = options.threads ?? createBrochureThreads();
  const entries = new Map<Language, Entry>();
  let isStopping = false;

  async function findOrDraw({ data, file }: Entry): Promise<Buffer> {
    const known = await readBrochure(options.sourceDirs, file);
    if (known !== null) return known;
    const bytes = Buffer.from(await threads.run(data));
    await saveBrochure(options.cacheDir, file, bytes).catch((error: unknown) => {
      options.log.warn({ err: error, file }, 'Could not save a brochure for the next start');
    });
    return bytes;
  }

  function start(entry: Entry): Promise<Buffer> {
    const ready = findOrDraw(entry);
    entry.ready = ready;
    ready.catch((error: unknown) => {
      entry.ready = undefined;
      if (isStopping) return;
      options.log.error({ err: error, file: entry.file }, 'Could not draw a brochure');
    });
    return ready;
  }

  return {
    prepare(rows, content) {
      for (const language of languages) {
        const data = collectBrochure(rows, content, language);
        const file = brochureFile(data);
        if (entries.get(language)?.file === file) continue;
        entries.set(language, { data, file, ready: undefined });
      }
    },
    async find(language) {
      const entry = entries.get(language);
      return entry === undefined ? null : await (entry.ready ?? start(entry));
    },
    async stop() {
      isStopping = true;
      await threads.stop();
    },
  };
}

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
    'server/platform/colours.ts',
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
async function readBrochure(folders: string[], file: string): Promise<Buffer | null> {
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
