import { expect, test } from 'vitest';
import { checkSuffixes } from './suffix-rules.ts';
import { checkSubjects } from './commit-subjects.ts';
import { readSourceFiles } from './source-files.ts';
import vocabulary from './vocabulary.json' with { type: 'json' };
import { checkVocabulary, type Vocabulary } from './vocabulary-rules.ts';

const words: Vocabulary = {
  names: { door: 'proxy', kept: 'saved' },
  comments: { anew: 'again', 'gives? back': 'release', oncemore: 'again' },
  verbs: ['change'],
  pairs: ['Cart'],
  allowed: { door: ['server/door/'] },
};
const file = (path: string, text = '') => ({ path, text, lines: text.split('\n').length });
const check = (...files: ReturnType<typeof file>[]) => checkVocabulary(files, words);

test.each([
  ['server/cart/kept-lines.ts', '', /^server\/cart\/kept-lines.ts:1 {2}"kept" .* → saved$/],
  [
    'server/cart/a.ts',
    'const x = 1;\nexport interface DoorParts {}',
    /^server\/cart\/a.ts:2 .*proxy/,
  ],
  ['db/functions/a.sql', 'create or replace function kept_lines() ...', /"kept" in kept_lines/],
  ['server/a.ts', 'export const openDoors = 1;', /"door" in openDoors .* → proxy/],
  ['server/a.ts', 'let a;\n/**\n * Starts anew.\n */', /^server\/a.ts:3 {2}"anew" in a comment/],
  ['db/functions/a.sql', 'select 1; -- gives back', /gives\? back/],
  [
    'packages/stripe-sandbox/stripe-js/a.js',
    '/** Starts anew. */',
    /^packages\/stripe-sandbox\/stripe-js\/a.js:1 {2}"anew"/,
  ],
  [
    'server/a.test.ts',
    "\ntest('starts oncemore', () => {});",
    /^server\/a.test.ts:2 .*title of a test/,
  ],
  [
    'e2e/a.spec.ts',
    "test.describe(\n  'starts oncemore',\n  run);",
    /^e2e\/a.spec.ts:2 {2}"oncemore" in the/,
  ],
  [
    'server/a.test.ts',
    "test.each([\n  1,\n])('%s oncemore', run);",
    /^server\/a.test.ts:3 .*title/,
  ],
  ['server/cart/alter-cart.ts', 'export function alterCart() {}', /"alter" is no listed verb/],
  ['server/office/alter-it.ts', 'export const alterIt = defineChange({', /"alter" is no listed/],
])('%s with %j is refused', (path, text, message) => {
  expect(check(file(path, text))).toEqual([expect.stringMatching(message)]);
});

test.each([
  ['server/door/door-list.ts', 'export function doorList() {}'],
  ['server/cart/change-cart.ts', 'export async function changeCart() {}'],
  ['server/a.ts', "const text = 'anew'; const url = 'http://anew.example';"],
  ['server/a.test.ts', "test(`starts ${anew}`, () => expect(text).toBe('anew'));"],
  ['server/a.ts', '// the column `kept_at`, and https://anew.example'],
  ['db/migrations/0001.sql', 'create function door_of() -- anew'],
  ['db/schema.sql', 'create function door_of() -- anew'],
])('%s with %j is fine', (path, text) => {
  const findings = check(file(path, text)).filter((finding) => !/no listed verb/.test(finding));
  expect(findings).toEqual([]);
});

test.each(['stands in the place of it', 'at most so many', 'is told'])('%j is refused', (text) => {
  expect(checkVocabulary([file('server/a.ts', `// ${text}`)], vocabulary)).toHaveLength(1);
});

test('scripts of the browser are read, too', () => {
  const paths = readSourceFiles().map(({ path }) => path);
  expect(paths).toContain('packages/stripe-sandbox/stripe-js/card.js');
  expect(paths).toContain('scripts/run.mjs');
});

test('a name stands for one thing in server and web, unless it is a known pair', () => {
  const twice = (name: string) =>
    check(
      file('server/orders/a.ts', `export interface ${name} {}`),
      file('server/payment/b.ts', `\nexport type ${name} = 1;`),
    );
  expect(twice('Step')).toEqual([
    'server/orders/a.ts:1 and server/payment/b.ts:2  both export Step  → one name, one thing',
  ]);
  expect(twice('Cart')).toEqual([]);
});

test.each([
  ['const pause = 500;', /pause is a number/],
  ['export const PAUSE = 5 * 60_000;', /PAUSE has no unit/],
  ['export interface CartTools {', /CartTools/],
  ['type CartWire = {', /CartWire {2}→ …Deps/],
])('%j lacks its unit or its kind', (text, message) => {
  expect(checkSuffixes([file('server/a.ts', text)])).toEqual([expect.stringMatching(message)]);
});

test('a type of the contract is not named like a row of the database', () => {
  const text = 'export interface MailRow {\n}\nexport type StaffRow = { id: number };';
  expect(checkSuffixes([file('contract/office/a.ts', text)])).toEqual([
    'contract/office/a.ts:1  MailRow is on the wire  → …Dto',
    'contract/office/a.ts:3  StaffRow is on the wire  → …Dto',
  ]);
  expect(checkSuffixes([file('server/a.ts', text)])).toEqual([]);
});

test('units, limits and coordinates of drawings are fine', () => {
  const text = 'const PAUSE_MS = 500;\nconst MAX_LINES = 100;\nconst name = `x`;';
  expect(checkSuffixes([file('server/a.ts', text)])).toEqual([]);
  expect(checkSuffixes([file('packages/plates/a.ts', 'const HAIR = 0.34;')])).toEqual([]);
});

test('a commit subject is short, one thing, without a full stop', () => {
  expect(checkSubjects(['Add the door list', 'Add it.', 'Add; remove', 'x'.repeat(73)])).toEqual([
    expect.stringMatching(/full stop/),
    expect.stringMatching(/two things/),
    expect.stringMatching(/73 characters/),
  ]);
});
