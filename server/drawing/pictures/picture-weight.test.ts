import { brotliCompressSync, constants } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { demoFolder } from '../../programme/load-programme.ts';
import { readProgramme } from '../../programme/read-programme.ts';
import { drawPicture } from './draw-picture.ts';
import { picturesOfProgramme, planPictures, seasonWords } from './plan-pictures.ts';

const programme = await readProgramme(demoFolder);
const plans = planPictures(picturesOfProgramme(programme), (language) =>
  seasonWords(programme.festival, language),
).filter((plan) => plan.file.endsWith('.svg'));

/** Faster than the served compression, and never smaller. */
const quick = { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } };

/** Maximum weight of a picture in kB with Brotli: covers and heroes, on phones and wide screens. */
function bound(kind: string): number {
  if (kind === 'cover') return 24;
  return kind.includes('phone') ? 30 : 50;
}

describe('the pictures of the demonstration', () => {
  it('are a season and, for every concert, a cover and panoramas', () => {
    expect(plans.length).toBeGreaterThan(3 * programme.concerts.length);
  });

  it.each(plans.map((plan) => [plan.file.slice(0, -17), plan] as const))(
    '%s is light',
    async (_name, plan) => {
      const { bytes } = await drawPicture(plan);
      expect(brotliCompressSync(bytes, quick).length / 1000).toBeLessThan(bound(plan.kind));
    },
  );
});
