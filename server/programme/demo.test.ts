// Checks facts of the demonstration, and everything of it on which the site relies.
import { beforeAll, describe, expect, test } from 'vitest';
import { demoFolder } from './load-programme.ts';
import type { Programme, ProgrammeConcert } from './programme-format.ts';
import { readProgramme } from './read-programme.ts';

let programme: Programme;
beforeAll(async () => {
  programme = await readProgramme(demoFolder);
});

const find = (slug: string): ProgrammeConcert => {
  const concert = programme.concerts.find((c) => c.slug === slug);
  if (concert === undefined) throw new Error(`no concert ${slug}`);
  return concert;
};
const pieces = (): ProgrammeConcert['pieces'] => programme.concerts.flatMap((c) => c.pieces);
const used = (names: string[]): string[] => [...new Set(names)].toSorted();
const left = ({ sale }: ProgrammeConcert): number => (sale ? sale.quantity - sale.presold : 0);

describe('the calendar', () => {
  test('is that of the festival: August 8 and 9, then almost daily from 18 to 29', () => {
    const days = new Set(programme.concerts.map(({ start }) => start.slice(0, 10)));
    expect([...days].toSorted()).toEqual(
      [8, 9, 18, 19, 20, 21, 22, 23, 24, 26, 27, 28, 29].map(
        (day) => `2025-08-${String(day).padStart(2, '0')}`,
      ),
    );
    expect(programme.concerts).toHaveLength(16);
  });

  test('matinees at 11, academy at 17, evenings at 19.30, the Long Night at 18', () => {
    for (const { start, academy, longNight } of programme.concerts) {
      const time = start.slice(11);
      if (longNight) expect(start).toBe('2025-08-29 18:00');
      else if (academy) expect(time).toBe('17:00');
      else expect(['11:00', '19:30']).toContain(time);
    }
  });

  test('uses all four rooms', () => {
    const rooms = new Set(programme.concerts.map(({ venue }) => venue));
    expect([...rooms].toSorted()).toEqual([
      'barn',
      'church',
      'cloister',
      'everywhere',
      'refectory',
    ]);
  });

  test.each([
    ['auftakt-im-fels', 'Auftakt im Fels', '2025-08-08 19:30', 'church'],
    ['goldberg', 'Goldberg', '2025-08-22 19:30', 'barn'],
    ['boehmen-weit-fort', 'Böhmen, weit fort', '2025-08-23 19:30', 'barn'],
    ['junge-stimmen-2', 'Junge Stimmen II', '2025-08-24 17:00', 'cloister'],
    ['clara-robert-johannes', 'Clara, Robert, Johannes', '2025-08-26 19:30', 'refectory'],
    ['jupiter', 'Jupiter', '2025-08-28 19:30', 'church'],
    ['lange-nacht-der-musik', 'Lange Nacht der Musik', '2025-08-29 18:00', 'everywhere'],
  ])('%s', (slug, title, start, venue) => {
    expect(find(slug)).toMatchObject({ title: { de: title }, start, venue });
  });
});

describe('sales', () => {
  test('has a concert in every state', () => {
    const { concerts } = programme;
    const selling = concerts.filter(({ sale }) => sale?.onSale === true);
    expect(selling.filter((c) => left(c) === 0)).toHaveLength(2);
    expect(selling.filter((c) => left(c) > 0 && left(c) < 5)).toHaveLength(1);
    expect(selling.filter((c) => left(c) > 100).length).toBeGreaterThan(3);
    expect(concerts.filter(({ academy }) => academy)).toHaveLength(3);
    expect(concerts.filter(({ academy, sale }) => !academy && sale?.onSale !== true)).toHaveLength(
      1,
    );
  });

  test('has two to four ticket types each, the full price first', () => {
    for (const { sale } of programme.concerts) {
      if (sale === undefined) continue;
      const prices = Object.values(sale.prices);
      expect(prices.length).toBeGreaterThanOrEqual(2);
      expect(prices.length).toBeLessThanOrEqual(4);
      expect(Object.keys(sale.prices)[0]).toBe('full');
      expect(prices[0]).toBe(Math.max(...prices));
    }
  });

  test('has all three kinds of notes', () => {
    const types = new Set(programme.concerts.flatMap((c) => c.information.map(({ type }) => type)));
    expect([...types].toSorted()).toEqual([
      'GENERAL',
      'GENERAL_DETAILPAGE_ONLY',
      'GENERAL_OVERVIEW_ONLY',
    ]);
  });
});

