import { expect, test } from 'vitest';
import { checkSubjects } from './commit-subjects.ts';
import { readSourceFiles } from './source-files.ts';
import vocabulary from './vocabulary.json' with { type: 'json' };
import { checkVocabulary, type Vocabulary } from './vocabulary-rules.ts';

const words: Vocabulary = {
  names: { door: 'proxy', kept: 'saved' },
  comments: { anew: 'again', 'gives? back': 'release' },
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
  expect(check(file(path, text))).toEqual([]);
});

test.each(['stands in the place of it', 'at most so many', 'is told'])('%j is refused', (text) => {
  expect(checkVocabulary([file('server/a.ts', `// ${text}`)], vocabulary)).toHaveLength(1);
});

test('scripts of the browser are read, too', () => {
  const paths = readSourceFiles().map(({ path }) => path);
  expect(paths).toContain('packages/stripe-sandbox/stripe-js/card.js');
  expect(paths).toContain('scripts/run.mjs');
});

test('a commit subject is short, one thing, without a full stop', () => {
  expect(checkSubjects(['Add the door list', 'Add it.', 'Add; remove', 'x'.repeat(73)])).toEqual([
    expect.stringMatching(/full stop/),
    expect.stringMatching(/two things/),
    expect.stringMatching(/73 characters/),
  ]);
});
