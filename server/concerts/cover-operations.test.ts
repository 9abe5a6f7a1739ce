import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import sharp from 'sharp';
import { expect, onTestFinished, test } from 'vitest';
import { createTestDatabase } from '#test/database.ts';
import { openTestOffice } from '#test/office.ts';
import { findCoverImageFile } from '../cover-images/store-cover-image.ts';
import { exportProgramme, readCoverFiles, writeProgramme } from '../programme/export-programme.ts';
import { loadFestival } from '../programme/festival-content.ts';
import { listConcertRows } from '../programme/list-concert-rows.ts';
import { readCovers } from '../programme/load-covers.ts';
import { loadProgramme } from '../programme/load-programme.ts';
import { readProgramme } from '../programme/read-programme.ts';

const database = await createTestDatabase('demo');
const { pool } = database;
const editor = await openTestOffice(database, 'editor');
const { rows } = await pool.query<{ id: number }>(`select id from concert where slug = 'goldberg'`);
const id = rows[0]?.id ?? 0;

const photograph = async (width = 1300) => {
  const bytes = await sharp({ create: { width, height: 900, channels: 3, background: '#753' } })
    .jpeg()
    .toBuffer();
  return new File([new Uint8Array(bytes)], 'abbey.jpg');
};

const texts = {
  cover_credit_de: 'Foto: Ada Probe',
  cover_credit_en: 'Photo: Ada Probe',
  cover_alt_de: 'Die Abtei bei Nacht',
  cover_alt_en: 'The abbey at night',
};

const coverOf = async () => (await listConcertRows(pool, id))[0]?.cover ?? null;

test('a photograph takes the place of the drawn plate, and the plate that of the photograph', async () => {
  const missing = await editor.run('picture:upload', { id, ...texts });
  expect(missing.problem).toMatchObject({ status: 422, errors: { cover: expect.any(String) } });
  const empty = { ...texts, cover_credit_de: '', cover_alt_en: '' };
  const incomplete = await editor.run('picture:upload', {
    id,
    ...empty,
    cover: await photograph(),
  });
  expect(Object.keys(incomplete.problem?.errors ?? {})).toEqual([
    'cover_credit_de',
    'cover_alt_en',
  ]);

  const { problem, output } = await editor.run('picture:upload', {
    id,
    ...texts,
    cover: await photograph(),
  });
  expect([problem, output?.['id']]).toEqual([null, id]);
  const cover = await coverOf();
  expect(cover).toMatchObject({
    width: 1300,
    height: 900,
    credit: { de: 'Foto: Ada Probe' },
    alt: { en: 'The abbey at night' },
  });
  const file = await findCoverImageFile(pool, `${cover?.name}-960.avif`);
  expect((await sharp(file ?? Buffer.alloc(0)).metadata()).width).toBe(960);

  // its words alone, and the details beside it
  const changed = { ...texts, cover_credit_de: 'Foto: Bea Probe' };
  expect((await editor.run('picture:upload', { id, ...changed })).problem).toBeNull();
  const { document, version } = await editor.query('concert:document', { id });
  const save = { id, version, part: 'details', duration: '88' };
  await editor.run('concert:save', { ...save, slug: document.slug });
  expect((await coverOf())?.credit.de).toBe('Foto: Bea Probe');

  expect((await editor.run('picture:remove', { id })).problem).toBeNull();
  expect(await coverOf()).toBeNull();
  expect((await editor.run('picture:remove', { id })).output).toMatchObject({ isUnchanged: true });
  const [, before] = await editor.query('concert:history', { id });
  await editor.run('concert:restore', { id, number: before?.number ?? 0 });
  expect((await coverOf())?.name).toBe(cover?.name);
  const { rows: events } = await pool.query(
    `select command from audit_event where command like 'picture:%' order by id`,
  );
  expect(events.map(({ command }) => command as string)).toEqual([
    'picture:upload',
    'picture:upload',
    'picture:remove',
  ]);
});

test('of two people who save a picture, the second one is told what is stored now', async () => {
  const { version } = await editor.query('concert:document', { id });
  const save = (credit: string, opened: unknown) =>
    editor.run('picture:upload', { id, ...texts, cover_credit_en: credit, version: opened });
  expect((await save('Photo: Bea Probe', version)).problem).toBeNull();
  const { problem } = await save('Photo: Cy Probe', version);
  expect(problem).toMatchObject({
    status: 409,
    message: expect.stringMatching(/^Changed in the meantime by Vera Prüfer, /) as string,
    errors: { cover_credit_en: 'Stored now: “Photo: Bea Probe”.' },
  });
  expect((await coverOf())?.credit.en).toBe('Photo: Bea Probe');
  expect((await save('Photo: Cy Probe', problem?.version)).problem).toBeNull();
});