describe('the music', () => {
  test('composers lived plausibly long; only two are living', () => {
    const living: string[] = [];
    for (const { name, born, died } of Object.values(programme.composers)) {
      if (died === undefined) living.push(name);
      else expect(died - (born ?? 0), name).toBeLessThan(90);
      expect((died ?? 2025) - (born ?? 0), name).toBeGreaterThan(20);
    }
    expect(living).toEqual(['Arvo Pärt', 'Caroline Shaw']);
  });

  test('every composer, instrument and ticket type of the lists is used', () => {
    const { concerts, composers, instruments, ticketTypes } = programme;
    expect(used(pieces().map(({ composer }) => composer))).toEqual(
      Object.keys(composers).toSorted(),
    );
    expect(
      used(concerts.flatMap((c) => Object.values(c.musicians).map((m) => m.instrument))),
    ).toEqual(Object.keys(instruments).toSorted());
    expect(used(concerts.flatMap((c) => Object.keys(c.sale?.prices ?? {})))).toEqual(
      Object.keys(ticketTypes).toSorted(),
    );
  });

  test('every musician of a concert plays in it', () => {
    for (const concert of programme.concerts) {
      const names = Object.keys(concert.musicians);
      const playing = new Set(concert.pieces.flatMap(({ playedBy }) => playedBy ?? names));
      expect([...playing].toSorted(), concert.slug).toEqual(names.toSorted());
    }
  });

  test('catalogue numbers belong to their composers', () => {
    const catalogues: Record<string, RegExp> = {
      bach: /^BWV \d+$/,
      mozart: /^KV \d+$/,
      haydn: /^Hob\. III:\d+$/,
      schubert: /^D \d+$/,
      bartok: /^Sz \d+$/,
      janacek: /^JW VII\/\d+$/,
      biber: /^C \d+$/,
      vivaldi: /^RV \d+$/,
    };
    for (const { composer, catalogueNo, title } of pieces()) {
      if (catalogueNo === undefined) continue;
      expect(catalogueNo, title.de).toMatch(catalogues[composer] ?? /^$/);
    }
  });

  test('titles leave opus and key to their own fields', () => {
    for (const { title } of pieces()) {
      expect(title.de).not.toMatch(/\bop\.|-(Dur|Moll)\b|\bBWV\b|\bKV\b/);
      expect(title.en).not.toMatch(/\bop\.|\b(major|minor)\b|\bBWV\b|\bK\b/i);
    }
  });

  test('every concert gives its light a key, and the evenings are in different lights', () => {
    const keys = programme.concerts.map(({ key }) => key);
    expect(keys).not.toContain(undefined);
    expect(new Set(keys).size).toBeGreaterThan(10);
  });
});

describe('the texts', () => {
  test('use the quotation marks and dashes of their language', () => {
    const german: string[] = [];
    const english: string[] = [];
    collect(programme, german, english);
    expect(german.length).toBeGreaterThan(150);
    expect(english).toHaveLength(german.length);
    for (const text of german) expect(text).not.toMatch(/["'”]| - |“(?=\w)/);
    for (const text of english) expect(text).not.toMatch(/["'„»«]| - /);
  });

  test('the legal pages have the association in them and cite the law of today', () => {
    const whole = JSON.stringify(programme.legal).replaceAll('\u202F', ' ');
    for (const law of ['§ 5 DDG', 'TDDDG', '§ 36 VSBG', '§ 312g Abs. 2 Nr. 9 BGB', 'acht Jahre'])
      expect(whole).toContain(law);
    expect(whole).not.toMatch(/\{\{|\bTMG\b|TTDSG|ec\.europa\.eu|zehn Jahre/);
    const imprint = JSON.stringify(programme.legal.imprint);
    const { association } = programme.festival;
    for (const fact of [association.street, association.registerNumber, association.taxId])
      expect(imprint).toContain(fact);
  });
});

/** All texts in German and English. */
function collect(value: unknown, german: string[], english: string[]): void {
  if (typeof value !== 'object' || value === null) return;
  if ('de' in value && 'en' in value) {
    german.push(...[value.de].flat().map(String));
    english.push(...[value.en].flat().map(String));
    return;
  }
  for (const inner of Object.values(value)) collect(inner, german, english);
}
