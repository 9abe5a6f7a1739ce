import { existsSync } from 'node:fs';
import path from 'node:path';
import { languages } from '#contract/language.ts';
import {
  brochureFile,
  createBrochureThreads,
  demoBrochures,
  saveBrochure,
} from '#server/brochure/brochure-store.ts';
import { collectBrochure } from '#server/brochure/collect-brochure.ts';
import { toConcertRows } from './to-concert-rows.ts';
import { demoFolder } from '#server/programme/load-programme.ts';
import { readProgramme } from '#server/programme/read-programme.ts';

/** Draws missing brochures of the demonstration, so that the first start need not. */
export async function drawDemoBrochures(): Promise<void> {
  const programme = await readProgramme(demoFolder);
  const rows = toConcertRows(programme);
  const content = { ...programme.festival, legal: programme.legal };
  const threads = createBrochureThreads(languages.length);
  await Promise.all(
    languages.map(async (language) => {
      const data = collectBrochure(rows, content, language);
      const file = brochureFile(data);
      if (existsSync(path.join(demoBrochures, file))) return;
      await saveBrochure(demoBrochures, file, await threads.run(data));
    }),
  );
  await threads.stop();
}
