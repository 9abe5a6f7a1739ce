import { cp, mkdir, mkdtemp, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { stringify } from 'yaml';
import { listUnlimitedFree, readProgramme, readYaml } from './read-programme.ts';
import { demoFolder } from './load-programme.ts';
import { ProgrammeError } from './programme-format.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'programme-'));
  await cp(demoFolder, folder, { recursive: true });
});
afterEach(() => rm(folder, { recursive: true }));

const goldberg = 'concerts/08-22-goldberg.yaml';

/** Changes one file in a copy of the demonstration and reads the copy. */
async function readWith(file: string, old: string, replacement: string): Promise<unknown> {
  const text = await readFile(path.join(folder, file), 'utf8');
  expect(text).toContain(old);
  await writeFile(path.join(folder, file), text.replace(old, replacement));
  return readProgramme(folder).catch((error: Error) => error.message);
}

test.each([
  [
    'price',
    'full: 36',
    'full: 0.3',
    /08-22-goldberg\.yaml:\d+ {2}sale\.prices\.full: .*0\.50 euros/,
  ],
  ['venue', 'venue: barn', 'venue: shed', /venue: “shed” is not in venues/],
  ['composer', 'composer: bach', 'composer: bahc', /pieces\.0\.composer: “bahc” is not in/],
  ['key', 'tonality: G-Dur', 'tonality: G major', /tonality: is not a key such as A-Dur/],
  ['day', '2025-08-22 19:30', '2025-09-22 19:30', /start: is not between 2025-08-08 and/],
  ['unknown word', 'quantity:', 'quantitiy:', /quantity: .*|quantitiy/],
  ['language', '    lang: it\n', '', /movements\.0: has no language/],
  [
    'quota',
    '  presold',
    '  quotas: { vip: 3 }\n  presold',
    /sale\.quotas\.vip: “vip” is not in prices/,
  ],
  [
    'pair',
    '  presold',
    '  onlyWith: { full: [vip] }\n  presold',
    /onlyWith\.full: “vip” is not in/,
  ],
  ['pair', '  presold', '  onlyWith: { full: [full] }\n  presold', /onlyWith\.full: names itself/],
  ['limit', '  presold', '  maxPerOrder: 0\n  presold', /sale\.maxPerOrder: /],
  ['presold', 'presold: 188', 'presold: 241', /sale\.presold: is more than the capacity/],
])('says what is wrong with a %s, and where', async (_name, old, replacement, message) => {
  expect(await readWith(goldberg, old, replacement)).toMatch(message);
});

test.each([
  ['postage: 4.50', /festival\.yaml:\d+ {2}delivery\.postage: is not a whole number of cents/],
  ['postage: 45', /delivery\.postage: is not a whole number of cents: 0, or from 50 to 10000/],
  ['countries: [Austria]', /delivery\.countries\.0: is not a code such as DE/],
  ['countries: []', /delivery\.countries: is empty/],
  ['countries: [DE, AT]', /delivery\.note: is missing: the usual one names Germany alone/],
  ['note: { de: Brief }', /delivery\.note\.en: /],
])('says what is wrong with the delivery “%s”', async (value, message) => {
  const own = `delivery:\n  ${value}\nyear: 2025`;
  expect(await readWith('festival.yaml', 'year: 2025', own)).toMatch(message);
});

test('the German office says in German what is wrong with look and delivery', async () => {
  const text = await readFile(path.join(folder, 'festival.yaml'), 'utf8');
  const own = `look:
  foreground: church
  home: { file: hall.jpg }
  colours:
    { ink: '#777777', paper: '#ffffff', sky: blue, action: '#000000', actionText: '#000000',
      success: '#000000', focus: '#000000', highlight: '#000000' }
delivery:
  postage: 45
  countries: [Austria]
  note: { de: ${'x'.repeat(201)}, en: x }
year: 2025`;
  await writeFile(path.join(folder, 'festival.yaml'), text.replace('year: 2025', own));
  const refused = await readProgramme(folder).catch((error: unknown) => error);
  const said = refused instanceof ProgrammeError ? refused.texts.de.split('\n') : [];
  expect(said.map((line) => line.replace(/^ +festival\.yaml:\d+ +/, ''))).toEqual([
    'Das Programm ist so nicht verwendbar:',
    'look.colours.sky: Ist keine Farbe wie #0F2B2D.',
    'look.colours.ink: Hat auf paper einen Kontrast von 4,4 zu 1; mindestens 4,5 ist nötig.',
    'look.foreground: Ist weder abbey noch none.',
    'look.home: Ist weder drawn noch ein Bild mit file, credit und alt in beiden Sprachen.',
    'delivery.postage: Ist keine ganze Zahl von Cent: 0, oder von 50 bis 10000.',
    'delivery.countries.0: Ist kein Länderkürzel wie DE.',
    'delivery.note: Höchstens 200 Zeichen.',
  ]);
});

