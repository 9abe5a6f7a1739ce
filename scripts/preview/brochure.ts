import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { collectBrochure } from '#server/brochure/collect-brochure.ts';
import drawBrochure from '#server/brochure/draw-brochure.ts';
import { toConcertRows } from '../to-concert-rows.ts';
import { demoFolder } from '#server/programme/load-programme.ts';
import { readProgramme } from '#server/programme/read-programme.ts';

/** Draws the demonstration's brochures for inspection: node scripts/preview/brochure.ts [folder]. */
const folder = process.argv[2] ?? 'data/brochure-sheet';
await mkdir(folder, { recursive: true });
const programme = await readProgramme(demoFolder);
const content = { ...programme.festival, legal: programme.legal };
for (const language of ['de', 'en'] as const) {
  const begin = performance.now();
  const bytes = await drawBrochure(collectBrochure(toConcertRows(programme), content, language));
  await writeFile(path.join(folder, `brochure-${language}.pdf`), bytes);
  const took = (performance.now() - begin).toFixed(0);
  console.log(`${language}: ${(bytes.length / 1_000_000).toFixed(2)} MB, ${took} ms`);
}
