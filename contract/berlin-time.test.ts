import { expect, test } from 'vitest';
import { berlinTime, berlinDate, berlinParts, parseBerlin, toBerlinIso } from './berlin-time.ts';

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
  const moment = new Date(utc);
  expect(toBerlinIso(moment)).toBe(berlin);
  // again, from the cache
  expect(toBerlinIso(moment)).toBe(berlin);
  expect(`${berlinDate(moment)}T${berlinTime(moment)}`).toBe(berlin.slice(0, 16));
});

test('null stays null', () => {
  expect(toBerlinIso(null)).toBeNull();
});

test('calendar and clock are those of Berlin, in any time zone of the machine', () => {
  expect(process.env.TZ).toBe('Pacific/Auckland');
  const newYear = { year: 2026, month: 1, day: 1, weekday: 4, hour: 0, minute: 30 };
  expect(berlinParts('2025-12-31T23:30:00Z')).toEqual(newYear);
  expect(berlinParts(new Date('2025-12-31T23:30:00Z'))).toEqual(newYear);
  const day = { year: 2025, month: 8, day: 23, weekday: 6, hour: 0, minute: 0 };
  expect(berlinParts('2025-08-23')).toEqual(day);
});

test.each([
  ['2025-08-23 19:30', '2025-08-23T17:30:00.000Z'],
  ['2025-12-31 20:00', '2025-12-31T19:00:00.000Z'],
  // the clocks change at 2:00 on March 30 and at 3:00 on October 26
  ['2025-03-30 01:59', '2025-03-30T00:59:00.000Z'],
  ['2025-03-30 03:00', '2025-03-30T01:00:00.000Z'],
  ['2025-10-26 03:00', '2025-10-26T02:00:00.000Z'],
])('%s in Berlin', (local, moment) => {
  expect(parseBerlin(local).toISOString()).toBe(moment);
});

test('the hour that the clocks skip does not exist', () => {
  expect(parseBerlin('2025-03-30 02:00').getTime()).toBeNaN();
  expect(parseBerlin('2025-03-30 02:59').getTime()).toBeNaN();
});

test('February has no 30th, a day no 25th hour', () => {
  expect(parseBerlin('2025-08-23 25:00').getTime()).toBeNaN();
  expect(parseBerlin('2025-02-30 19:00').getTime()).toBeNaN();
  expect(parseBerlin('2025-13-23 19:00').getTime()).toBeNaN();
});
