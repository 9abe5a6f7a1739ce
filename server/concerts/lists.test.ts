import { expect, test } from 'vitest';
import { createTestDatabase } from '#test/database.ts';
import { openTestOffice } from '#test/office.ts';

const database = await createTestDatabase('demo');
const { pool } = database;
const office = await openTestOffice(database, 'office');
const editor = await openTestOffice(database, 'editor');

const idOf = async (table: string, slug: string): Promise<number> => {
  const { rows } = await pool.query<{ id: number }>(`select id from ${table} where slug = $1`, [
    slug,
  ]);
  return rows[0]?.id ?? 0;
};

test('a venue is saved and says on how many pages it is seen', async () => {
  const id = await idOf('venue', 'refectory');
  const { fields, version, pages } = await editor.query('venue:get', { id });
  expect(pages).toBeGreaterThan(0);
  const saved = await editor.run('venue:save', { id, ...fields, version, name_en: 'Great Hall' });
  expect(saved).toMatchObject({ problem: null, output: { id, pages } });
  expect(await editor.query('venue:get', { id })).toMatchObject({
    fields: { ...fields, name_en: 'Great Hall' },
  });
  const { rows } = await pool.query(
    `select before, after from audit_event where command = 'venue:save' order by id desc limit 1`,
  );
  expect(rows).toEqual([
    { before: { name_en: fields['name_en'] }, after: { name_en: 'Great Hall' } },
  ]);
  const again = await editor.run('venue:save', { id, ...fields, name_en: 'Great Hall' });
  expect(again.output).toMatchObject({ isUnchanged: true });
});

test('composers are sorted by their last names', async () => {
  const names = (await editor.query('composer:list', {})).map(({ fields }) => fields['name']);
  const lastNames = names.map((name = '') => name.slice(name.lastIndexOf(' ') + 1));
  expect(lastNames).toContain('Pärt');
  expect(lastNames).toEqual(lastNames.toSorted((a, b) => a.localeCompare(b, 'de')));
});

const hall = {
  name_de: 'Saal',
  name_en: 'Hall',
  description_de: 'x',
  description_en: 'x',
  accessibility_de: 'x',
  accessibility_en: 'x',
  street: 'Am Tor 1',
  postalCode: '82599',
  city: 'Marienfirn',
  latitude: '47,5',
  longitude: '11.1',
};

test.each<[string, Record<string, string>, string, string]>([
  ['no name', { name_en: '' }, 'name_en', 'Please fill this in.'],
  ['a postcode', { postalCode: '12' }, 'postalCode', 'Is not a postcode of four or five digits.'],
  ['no latitude', { latitude: '' }, 'latitude', 'Please fill this in.'],
  ['a latitude', { latitude: '91' }, 'latitude', 'Please a number from -90 to 90.'],
  ['a word as a longitude', { longitude: 'x' }, 'longitude', 'Please a number from -180 to 180.'],
])('a venue with %s is refused beside its field', async (_, changes, field, text) => {
  const { problem } = await editor.run('venue:save', {
    ...hall,
    ...changes,
  });
  expect(problem).toMatchObject({ status: 422, errors: { [field]: text } });
});

test('a composer who is new can be chosen at once; years are in order', async () => {
  const years = { name: 'Élisabeth Jacquet', born: '1729', died: '1665' };
  expect((await editor.run('composer:save', years)).problem).toMatchObject({
    status: 422,
    errors: { died: 'Is not after the year of birth.' },
  });
  const saved = await editor.run('composer:save', { ...years, born: '1665', died: '1729' });
  expect(saved.output).toMatchObject({ pages: 0 });
  await editor.run('composer:save', { name: 'Élisabeth Jacquet' });
  const { choices } = await editor.query('concert:document', { id: null });
  const slugs = choices.composers.map(({ slug }) => slug);
  expect(slugs).toContain('elisabeth-jacquet');
  expect(slugs).toContain('elisabeth-jacquet-2');
  const removed = await editor.run('composer:delete', { id: saved.output?.['id'] });
  expect(removed.problem).toBeNull();
});

test('what is used is not deleted, and says where', async () => {
  const texts = await Promise.all(
    (
      [
        ['venue', 'cloister'],
        ['composer', 'bacewicz'],
        ['instrument', 'theorbo'],
      ] as const
    ).map(async ([kind, slug]) => {
      const { problem } = await editor.run(`${kind}:delete`, { id: await idOf(kind, slug) });
      expect(problem?.status).toBe(409);
      return problem?.message;
    }),
  );
  for (const text of texts) expect(text).toMatch(/^Still in use: \w/);
  const id = await idOf('ticket_type_template', 'school');
  expect((await office.run('ticket-type:delete', { id })).problem?.message).toMatch(/Goldberg/);
});

test('another name of an instrument or a ticket type is seen on every page', async () => {
  const instrument = await idOf('instrument', 'piano');
  const saved = await editor.run('instrument:save', {
    id: instrument,
    name_de: 'Hammerklavier',
    name_en: 'fortepiano',
  });
  expect(saved.output?.['pages']).toBeGreaterThan(1);
  const names = await pool.query(
    `select distinct instrument_de from piece_musician where instrument_de in ('Klavier', 'Hammerklavier')`,
  );
  expect(names.rows).toEqual([{ instrument_de: 'Hammerklavier' }]);
  const type = await idOf('ticket_type_template', 'full');
  const { fields } = await office.query('ticket-type:get', { id: type });
  await office.run('ticket-type:save', { ...fields, id: type, name_en: 'Standard' });
  const types = await pool.query(`select distinct name_en from ticket_type where slug = 'full'`);
  expect(types.rows).toEqual([{ name_en: 'Standard' }]);
});

test('a note of a ticket type is in both languages or in none', async () => {
  const input = { name_de: 'Mitglieder', name_en: 'Members', note_de: 'mit Ausweis' };
  expect((await office.run('ticket-type:save', input)).problem).toMatchObject({
    errors: { note_en: 'Please fill this in.' },
  });
  expect((await office.run('ticket-type:save', { ...input, note_de: '' })).problem).toBeNull();
});

test('of two who edit an entry, the second one sees what is stored now', async () => {
  const id = await idOf('composer', 'bach');
  const { fields, version } = await editor.query('composer:get', { id });
  const form = { id, ...fields, version };
  const results = await Promise.all(
    ['J. S. Bach', 'Joh. Seb. Bach'].map((name) => editor.run('composer:save', { ...form, name })),
  );
  const statuses = results.map(({ problem }) => problem?.status ?? 303);
  expect(statuses.toSorted((a, b) => a - b)).toEqual([303, 409]);
  const problem = results.find((result) => result.problem !== null)?.problem;
  expect(problem?.message).toMatch(/^Changed in the meantime by Vera Prüfer, /);
  expect(problem?.errors['name']).toMatch(/^Stored now: “.* Bach”\.$/);
  const again = { ...form, name: 'Bach', version: problem?.version };
  expect((await editor.run('composer:save', again)).problem).toBeNull();
});

test('ticket types are for the office, the other lists for editors', async () => {
  expect((await editor.run('ticket-type:save', {})).problem).toMatchObject({ status: 403 });
  expect((await office.run('venue:save', {})).problem).toMatchObject({ status: 403 });
});