/** The German message of the first problem, without the line; of a file that is not read, the whole. */
async function germanRefusal(file: string, old: string, replacement: string): Promise<string> {
  const text = await readFile(path.join(folder, file), 'utf8');
  expect(text).toContain(old);
  await writeFile(path.join(folder, file), text.replace(old, replacement));
  const refused = await readProgramme(folder).catch((error: unknown) => error);
  if (!(refused instanceof ProgrammeError)) throw new Error('it was read');
  const [head, ...lines] = refused.texts.de.split('\n');
  return lines[0]?.replace(/^ +\S+:\d+ +/, '') ?? head ?? '';
}

test.each([
  ['venue: barn\n', '', 'venue: Fehlt.'],
  ['de: Goldberg,', '', 'title.de: Fehlt.'],
  ['de: Goldberg,', 'de: 1741,', /^title\.de: Ist kein Text\. /],
  ['de: Goldberg,', 'de: yes and no, xx: 1,', 'title: Unbekannt: xx.'],
  ['quantity:', 'quantitiy:', 'sale.quantity: Bitte eine ganze Zahl von 1 bis 100000.'],
  ['onSale: true', 'onSale: perhaps', 'sale.onSale: Ist weder true noch false.'],
  ['2025-08-22 19:30', '22.8.2025', 'start: Ist keine Zeit wie 2025-08-23 19:30.'],
  ['slug: goldberg', 'slug: Goldberg', 'slug: Nur a–z, 0–9 und Bindestriche.'],
  ['venue: barn', `venue: ${'x'.repeat(301)}`, 'venue: Höchstens 300 Zeichen.'],
  ['    lang: it\n', '    lang: klingon\n', /^pieces\.0\.lang: Bitte eines von diesen: it, de, /],
  [
    '  presold',
    '  quotas: { vip: 3 }\n  presold',
    'sale.quotas.vip: „vip“ steht nicht unter prices.',
  ],
  [
    '  presold',
    '  onlyWith: { full: [full] }\n  presold',
    'sale.onlyWith.full: Nennt sich selbst.',
  ],
  ['    movements:', '    playedBy: all\n    movements:', 'pieces.0.playedBy: Ist keine Liste.'],
  ['venue: barn', 'venue: barn\ncover: barn.jpg', 'cover: Hat keine eigenen Felder.'],
  [
    'musicians:\n',
    'musicians:\n  Ada Probe: [piano]\n',
    /^musicians\.Ada Probe: Ist weder ein Instr/,
  ],
] as [string, string, string | RegExp][])(
  'a German volunteer reads what is wrong with “%s” as “%s”',
  async (old, replacement, message) => {
    expect(await germanRefusal(goldberg, old, replacement)).toMatch(message);
  },
);

test.each([
  [
    'festival.yaml',
    'website: https:',
    'website: htp:',
    'association.website: Ist keine Adresse wie https://…',
  ],
  ['festival.yaml', 'year: 2025', 'year: 2025.5', 'year: Ist keine ganze Zahl.'],
  ['festival.yaml', 'startDate: 2025-', 'startDate: 2026-', 'endDate: Liegt vor startDate.'],
  [
    'festival.yaml',
    'name: box-office',
    'name: office',
    /^pages\.concerts\.sections: Braucht die Abschnitte ticket-info,/,
  ],
  ['venues.yaml', 'barn:', 'Große Scheune:', 'Große Scheune: Nur a–z, 0–9 und Bindestriche.'],
  [
    'legal/terms.yaml',
    'version:',
    'sections: []\nversion:',
    /^legal\/terms\.yaml:\d+ ist kein YAML\. Oft/,
  ],
  [
    'legal/imprint.yaml',
    'association.phone',
    'association.fax',
    /^legal\/imprint: Den Platzhalter \{\{association\.fax\}\} gibt es nicht\.$/,
  ],
] as [string, string, string, string | RegExp][])(
  'and in %s of “%s” as “%s”',
  async (file, old, replacement, message) => {
    expect(await germanRefusal(file, old, replacement)).toMatch(message);
  },
);

