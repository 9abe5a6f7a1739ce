import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { createTestDatabase } from '#test/database.ts';
import { openTestOffice } from '#test/office.ts';
import { createPaidOrder } from '#test/orders.ts';
import { demoFolder, loadProgramme } from '../programme/load-programme.ts';
import { parseProgramme, readProgramme } from '../programme/read-programme.ts';

const database = await createTestDatabase('demo');
const { pool } = database;
const office = await openTestOffice(database);

const exported = () => office.query('programme:yaml', {});
const preview = (yaml: string | Uint8Array) =>
  office.query('programme:preview', { name: 'sommer.yaml', bytes: Buffer.from(yaml) });
const seenOf = (found: Awaited<ReturnType<typeof preview>>) => {
  if ('refused' in found) throw new Error(found.refused.join('\n'));
  return found;
};
const apply = (yaml: string, seen: string) =>
  office.run('programme:import', { name: 'sommer.yaml', yaml, seen });

test('the export is the loaded programme, and importing it changes nothing', async () => {
  const yaml = await exported();
  const byStart = ({ concerts, ...others }: Awaited<ReturnType<typeof readProgramme>>) => ({
    ...others,
    concerts: concerts.toSorted((a, b) => a.start.localeCompare(b.start)),
  });
  const read = parseProgramme(Buffer.from(yaml), 'sommer.yaml');
  expect(byStart(read)).toEqual(byStart(await readProgramme(demoFolder)));
  expect(await loadProgramme(pool, read)).toMatchObject({ rows: 0, changed: [], left: [] });
  expect(seenOf(await preview(yaml)).changes).toEqual([]);
});

test('an import shows what would change, field by field, and changes it when applied', async () => {
  const before = await exported();
  const yaml = before
    .replace('slug: goldberg\n    title:\n      de: Goldberg\n', (found) =>
      found.replace('de: Goldberg', 'de: Die Goldbergs'),
    )
    .replace(/(slug: goldberg[\s\S]*?duration: )\d+/, (_found, start: string) => `${start}95`)
    .replace(/(\n {2}barn:\n {4}name:\n {6}de: ).*/, '$1Große Scheune');
  const { changes, seen } = seenOf(await preview(yaml));
  expect(changes).toEqual([
    {
      title: expect.stringMatching(/^Goldberg, 22\sAugust\s2025$/) as string,
      isNew: false,
      changes: [
        { field: 'title_de', label: 'Title (German)', before: 'Goldberg', after: 'Die Goldbergs' },
        { field: 'duration', label: 'Duration in minutes', before: '80', after: '95' },
      ],
    },
    {
      title: 'Venues',
      isNew: false,
      changes: [
        {
          field: 'barn.name.de',
          label: 'barn.name.de',
          before: expect.stringMatching(/./) as string,
          after: 'Große Scheune',
        },
      ],
    },
  ]);
  expect(await exported()).toBe(before);
  expect(await apply(yaml, seen)).toMatchObject({ problem: null });
  expect(parse(await exported())).toEqual(parse(yaml));
  const { rows } = await pool.query(
    `select w.source, w.saved_by from concert_version w join concert c on c.id = w.concert_id
     where c.slug = 'goldberg' order by w.number desc limit 1`,
  );
  expect(rows).toEqual([{ source: 'import', saved_by: 'Vera Prüfer' }]);
  const { rows: events } = await pool.query(
    `select thing_name, after from audit_event where command = 'programme:import'`,
  );
  expect(events).toEqual([{ thing_name: 'sommer.yaml', after: { detail: 'goldberg, venues' } }]);
});

test('a draft without its texts is exported and read again; published, it needs them', async () => {
  const draft = { title_de: 'Entwurf', title_en: 'Draft', venue: 'barn', start_time: '19:30' };
  const created = await office.run('concert:create', { ...draft, start_day: '2025-08-22' });
  expect(created.problem).toBeNull();
  const yaml = await exported();
  const read = parseProgramme(Buffer.from(yaml), 'sommer.yaml');
  expect(await loadProgramme(pool, read)).toMatchObject({ rows: 0, changed: [] });
  const published = yaml.replace(/(slug: entwurf[\s\S]*?)\n *published: false/, '$1');
  expect(await preview(published)).toMatchObject({
    refused: [
      'The programme cannot be used:',
      expect.stringMatching(/subtitle\.de: is empty$/) as string,
      expect.stringMatching(/subtitle\.en: is empty$/) as string,
      expect.stringMatching(/introduction\.de: is empty$/) as string,
      expect.stringMatching(/introduction\.en: is empty$/) as string,
    ],
  });
  expect((await office.run('concert:delete', created.output ?? {})).problem).toBeNull();
});

