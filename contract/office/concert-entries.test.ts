import { expect, test } from 'vitest';
import { demoFolder } from '#server/programme/load-programme.ts';
import { ConcertFormat } from '#server/programme/concert-format.ts';
import { toDocument } from '#server/programme/concert-versions.ts';
import { readProgramme } from '#server/programme/read-programme.ts';
import {
  changeConcertStructure,
  completeConcertEntries,
  listPlayers,
  readConcertEntries,
  toConcertEntries,
} from './concert-entries.ts';
import { readGroup } from './concert-groups.ts';
import type { FormEntries } from './forms.ts';

const { concerts } = await readProgramme(demoFolder);

const names = (entries: FormEntries, group: 'note' | 'performer' | 'piece', field: string) =>
  readGroup(entries, group).map((row) => row[field]?.[0]);

const twoWorks: FormEntries = {
  slug: ['goldberg'],
  'performer-1-name': ['Anna'],
  'performer-2-name': ['Bela'],
  'performer-3-name': ['Clara'],
  'piece-1-title_de': ['Aria'],
  'piece-1-playedBy': ['3', '1'],
  'piece-2-title_de': ['Fuge'],
  'piece-2-intervalAfter': ['1'],
};

test.each(concerts.map((concert) => [concert.slug, concert] as const))(
  'the form of %s gives the document that it shows',
  (_, concert) => {
    const document = toDocument(concert);
    const entries = toConcertEntries(document);
    expect(
      toDocument(ConcertFormat.parse(readConcertEntries(entries, document.sale?.onSale))),
    ).toEqual(document);
    expect(toConcertEntries(document)).toEqual(entries);
  },
);

test('a part of the form leaves the other one as it is stored', () => {
  const [concert] = concerts;
  if (concert === undefined) throw new Error('no concert');
  const document = toDocument({ ...concert, longNight: true });
  const all = toConcertEntries(document);
  const details = completeConcertEntries({ title_de: ['Neu'] }, 'details', document);
  expect(details['title_de']).toEqual(['Neu']);
  // boxes that are not ticked, and notes that are not there, are not sent
  expect(details['longNight']).toBeUndefined();
  expect(readGroup(details, 'note')).toEqual([]);
  expect(readGroup(details, 'piece')).toEqual(readGroup(all, 'piece'));
  const programme = completeConcertEntries({}, 'programme', document);
  expect(readGroup(programme, 'piece')).toEqual([]);
  expect(readGroup(programme, 'note')).toEqual(readGroup(all, 'note'));
  expect(programme['longNight']).toEqual(['1']);
  const given = completeConcertEntries({ title_de: ['Neu'], other: ['x'] }, null, document);
  expect(given).toEqual({ ...all, title_de: ['Neu'] });
});

test('a work is added at the end, moved and removed; what is typed stays', () => {
  const added = changeConcertStructure(twoWorks, 'piece-add') ?? {};
  expect(names(added, 'piece', 'title_de')).toEqual(['Aria', 'Fuge', '']);
  const up = changeConcertStructure(added, 'piece-2-up') ?? {};
  expect(names(up, 'piece', 'title_de')).toEqual(['Fuge', 'Aria', '']);
  expect(up['piece-1-intervalAfter']).toEqual(['1']);
  expect(up['piece-2-intervalAfter']).toBeUndefined();
  expect(up['piece-2-playedBy']).toEqual(['3', '1']);
  const down = changeConcertStructure(up, 'piece-1-down') ?? {};
  expect(names(down, 'piece', 'title_de')).toEqual(['Aria', 'Fuge', '']);
  const removed = changeConcertStructure(down, 'piece-1-remove') ?? {};
  expect(names(removed, 'piece', 'title_de')).toEqual(['Fuge', '']);
  expect(removed['slug']).toEqual(['goldberg']);
});

test.each(['piece-1-up', 'piece-2-down', 'piece-9-remove', 'piece-0-up'])(
  '%s moves nothing beyond the ends',
  (button) => {
    const entries = changeConcertStructure(twoWorks, button) ?? {};
    expect(names(entries, 'piece', 'title_de')).toEqual(['Aria', 'Fuge']);
  },
);

test('works are played by the same people when performers are moved and removed', () => {
  const up = changeConcertStructure(twoWorks, 'performer-3-up') ?? {};
  expect(names(up, 'performer', 'name')).toEqual(['Anna', 'Clara', 'Bela']);
  expect(up['piece-1-playedBy']).toEqual(['2', '1']);
  const removed = changeConcertStructure(up, 'performer-1-remove') ?? {};
  expect(names(removed, 'performer', 'name')).toEqual(['Clara', 'Bela']);
  expect(removed['piece-1-playedBy']).toEqual(['1']);
});

test('the players of a work come first, in its own order', () => {
  expect(listPlayers(twoWorks, 1).map(({ name, isTicked }) => [name, isTicked])).toEqual([
    ['Clara', true],
    ['Anna', true],
    ['Bela', false],
  ]);
});

test('another button changes no structure', () => {
  expect(changeConcertStructure(twoWorks, 'save')).toBeNull();
  expect(changeConcertStructure(twoWorks, 'sale-add')).toBeNull();
});

test('a movement has the language of the work, or one of its own', () => {
  const { pieces } = readConcertEntries(
    { 'piece-1-lang': ['it'], 'piece-1-movements': ['Allegro\r\n\r\ncs: Dumka\r\n'] },
    undefined,
  );
  expect(pieces).toMatchObject([{ movements: ['Allegro', { title: 'Dumka', lang: 'cs' }] }]);
});