test('an empty file lacks everything', async () => {
  const file = path.join(folder, 'empty.yaml');
  await writeFile(file, '# nothing\n');
  await expect(readProgramme(file)).rejects.toThrow(/empty\.yaml:1 {2}has no fields of its own/);
});

test('dates of the festival may be left out until they are known', async () => {
  const festival = await readFile(path.join(folder, 'festival.yaml'), 'utf8');
  const [dates = ''] = /startDate: .*\nendDate: .*\n/.exec(festival) ?? [];
  expect(await readWith('festival.yaml', dates, '')).toMatchObject({ festival: { year: 2025 } });
});

test('concerts and their lists may be left to the office', async () => {
  await rm(path.join(folder, 'concerts'), { recursive: true });
  await mkdir(path.join(folder, 'concerts'));
  for (const name of ['venues', 'composers', 'instruments', 'ticket-types'])
    await writeFile(path.join(folder, `${name}.yaml`), '# The office writes them.\n');
  expect(await readProgramme(folder)).toMatchObject({ concerts: [], venues: {}, ticketTypes: {} });
});

test('names the line', async () => {
  const text = await readFile(path.join(folder, goldberg), 'utf8');
  const line = text.split('\n').findIndex((row) => row.startsWith('venue:')) + 1;
  expect(await readWith(goldberg, 'venue: barn', 'venue: shed')).toContain(`${goldberg}:${line} `);
});

test('broken YAML names the file', async () => {
  expect(await readWith(goldberg, 'title: {', 'title: {{[')).toMatch(
    /goldberg\.yaml:2 is not YAML: /,
  );
});

test('two concerts of the same name are refused', async () => {
  expect(await readWith(goldberg, 'slug: goldberg', 'slug: jupiter')).toMatch(
    /“jupiter” is another/,
  );
});

test('a legal page is translated as a whole or not at all', async () => {
  const { legal } = await readProgramme(folder);
  expect(legal.terms.sections.map(({ en }) => en?.heading)).toContain('7. No right of withdrawal');
  expect(legal.privacy.sections[0]?.en?.paragraphs[0]).toMatch(/^Musiksommer Marienfirn/);
  expect(legal.imprint.sections.every(({ en }) => en === undefined)).toBe(true);
  const text = await readFile(path.join(folder, 'legal/terms.yaml'), 'utf8');
  const first = /\n    en:\n(?: {6}.*\n| {8}.*\n|\n)+?(?=  - name)/.exec(text)?.[0] ?? '';
  expect(await readWith('legal/terms.yaml', first, '\n')).toMatch(
    /legal\/terms\.yaml:\d+ {2}sections\.0: has no en, although/,
  );
});

test("legal texts get the association's data, and unknown placeholders are refused", async () => {
  const { legal } = await readProgramme(folder);
  expect(JSON.stringify(legal.imprint)).toContain('Theresia Almgruber (1. Vorsitzende)');
  const refusal = await readWith('legal/imprint.yaml', 'association.phone', 'association.fax');
  expect(refusal).toMatch(/legal\/imprint: nothing is known of \{\{association\.fax\}\}/);
});

test('a single file with the same keys is the same programme', async () => {
  const fromFolder = await readProgramme(folder);
  const content = async (file: string): Promise<unknown> =>
    (await readYaml(path.join(folder, file), file)).content;
  const legal: Record<string, unknown> = {};
  for (const page of ['imprint', 'terms', 'privacy', 'accessibility'])
    legal[page] = await content(`legal/${page}.yaml`);
  const whole = {
    festival: await content('festival.yaml'),
    venues: await content('venues.yaml'),
    composers: await content('composers.yaml'),
    instruments: await content('instruments.yaml'),
    ticketTypes: await content('ticket-types.yaml'),
    concerts: [await content(goldberg)],
    legal,
  };
  const file = path.join(folder, 'whole.yaml');
  await writeFile(file, stringify(whole));
  const concerts = fromFolder.concerts.filter(({ slug }) => slug === 'goldberg');
  expect(await readProgramme(file)).toEqual({ ...fromFolder, concerts });
});