test('a change between preview and apply is not overwritten unseen', async () => {
  const before = await exported();
  const yaml = before.replace(
    /(slug: jupiter[\s\S]*?duration: )\d+/,
    (_found, start: string) => `${start}91`,
  );
  const { seen } = seenOf(await preview(yaml));
  await pool.query(`update composer set born = born + 1 where slug = 'bach'`);
  const changed = await exported();
  const { problem } = await apply(yaml, seen);
  expect(problem).toMatchObject({
    status: 409,
    message: expect.stringMatching(/^The programme has changed in the meantime\./) as string,
  });
  expect(await exported()).toBe(changed);
  expect(seenOf(await preview(yaml)).changes.map(({ title }) => title)).toContain('Composers');
});

const nested = Array.from({ length: 9 }, (_, level) => {
  const inner = level === 0 ? 'x' : Array.from({ length: 9 }, () => `*a${level - 1}`).join(',');
  return `a${level}: &a${level} [${inner}]`;
}).join('\n');

test.each<[string, string | Uint8Array, RegExp]>([
  ['a tag', 'festival: !!js/function x', /^sommer\.yaml:1 has a tag, “.*”: leave it out\.$/],
  ['a bomb', nested, /^sommer\.yaml is not YAML: Excessive alias count/],
  [
    'many aliases',
    `a: &a 1\nb: [${'*a, '.repeat(101)}]`,
    /^sommer\.yaml:2 has more than 100 aliases/,
  ],
  ['depth', `a: ${'['.repeat(200)}${']'.repeat(200)}`, /^sommer\.yaml:1 is nested too deeply\.$/],
  ['another encoding', Buffer.from('a: M\xe4rz', 'latin1'), /^sommer\.yaml:1 is not UTF-8/],
  ['6 MB', '#'.repeat(6_000_000), /^The file is too large: at most 5 MB\.$/],
])('a file with %s is refused in one sentence', async (_, yaml, message) => {
  const before = await exported();
  expect(await preview(yaml)).toEqual({ refused: [expect.stringMatching(message) as string] });
  expect(await exported()).toBe(before);
});

test('a concert with valid tickets starts later only in the office, which mails their holders', async () => {
  const { orderId } = await createPaidOrder(database, { lines: [['goldberg', 'full', 1]] });
  const before = await exported();
  const yaml = before.replace(/(slug: goldberg[\s\S]*?start: 2025-08-22 )19:30/, '$120:30');
  const message = expect.stringMatching(
    /^These concerts have valid tickets, .* in the office.*: goldberg\.$/,
  ) as string;
  expect(await preview(yaml)).toEqual({ refused: [message] });
  const programme = parseProgramme(Buffer.from(yaml), 'sommer.yaml');
  await expect(loadProgramme(pool, programme)).rejects.toThrow(/in the office.*: goldberg\.$/);
  expect(await exported()).toBe(before);
  await pool.query('update ticket set voided_at = now() where order_id = $1', [orderId]);
  expect(seenOf(await preview(yaml)).changes).toHaveLength(1);
});

test('terms that a buyer has accepted keep their text', async () => {
  const before = await exported();
  const { version } = parseProgramme(Buffer.from(before), 'sommer.yaml').legal.terms;
  const yaml = before.replace(/(heading: 1\. )\S+/, '$1Anderes');
  expect(seenOf(await preview(yaml)).changes).toHaveLength(1);
  const lines: [string, string, number][] = [['jupiter', 'full', 1]];
  const { checkoutId } = await createPaidOrder(database, { lines, termsVersion: version });
  expect(await preview(yaml)).toEqual({
    refused: [
      `Buyers have accepted version ${version} of the terms: give the changed text a new version.`,
    ],
  });
  await pool.query(`update checkout set terms_version = '2024' where id = $1`, [checkoutId]);
  expect(seenOf(await preview(yaml)).changes).toHaveLength(1);
});

test('problems have line and place, as load gives them', async () => {
  const yaml = (await exported()).replace(/(slug: goldberg[\s\S]*?venue: )barn/, '$1shed');
  const found = await preview(yaml);
  expect(found).toEqual({
    refused: [
      'The programme cannot be used:',
      expect.stringMatching(
        /^sommer\.yaml:\d+ {2}concerts\.\d+\.venue: “shed” is not in venues$/,
      ) as string,
    ],
  });
  const cover = { file: 'mine.jpg', credit: { de: 'x', en: 'x' }, alt: { de: 'x', en: 'x' } };
  const withCover = (await exported()).replace(
    /(slug: goldberg\n)/,
    `$1    cover: ${JSON.stringify(cover)}\n`,
  );
  expect(await preview(withCover)).toEqual({
    refused: ["goldberg: there is no cover mine.jpg here. Please upload it on the concert's page."],
  });
});
