import type { LocalizedText } from '#contract/language.ts';
import { programmeRefusalTexts } from '#messages/programme-problems.ts';
import { createConcurrencyLimiter } from '../platform/process/concurrency-limiter.ts';
import { createThreadPool } from '../platform/process/thread-pool.ts';
import { ProgrammeError, refuseProgramme, type Programme } from './programme-format.ts';
import { parseProgramme } from './read-programme.ts';

/** A file that somebody uploads. */
export interface Upload {
  name: string;
  bytes: Uint8Array;
}

/** A file of this size may still keep a processor busy for minutes, such as one with 100,000 keys side by side. */
const MAX_READ_SECONDS = 20;

const limit = createConcurrencyLimiter(1, 4);

/**
 * Reads an uploaded programme on a thread of its own, which ends after some seconds. Throws ProgrammeError as
 * `readProgramme` does.
 */
export function readUpload(upload: Upload): Promise<Programme> {
  return limit(async () => {
    const threads = createThreadPool<Upload, Reading>(new URL(import.meta.url), { maxThreads: 1 });
    const end = new AbortController();
    const timer = setTimeout(() => {
      end.abort();
      void threads.stop();
    }, MAX_READ_SECONDS * 1000);
    try {
      const { programme, refused } = await threads.run(upload);
      if (programme === null) throw new ProgrammeError(refused.en, { texts: refused });
      return programme;
    } catch (error) {
      if (!end.signal.aborted) throw error;
      throw refuseProgramme(
        programmeRefusalTexts.tooLong,
        { place: upload.name },
        { cause: error },
      );
    } finally {
      clearTimeout(timer);
      await threads.stop();
    }
  });
}

type Reading =
  | { programme: Programme; refused: null }
  | { programme: null; refused: LocalizedText };

/** Runs on the thread. */
export default function parseUpload({ name, bytes }: Upload): Reading {
  try {
    return { programme: parseProgramme(Buffer.from(bytes), name), refused: null };
  } catch (error) {
    if (!(error instanceof ProgrammeError)) throw error;
    return { programme: null, refused: error.texts };
  }
}
