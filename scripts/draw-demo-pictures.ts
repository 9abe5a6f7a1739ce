import { existsSync } from 'node:fs';
import { readdir, rm } from 'node:fs/promises';
import path from 'node:path';
import { drawInThreads } from '#server/drawing/pictures/draw-in-threads.ts';
import { demoPictures, writePicture } from '#server/drawing/pictures/picture-store.ts';
import {
  picturesOfProgramme,
  planPictures,
  seasonWords,
} from '#server/drawing/pictures/plan-pictures.ts';
import { demoFolder } from '#server/programme/load-programme.ts';
import { readProgramme } from '#server/programme/read-programme.ts';

/** Draws missing pictures and removes those that the programme no longer needs; prints how many it drew. */
export async function drawDemoPictures(): Promise<number> {
  const programme = await readProgramme(demoFolder);
  const plans = planPictures(picturesOfProgramme(programme), (language) =>
    seasonWords(programme.festival, language),
  );
  const missing = plans.filter((plan) => !existsSync(path.join(demoPictures, `${plan.file}.json`)));
  await drawInThreads(missing, (picture) => writePicture(demoPictures, picture));
  const needed = new Set(plans.map((plan) => plan.file));
  for (const name of await readdir(demoPictures).catch(() => [])) {
    const file = name.replace(/\.(json|br|gz)$/, '');
    if (!needed.has(file)) await rm(path.join(demoPictures, name));
  }
  return missing.length;
}
