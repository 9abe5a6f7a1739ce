import { expect, test } from 'vitest';
import { toConcertEntries } from '#contract/office/concert-entries.ts';
import { createTestDatabase } from '#test/database.ts';
import { openTestOffice } from '#test/office.ts';
import { concertDetails, concertProgramme } from '#test/concert-form.ts';

const database = await createTestDatabase('demo');
const { pool } = database;
const editor = await openTestOffice(database, 'editor');
const admin = await openTestOffice(database, 'admin');

/** A new draft with details of its own. */
async function createDraft(slug: string, changes: Record<string, string> = {}): Promise<number> {
  const { output, problem } = await editor.run('concert:create', {
    ...concertDetails,
    slug,
    ...changes,
  });
  expect(problem).toBeNull();
  return Number(output?.['id']);
}

/** The form of a concert, as it is opened now. */
async function openForm(id: number) {
  const { document, version } = await editor.query('concert:document', { id });
  return { document, input: { id, version, ...toConcertEntries(document) } };
}

const idOf = async (slug: string): Promise<number> => {
  const { rows } = await pool.query<{ id: number }>('select id from concert where slug = $1', [
    slug,
  ]);
  return rows[0]?.id ?? 0;
};

const stateOf = async (id: number) => (await editor.query('concert:page', { id })).state;

test('a new concert is a draft; it is published once it is complete', async () => {
  const id = await createDraft('first-draft');
  expect(await stateOf(id)).toBe('draft');
  const missing = await editor.run('concert:publish', { id });
  expect(missing.problem).toMatchObject({
    status: 422,
    errors: {
      'piece-add': 'A piece is still missing.',
      'performer-add': 'Performers are still missing.',
    },
  });
  const saved = await editor.run('concert:save', {
    id,
    version: '1',
    part: 'programme',
    ...concertProgramme,
  });
  expect(saved.output).toMatchObject({ id, version: 2, before: 1 });
  expect((await editor.run('concert:publish', { id })).problem).toBeNull();
  expect(await stateOf(id)).toBe('published');
  const { rows } = await pool.query(
    `select m.title, m.lang from movement m join piece p on p.id = m.piece_id where p.concert_id = $1 order by m.position`,
    [id],
  );
  expect(rows).toEqual([
    { title: 'Andante', lang: 'it' },
    { title: 'Dumka', lang: 'cs' },
  ]);
});

test('a draft needs title, time and venue; publishing asks for the rest at the fields', async () => {
  const { title_de, title_en, start_day, start_time, venue } = concertDetails;
  const sparse = { title_en, start_day, start_time, venue };
  const create = () =>
    editor.run('concert:create', { ...sparse, title_de: `${title_de} für Böhmen` });
  const [first, second] = [await create(), await create()];
  expect([first.problem, second.problem]).toEqual([null, null]);
  const id = Number(second.output?.['id']);
  expect((await editor.query('concert:page', { id })).slug).toBe('serenade-fur-bohmen-2');
  await editor.run('concert:save', { id, part: 'programme', ...concertProgramme });
  const missing = 'Please fill this in.';
  expect((await editor.run('concert:publish', { id })).problem?.errors).toEqual({
    subtitle_de: missing,
    subtitle_en: missing,
    introduction_de: missing,
    introduction_en: missing,
  });
  const { subtitle_de, subtitle_en, introduction_de, introduction_en } = concertDetails;
  const texts = { subtitle_de, subtitle_en, introduction_de, introduction_en };
  expect((await editor.run('concert:save', { id, ...texts })).problem).toBeNull();
  expect((await editor.run('concert:publish', { id })).problem).toBeNull();
  const emptied = { id, subtitle_de: '', title_en: '' };
  expect((await editor.run('concert:save', emptied)).problem?.errors).toMatchObject({
    subtitle_de: missing,
    title_en: missing,
  });
  expect(
    (await editor.run('concert:create', { ...sparse, slug: 'no-title' })).problem,
  ).toMatchObject({ errors: { title_de: missing } });
});

test('a concert shows its part of the audit log, the latest first', async () => {
  const id = await createDraft('logged');
  await editor.run('concert:save', { id, part: '', duration: '77' });
  const events = await editor.query('concert:events', { id });
  expect(events.map(({ who, what }) => [who, what])).toEqual([
    ['Vera Prüfer', 'Concert edited'],
    ['Vera Prüfer', 'Concert created'],
  ]);
});

test('a saved form changes what it says, and nothing of the sale', async () => {
  const id = await idOf('jupiter');
  const before = await editor.query('concert:page', { id });
  const { input, document } = await openForm(id);
  const output = await editor.run('concert:save', {
    ...input,
    part: 'details',
    title_de: ['Jupiter zu Ehren'],
  });
  expect(output.problem).toBeNull();
  expect(await editor.query('concert:page', { id })).toEqual({
    ...before,
    version: (before.version ?? 0) + 1,
  });
  expect((await openForm(id)).document).toEqual({
    ...document,
    title: { de: 'Jupiter zu Ehren', en: document.title.en },
  });
  const { rows } = await pool.query(
    `select thing_name, before, after from audit_event where command = 'concert:save' and thing_id = $1::text`,
    [id],
  );
  expect(rows).toEqual([
    {
      thing_name: 'Jupiter zu Ehren',
      before: { title_de: document.title.de },
      after: { title_de: 'Jupiter zu Ehren' },
    },
  ]);
});

