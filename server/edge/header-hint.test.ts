import { expect, test } from 'vitest';
import { formatHint, parseHint } from './cookies.ts';

test.each([
  [{ entries: 0, isSignedIn: false }, ''],
  [{ entries: 2, isSignedIn: false }, '2'],
  [{ entries: 0, isSignedIn: true }, 'u'],
  [{ entries: 14, isSignedIn: true }, '9u'],
])('%j is %j', (hint, value) => {
  expect(formatHint(hint)).toBe(value);
  expect(parseHint(value)).toEqual({ ...hint, entries: Math.min(9, hint.entries) });
});

test.each([null, '0', '10', 'uu', 'u2', '2u2', '<b>'])(
  '%j is no hint: no page is rendered for it',
  (value) => {
    expect(parseHint(value)).toEqual({ entries: 0, isSignedIn: false });
  },
);
