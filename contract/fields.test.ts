import { expect, test } from 'vitest';
import { toEmail, toEmailKey, toEuro } from './fields.ts';

test.each([
  ['Wilma@Example.ORG', 'Wilma@example.org', 'wilma@example.org'],
  ['Wilma@xn--mller-hhn-67a3d.de', 'Wilma@müller-höhn.de', 'wilma@müller-höhn.de'],
  ['WILMA@MU\u0308LLER-HÖHN.DE', 'WILMA@müller-höhn.de', 'wilma@müller-höhn.de'],
  ['Ju\u0308rgen@example。org', 'jürgen@example.org', 'jürgen@example.org'],
  ['\u202Awil\u00ADma@ex\u200Bample.org\u2060 ', 'wilma@example.org', 'wilma@example.org'],
  ['\u212Aarl@example.org', 'Karl@example.org', 'karl@example.org'],
  ['İ@example.org', 'i\u0307@example.org', 'i\u0307@example.org'],
  ['wilma@ex\u200Dample.org', 'wilma@example.org', 'wilma@example.org'],
  // a domain that needs the joiner
  ['a@xn--mgba3gch31f060k.ir', 'a@نامه‌ای.ir', 'a@نامه‌ای.ir'],
  ['wilma@example.org/x', 'wilma@', 'wilma@'],
  ['wilma', 'wilma', 'wilma'],
  ['', '', ''],
])('%j is stored as %j and compared as %j', (typed, stored, key) => {
  expect(toEmail(typed)).toBe(stored);
  expect(toEmail(stored)).toBe(stored);
  expect(toEmailKey(typed)).toBe(key);
  expect(toEmailKey(stored)).toBe(key);
});

test('cents as EUR', () => {
  expect([0, 50, 1250, 2405].map(toEuro)).toEqual([0, 0.5, 12.5, 24.05]);
});