test('a path without a programme is reported as such', async () => {
  await expect(readProgramme(path.join(folder, 'nowhere'))).rejects.toThrow(/cannot be read/);
  await rm(path.join(folder, 'concerts'), { recursive: true });
  await expect(readProgramme(folder)).rejects.toThrow(/has no folder “concerts”/);
});

test.each(['.yml', '.YAML'])('a concert in a file that ends in %s is read', async (ending) => {
  const before = await readProgramme(folder);
  const file = path.join(folder, goldberg);
  await rename(file, file.replace('.yaml', ending));
  expect(await readProgramme(folder)).toEqual(before);
});

test.each(['concerts', 'legal'])('another file in %s is refused', async (below) => {
  await writeFile(path.join(folder, below, 'goldberg.yaml.bak'), '');
  await expect(readProgramme(folder)).rejects.toThrow(
    `${below}/goldberg.yaml.bak is no .yaml file: rename or remove it.`,
  );
});

test.each([
  ['legal', 'imprint'],
  ['concerts', '08-22-goldberg'],
])('a file that %s has twice is refused', async (below, stem) => {
  const file = path.join(folder, below, `${stem}.yaml`);
  await cp(file, file.replace('.yaml', '.yml'));
  await expect(readProgramme(folder)).rejects.toThrow(
    `${below} has both ${stem}.yaml and ${stem}.yml: remove one of them.`,
  );
});

test('a file that is not UTF-8 is refused with its line', async () => {
  const file = path.join(folder, goldberg);
  await writeFile(file, 'slug: goldberg\ntitle: B\u00f6hmen\n', 'latin1');
  await expect(readProgramme(folder)).rejects.toThrow(`${goldberg}:2 is not UTF-8`);
});

test('too many aliases are refused with a sentence', async () => {
  const lists = Array.from({ length: 9 }, (_, n) => {
    const item = n === 0 ? 'x' : `*a${n - 1}`;
    return `a${n}: &a${n} [${Array(9).fill(item).join(', ')}]`;
  });
  await writeFile(path.join(folder, goldberg), lists.join('\n'));
  await expect(readProgramme(folder)).rejects.toThrow(
    /goldberg\.yaml is not YAML: Excessive alias/,
  );
});

test('postcodes of Austria and Switzerland are accepted', async () => {
  const read = await readWith('festival.yaml', "postalCode: '82599'", "postalCode: '6020'");
  expect(read).toMatchObject({ festival: { association: { postalCode: '6020' } } });
  const venues = await readWith('venues.yaml', "postalCode: '82599'", "postalCode: '8001'");
  expect(JSON.stringify(venues)).toContain('"postalCode":"8001"');
});

test('a time that the clocks skip is refused', async () => {
  expect(await readWith(goldberg, '2025-08-22 19:30', '2025-03-30 02:30')).toMatch(
    /start: is a time that does not exist: .* skipped when the clocks change/,
  );
});

test('the imprint has the numbers that the association has', async () => {
  const before = JSON.stringify((await readProgramme(folder)).legal.imprint);
  expect(before).not.toContain('Identifikationsnummer');
  const read = await readWith('festival.yaml', '  taxId:', '  vatId: DE123456789\n  taxId:');
  const imprint = JSON.stringify((read as Awaited<ReturnType<typeof readProgramme>>).legal.imprint);
  expect(imprint).toContain('Umsatzsteuer-Identifikationsnummer: DE123456789');
  expect(imprint).not.toContain('Wirtschafts-Identifikationsnummer');
});

test('a free ticket type without a limit is named', async () => {
  expect(listUnlimitedFree(await readProgramme(folder))).toEqual([]);
  const free = await readWith(goldberg, 'school: 8', 'school: 0');
  expect(listUnlimitedFree(free as Awaited<ReturnType<typeof readProgramme>>)).toEqual([
    'goldberg: school',
  ]);
});