test('what is no photograph is refused in the reader’s words, and nothing of it is kept', async () => {
  const count = async () => (await pool.query('select from cover_image')).rowCount;
  const before = await count();
  const cases = [
    [
      new File(['<svg/>'], 'x.jpg'),
      /^Please a photograph as JPEG, PNG, WebP or AVIF, at most 15.MB\.$/,
    ],
    [await photograph(1199), /^The picture is too small: at least 1200 pixels wide\.$/],
  ] as const;
  for (const [cover, text] of cases) {
    const { problem } = await editor.run('picture:upload', { id, ...texts, cover });
    expect(problem).toMatchObject({ status: 422, errors: { cover: expect.stringMatching(text) } });
  }
  expect(await count()).toBe(before);
});

test('an export has the photographs, and loading it changes nothing', async () => {
  await editor.run('picture:upload', { id, ...texts, cover: await photograph() });
  const folder = await mkdtemp(path.join(tmpdir(), 'festival-covers-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const location = path.join(folder, 'programme');
  await writeProgramme(location, await exportProgramme(pool), await readCoverFiles(pool));
  const exported = await readProgramme(location);
  const cover = exported.concerts.find(({ slug }) => slug === 'goldberg')?.cover;
  expect(cover?.file).toMatch(/^covers\/[0-9a-f]{32}\.jpg$/);
  const again = await readCovers(pool, location, exported);
  expect(again.images).toEqual([]);
  expect(await loadProgramme(pool, again.programme)).toMatchObject({ rows: 0 });

  // as on another database, which does not know the image
  await pool.query(`update concert set cover = null`);
  await pool.query(`delete from cover_image_file`);
  await pool.query(`delete from cover_image`);
  const elsewhere = await readCovers(pool, location, exported);
  expect(elsewhere.images).toHaveLength(1);
  await loadProgramme(pool, elsewhere.programme, { images: elsewhere.images });
  expect(await coverOf()).toMatchObject({ width: 1300, alt: { de: 'Die Abtei bei Nacht' } });

  const outside = exported.concerts.map((concert) =>
    concert.cover ? { ...concert, cover: { ...concert.cover, file: '../secret.jpg' } } : concert,
  );
  await expect(readCovers(pool, location, { ...exported, concerts: outside })).rejects.toThrow(
    /goldberg: \.\.\/secret\.jpg cannot be read/,
  );
});

test('pictures of the look are loaded, shown and exported as those of concerts', async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'festival-look-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const location = path.join(folder, 'programme');
  await writeProgramme(location, await exportProgramme(pool), await readCoverFiles(pool));
  const { credit, alt } = { credit: { de: 'Foto', en: 'Photo' }, alt: { de: 'Saal', en: 'Hall' } };
  const read = await readProgramme(location);
  const look = { home: { file: 'hall.jpg', credit, alt }, sitePlan: { file: 'hall.jpg', alt } };
  const programme = { ...read, festival: { ...read.festival, look } };
  await expect(readCovers(pool, location, programme)).rejects.toThrow(
    /^look\.home: hall\.jpg cannot be read in /,
  );
  await expect(readCovers(pool, null, programme)).rejects.toThrow(
    /^look\.home: there is no picture hall\.jpg here/,
  );
  const upload = await photograph(1400);
  await writeFile(path.join(location, 'hall.jpg'), Buffer.from(await upload.arrayBuffer()));
  const { images, ...loaded } = await readCovers(pool, location, programme);
  expect(images).toHaveLength(1);
  await loadProgramme(pool, loaded.programme, { images });
  const store = await loadFestival(pool);
  for (const place of ['home', 'sitePlan'] as const) {
    const picture = store.picture(place, '');
    expect(picture).toMatchObject({ width: 1400, alt });
    expect(picture?.jpeg).toContain('-1400.jpg 1400w');
  }
  const exported = await exportProgramme(pool);
  expect(exported.festival).toMatchObject({
    look: { home: { file: `covers/${images[0]?.name}.jpg`, credit } },
  });
  expect([...(await readCoverFiles(pool)).keys()]).toContain(`${images[0]?.name}.jpg`);
});
