import type { Language } from '#contract/language.ts';
import type { ConcertRow } from '#server/programme/list-concert-rows.ts';
import { demoFolder } from '#server/programme/load-programme.ts';
import type { FestivalContent, Programme } from '#server/programme/programme-format.ts';
import { readProgramme } from '#server/programme/read-programme.ts';
import { collectBrochure, type BrochureData } from '#server/brochure/collect-brochure.ts';
import { toConcertRows } from '../scripts/to-concert-rows.ts';

const demo: Programme = await readProgramme(demoFolder);

/** The demonstration's festival as in the database. */
export const content: FestivalContent = { ...demo.festival, legal: demo.legal };

/** The demonstration's concerts with these slugs. */
export function demoRows(...slugs: string[]): ConcertRow[] {
  return toConcertRows(demo).filter(({ slug }) => slugs.includes(slug));
}

/** A brochure of three concerts: with interval, of the academy, and the Long Night on two pages. */
export function smallBrochure(language: Language): BrochureData {
  const rows = demoRows('boehmen-weit-fort', 'junge-stimmen-2', 'lange-nacht-der-musik');
  return collectBrochure(rows, content, language);
}
