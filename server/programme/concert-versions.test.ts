import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import type { ConcertDocument } from '#contract/office/concert-document.ts';
import { openTestDatabase } from '#test/database.ts';
import { demoFolder, loadProgramme } from './load-programme.ts';
import { listChanges, toDocument } from './concert-versions.ts';
import type { ProgrammeConcert } from './programme-format.ts';
import { readProgramme } from './read-programme.ts';

const demo = await readProgramme(demoFolder);

async function openDemo() {
  const { databases, drop } = await openTestDatabase('demo');
  onTestFinished(drop);
  const { pool } = databases;
  const listDocuments = async () => {
    const { rows } = await pool.query<{ slug: string; number: number; document: ConcertDocument }>(
      `select c.slug, w.number, w.document from concert_version w join concert c on c.id = w.concert_id
       order by c.starts_at, w.number`,
    );
    return rows;
  };
  return { pool, listDocuments };
}

/** A guest who plays in no work stands in the document alone. */
function withGuest(concert: ProgrammeConcert): ProgrammeConcert {
  const everybody = Object.keys(concert.musicians);
  return {
    ...concert,
    musicians: { ...concert.musicians, 'Ina Stumm': { instrument: 'harp' } },
    pieces: concert.pieces.map((piece) => ({ playedBy: everybody, ...piece })),
  };
}

test('a load writes a version of each concert that it changes, as the file says', async () => {
  const { pool, listDocuments } = await openDemo();
  const documents = new Map((await listDocuments()).map((row) => [row.slug, row.document]));
  for (const concert of demo.concerts) {
    const document = documents.get(concert.slug);
    expect(document && listChanges(toDocument(concert), document), concert.slug).toEqual([]);
    expect(Object.keys(document?.musicians ?? {})).toEqual(Object.keys(concert.musicians));
  }
  const concerts = demo.concerts.map((concert) =>
    concert.slug === 'goldberg' ? withGuest(concert) : concert,
  );
  const changes = await loadProgramme(pool, { ...demo, concerts }, { savedBy: 'anna' });
  expect(changes).toMatchObject({ rows: 1, changed: ['goldberg'] });
  const { rows } = await pool.query(
    `select number, source, saved_by from concert_version where number > 1`,
  );
  expect(rows).toEqual([{ number: 2, source: 'load', saved_by: 'anna' }]);
});

test('a database from before the versions gets them from its rows', async () => {
  const { pool, listDocuments } = await openDemo();
  await pool.query(`
    drop table concert_version, instrument, ticket_type_template;
    alter table concert drop column first_published_at`);
  const migration = path.join(import.meta.dirname, '../../db/migrations/0055-concert-versions.sql');
  await pool.query(readFileSync(migration, 'utf8'));
  const documents = new Map((await listDocuments()).map((row) => [row.slug, row.document]));
  for (const concert of demo.concerts) {
    const document = documents.get(concert.slug);
    const changes = document && listChanges(toDocument(concert), document);
    // rows name no language of a work, only those of its movements, and no performer who plays nothing
    const fields = changes?.map(({ field }) => field) ?? ['none'];
    expect(
      fields.filter((field) => !/^piece-\d+-(?:lang|movements|playedBy)$|^performer-/.test(field)),
      concert.slug,
    ).toEqual([]);
  }
  const loaded = await loadProgramme(pool, demo);
  expect(loaded.appeared).toEqual([]);
  expect(await loadProgramme(pool, demo)).toMatchObject({ rows: 0 });
});
