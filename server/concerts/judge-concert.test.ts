import { expect, test } from 'vitest';
import { concertDetails, concertProgramme } from '#test/concert-form.ts';
import { createTestDatabase } from '#test/database.ts';
import { openTestOffice } from '#test/office.ts';

const database = await createTestDatabase('demo');
const { pool } = database;
const editor = await openTestOffice(database, 'editor');

const idOf = async (slug: string): Promise<number> => {
  const { rows } = await pool.query<{ id: number }>('select id from concert where slug = $1', [
    slug,
  ]);
  return rows[0]?.id ?? 0;
};

test.each<[string, Record<string, string>, string, string]>([
  ['an empty title', { title_de: ' ' }, 'title_de', 'Please fill this in.'],
  ['no venue', { venue: '' }, 'venue', 'Please fill this in.'],
  ['an unknown venue', { venue: 'shed' }, 'venue', '“shed” is not in venues.'],
  ['a short name', { slug: 'Über uns' }, 'slug', 'Only a–z, 0–9 and hyphens.'],
  ['a short name that is taken', { slug: 'goldberg' }, 'slug', 'Another concert has this name.'],
  [
    'a day outside the festival',
    { start_day: '2025-09-22' },
    'start_day',
    'Is not between 8\u00a0August 2025 and 29\u00a0August 2025.',
  ],
  ['a day that does not exist', { start_day: '2025-02-30' }, 'start_day', 'Not a valid day.'],
  ['no day', { start_day: '' }, 'start_day', 'Please fill this in.'],
  ['a time that is none', { start_time: '7 pm' }, 'start_time', 'Not a valid time.'],
  [
    'a time that the clocks skip',
    { start_day: '2025-03-30', start_time: '02:30' },
    'start_time',
    'Is a time that does not exist: not in the calendar, or skipped when the clocks change.',
  ],
  ['a duration', { duration: 'long' }, 'duration', 'Please a whole number from 1 to 1440.'],
  ['a key', { key: 'D major' }, 'key', 'Is not a key such as A-Dur or cis-Moll.'],
  [
    'a note',
    { 'note-1-type': 'GENERAL', 'note-1-text_de': 'x' },
    'note-1-text_en',
    'Please fill this in.',
  ],
])('%s is refused beside its field', async (_, changes, field, text) => {
  const { problem } = await editor.run('concert:create', {
    ...concertDetails,
    slug: 'refused',
    ...changes,
  });
  expect(problem).toMatchObject({ status: 422, errors: { [field]: text } });
});

test.each<[string, Record<string, string | string[]>, string, string]>([
  [
    'a performer without a name',
    { 'performer-1-name': '' },
    'performer-1-name',
    'Please fill this in.',
  ],
  [
    'a performer without an instrument',
    { 'performer-1-instrument': '' },
    'performer-1-instrument',
    'Please fill this in.',
  ],
  [
    'a performer twice',
    { 'performer-2-name': ' Agnes Rákosfalvi\u200b', 'performer-2-instrument': 'piano' },
    'performer-2-name',
    'Is among the performers already.',
  ],
  ['no composer', { 'piece-1-composer': '' }, 'piece-1-composer', 'Please fill this in.'],
  [
    'an opus',
    { 'piece-1-opus': 'opus 1' },
    'piece-1-opus',
    "Is not an opus such as 'op. 76 Nr. 3'.",
  ],
  [
    'movements without a language',
    { 'piece-1-lang': '' },
    'piece-1-movements',
    'Has no language: please choose the language of the movements (lang).',
  ],
])('%s is refused beside its field', async (_, changes, field, text) => {
  const { problem } = await editor.run('concert:save', {
    id: await idOf('goldberg'),
    part: 'programme',
    ...concertProgramme,
    ...changes,
  });
  expect(problem).toMatchObject({ status: 422, errors: { [field]: text } });
});

test('a sale and the academy exclude each other', async () => {
  const id = await idOf('goldberg');
  const { problem } = await editor.run('concert:save', { id, part: '', academy: '1' });
  expect(problem).toMatchObject({
    status: 422,
    errors: { academy: 'Is not for academy concerts: their admission is free.' },
  });
});