test('a form that is saved as it was opened changes nothing', async () => {
  const { input } = await openForm(await idOf('la-follia'));
  const ofDetails = await editor.run('concert:save', { ...input, part: 'details' });
  expect(ofDetails.output).toMatchObject({ isUnchanged: true });
  const ofProgramme = await editor.run('concert:save', { ...input, part: 'programme' });
  expect(ofProgramme.output).toMatchObject({ isUnchanged: true, version: 1 });
});

test('the short name of a concert is fixed once it was published', async () => {
  const { input } = await openForm(await idOf('goldberg'));
  const { problem } = await editor.run('concert:save', { ...input, part: 'details', slug: 'bach' });
  expect(problem).toMatchObject({
    status: 422,
    errors: { slug: 'The short name is fixed since the concert was published.' },
  });
  const id = await createDraft('old-name');
  const renamed = await editor.run('concert:save', {
    id,
    version: '1',
    part: '',
    slug: 'new-name',
  });
  expect(renamed.problem).toBeNull();
  expect(await idOf('new-name')).toBe(id);
});

test('of two editors, the second one sees what is stored now, and may save knowingly', async () => {
  const id = await createDraft('two-editors');
  const { input } = await openForm(id);
  const first = { ...input, part: 'details', title_en: 'Evening music', venue: 'barn' };
  expect((await admin.run('concert:save', first)).problem).toBeNull();
  const second = { ...input, part: 'details', title_en: 'Night music' };
  const { problem } = await editor.run('concert:save', second);
  expect(problem).toMatchObject({
    status: 409,
    version: '2',
    errors: {
      title_en: 'Stored now: “Evening music”.',
      venue: expect.stringMatching(/^Stored now: “.*Barn”\.$/) as string,
    },
  });
  expect(problem?.message).toMatch(
    /^Changed in the meantime by Vera Prüfer, \d+\u00a0\w+, \d+\.\d\d\u00a0[ap]m\.$/,
  );
  const again = await editor.run('concert:save', { ...second, version: problem?.version });
  expect(again.output).toMatchObject({ version: 3 });
  expect((await openForm(id)).document.title.en).toBe('Night music');
});

test('two editors who save at the same moment: one is told', async () => {
  const id = await createDraft('race');
  const { input } = await openForm(id);
  const save = (title: string) =>
    editor.run('concert:save', { ...input, part: 'details', title_de: title, title_en: title });
  const results = await Promise.all(['A', 'B', 'C', 'D'].map(save));
  const statuses = results.map(({ problem }) => problem?.status ?? 303);
  expect(statuses.toSorted((a, b) => a - b)).toEqual([303, 409, 409, 409]);
  const history = await editor.query('concert:history', { id });
  expect(history.map(({ number }) => number)).toEqual([2, 1]);
});

test('the history says field by field who changed what; a version comes back as a new one', async () => {
  const id = await createDraft('history');
  await editor.run('concert:save', { id, version: '1', part: 'programme', ...concertProgramme });
  await editor.run('concert:save', { id, version: '2', part: '', venue: 'barn', longNight: '1' });
  const [latest] = await editor.query('concert:history', { id });
  expect(latest).toMatchObject({ number: 3, source: 'office', savedBy: 'Vera Prüfer' });
  expect(latest?.changes.map(({ label }) => label)).toEqual(['Venue', 'Long Night']);
  expect(latest?.changes[1]).toMatchObject({ field: 'longNight', before: 'No', after: 'Yes' });
  const restored = await editor.run('concert:restore', { id, number: 1, version: '3' });
  expect(restored.output).toMatchObject({ version: 4, before: 3 });
  const { document } = await openForm(id);
  expect(document).toMatchObject({ venue: 'cloister', longNight: false, pieces: [] });
  const [undone] = await editor.query('concert:history', { id });
  expect(undone?.changes.map(({ label }) => label)).toContain('Piece 1, Title (German)');
});

test('undo restores the version before, for ten minutes, unless somebody has saved since', async () => {
  const id = await createDraft('undo');
  await editor.run('concert:save', { id, version: '1', part: '', title_de: 'Versehen' });
  const undo = { id, number: 1, version: '2', undo: '1' };
  await pool.query(
    `update concert_version set saved_at = now() - interval '11 minutes' where concert_id = $1`,
    [id],
  );
  expect((await editor.run('concert:restore', undo)).problem).toMatchObject({
    status: 409,
    message: 'This can no longer be undone.',
  });
  await admin.run('concert:save', { id, version: '2', part: '', title_en: 'Mistake' });
  expect((await editor.run('concert:restore', undo)).problem).toMatchObject({ status: 409 });
  const done = await editor.run('concert:restore', { id, number: 2, version: '3', undo: '1' });
  expect(done.problem).toBeNull();
  expect((await openForm(id)).document.title).toEqual({ de: 'Versehen', en: 'Serenade' });
});

