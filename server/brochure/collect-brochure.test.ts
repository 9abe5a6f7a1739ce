import { expect, test } from 'vitest';
import { createTestDatabase } from '#test/database.ts';
import { listConcertRows } from '../programme/list-concert-rows.ts';
import { loadFestival } from '../programme/festival-content.ts';
import { demoFolder } from '../programme/load-programme.ts';
import { readProgramme } from '../programme/read-programme.ts';
import { brochureFile } from './brochure-store.ts';
import { collectBrochure } from './collect-brochure.ts';
import { content, demoRows } from '#test/brochures.ts';
import { toConcertRows } from '../../scripts/to-concert-rows.ts';

test('the brochure drawn at build is the one of the loaded demonstration', async () => {
  const { pool } = await createTestDatabase('demo');
  const rows = await listConcertRows(pool);
  const festival = await loadFestival(pool);
  const fromFiles = toConcertRows(await readProgramme(demoFolder));
  for (const language of ['de', 'en'] as const) {
    const loaded = collectBrochure(rows, festival.content(), language);
    const built = collectBrochure(fromFiles, content, language);
    expect(loaded).toEqual(built);
    expect(brochureFile(loaded)).toBe(brochureFile(built));
  }
});

test('the room of a work stands where it changes only', () => {
  const rows = demoRows('lange-nacht-der-musik');
  const [night] = collectBrochure(rows, content, 'de').concerts;
  const named = night?.works.flatMap(({ venue }) => venue ?? []) ?? [];
  expect(named.length).toBeGreaterThan(1);
  expect(named.filter((venue, index) => venue === named[index - 1])).toEqual([]);
});

test('a festival with a logo and a place of its own has neither mark nor abbey', () => {
  const logo = { viewBox: '0 0 2 1', path: 'M0 0h2v1z' };
  const own = collectBrochure(
    demoRows('goldberg'),
    { ...content, look: { logo, foreground: 'none' } },
    'de',
  );
  expect(own.festival).toMatchObject({ logo, hasAbbey: false });
  expect(own.concerts.map(({ plate }) => plate.venue)).toEqual(['']);
});
