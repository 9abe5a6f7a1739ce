import { expect, test } from 'vitest';
import { toEuro, toMoment, toMomentOrNull } from './wire.ts';

test.each([
  ['in winter', '2026-01-10T18:30:00Z', '2026-01-10T19:30:00+01:00'],
  ['in summer', '2026-08-18T17:30:00Z', '2026-08-18T19:30:00+02:00'],
  [
    'the last moment before the clocks go forward',
    '2026-03-29T00:59:59Z',
    '2026-03-29T01:59:59+01:00',
  ],
  ['the first moment after it', '2026-03-29T01:00:00Z', '2026-03-29T03:00:00+02:00'],
  ['the last moment before they go back', '2026-10-25T00:59:59Z', '2026-10-25T02:59:59+02:00'],
  ['the first moment after it', '2026-10-25T01:00:00Z', '2026-10-25T02:00:00+01:00'],
])('a moment %s, as Berlin has it', (_, utc, berlin) => {
  expect(toMoment(new Date(utc))).toBe(berlin);
  // once more, from what is remembered
  expect(toMomentOrNull(new Date(utc))).toBe(berlin);
});

test('no moment and money', () => {
  expect(toMomentOrNull(null)).toBeNull();
  expect([0, 50, 1250, 2405].map(toEuro)).toEqual([0, 0.5, 12.5, 24.05]);
});