test('restoring a version never starts a sale', async () => {
  const id = await idOf('stabat-mater');
  await editor.run('concert:save', { id, part: '', title_de: 'Stabat' });
  await pool.query('update concert set onsale = false where id = $1', [id]);
  expect((await editor.run('concert:restore', { id, number: 1 })).problem).toBeNull();
  const { document } = await openForm(id);
  expect(document.sale?.onSale).toBe(false);
  const { rows } = await pool.query('select onsale from concert where id = $1', [id]);
  expect(rows).toEqual([{ onsale: false }]);
});

test('a draft without a sale is deleted, any other concert never', async () => {
  const id = await createDraft('deleted');
  expect((await editor.run('concert:delete', { id })).problem).toBeNull();
  expect(await idOf('deleted')).toBe(0);
  const published = await editor.run('concert:delete', { id: await idOf('goldberg') });
  expect(published.problem).toMatchObject({ status: 409 });
  const withSale = await createDraft('with-sale');
  await pool.query('insert into product (concert_id) values ($1)', [withSale]);
  expect((await editor.run('concert:delete', { id: withSale })).problem).toMatchObject({
    status: 409,
    message: 'This draft has a sale, so it cannot be deleted.',
  });
});

test('a concert with valid tickets is withdrawn only with their number; undo brings its sale back', async () => {
  const id = await idOf('fuenf-winde');
  await admin.run('order:complimentary', {
    ...(await ticketOf(id)),
    firstName: 'Clara',
    lastName: 'Wieck',
    email: 'clara@example.org',
    language: 'de',
    delivery: 'boxoffice',
    reason: 'press',
  });
  expect((await editor.query('concert:page', { id })).validTickets).toBe(1);
  expect((await editor.run('concert:withdraw', { id })).problem).toMatchObject({
    status: 409,
    message: 'There is 1 valid ticket for this concert. Please confirm that you withdraw it.',
  });
  const done = await editor.run('concert:withdraw', { id, tickets: '1' });
  expect(done.output).toMatchObject({ tickets: 1 });
  const { document } = await openForm(id);
  expect(document.sale?.onSale).toBe(false);
  expect(await editor.query('concert:page', { id })).toMatchObject({
    state: 'withdrawn',
    sale: { state: 'stopped' },
    path: null,
  });
  expect((await admin.run('concert:publish', { id, undo: '1' })).problem).toMatchObject({
    status: 409,
  });
  expect((await editor.run('concert:publish', { id, undo: '1' })).problem).toBeNull();
  expect(await editor.query('concert:page', { id })).toMatchObject({
    state: 'published',
    sale: { state: 'on-sale' },
  });
});

async function ticketOf(concertId: number): Promise<Record<string, string>> {
  const { rows } = await pool.query<{ id: number }>(
    `select t.id from ticket_type t join product p on p.id = t.product_id where p.concert_id = $1 limit 1`,
    [concertId],
  );
  return { [`tickets-${rows[0]?.id}`]: '1' };
}

test('the list has state and sale of every concert, and finds words of title and venue', async () => {
  const all = await editor.query('concert:overview', { q: '', state: '' });
  const starts = all.rows.map(({ startsAt }) => startsAt);
  expect(starts).toEqual(starts.toSorted());
  const found = await editor.query('concert:overview', { q: 'goldb', state: 'published' });
  expect(found.rows).toMatchObject([
    {
      title: 'Goldberg',
      state: 'published',
      sale: { state: 'on-sale', taken: 188, capacity: 240 },
    },
  ]);
  await createDraft('in-the-list');
  const drafts = await editor.query('concert:overview', { q: 'serenade', state: 'draft' });
  expect(drafts.rows.map(({ sale }) => sale)).toContain(null);
  for (const q of ['%', "'", '\\']) {
    expect((await editor.query('concert:overview', { q, state: '' })).rows, q).toEqual([]);
  }
});

test('a preview shows a draft as visitors would see it', async () => {
  const id = await createDraft('preview', { title_en: 'Preview' });
  expect(await editor.query('concert:preview', { id, language: 'en' })).toMatchObject({
    id,
    title: 'Preview',
    date: '2025-08-23T21:00:00+02:00',
    product: null,
  });
});

test('an unknown concert or version is not found', async () => {
  const id = await createDraft('known');
  for (const input of [{ id: '0' }, { id: '999999' }, { id: 'x' }]) {
    const { problem } = await editor.run('concert:save', { ...input, part: '' });
    expect(problem).toMatchObject({ status: 404 });
  }
  const { problem } = await editor.run('concert:restore', { id, number: 9 });
  expect(problem).toMatchObject({ status: 404 });
});
