import { expect, test } from 'vitest';
import { toLine, toName, toText } from './typed-text.ts';

test.each([
  [' Ju\u0308rgen\u00AD \u202EHöhn\u200B ', 'Jürgen Höhn'],
  ['لی\u200Cلا', 'لی\u200Cلا'],
  ['👩\u200D🎤', '👩\u200D🎤'],
  ['\u200B\u2060\u00AD', ''],
  ['\u0301\u0308', ''],
  ['\u3164\u2800', ''],
  ['–', '–'],
])('the line %j is stored as %j', (typed, stored) => {
  expect(toLine(typed)).toBe(stored);
});

test('a text of several lines keeps the direction of its words', () => {
  expect(toText(' שלום\u200F!\nA\u0308 ')).toBe('שלום\u200F!\nÄ');
  expect(toText('\u200F\n\u200B')).toBe('');
});

test.each([
  ['\u00ADIda 2\u200B', 'Ida 2'],
  ['–', ''],
  ['\u0301\u0301', ''],
  ['\u3164', ''],
])('the name %j is stored as %j', (typed, stored) => {
  expect(toName(typed)).toBe(stored);
});
