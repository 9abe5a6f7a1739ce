import { expect, test } from 'vitest';
import { fromBerlin } from './berlin-time.ts';
import { setNoBreakSpaces } from './text-format.ts';

test.each([
  ['§ 312g Abs. 2 Nr. 9 BGB', '§_312g Abs._2 Nr._9 BGB'],
  ['§ 12 Abs. 2 Nr. 7 Buchst. a UStG', '§_12 Abs._2 Nr._7 Buchst._a UStG'],
  ['Musiksommer Marienfirn e. V., z. B.', 'Musiksommer Marienfirn e._V., z._B.'],
  ['Inklusive 7 % und 4,50 €', 'Inklusive 7_% und 4,50_€'],
  ['String Quartet No. 1, op. 59 Nr. 1', 'String Quartet No._1, op._59 Nr._1'],
  ['Im August. 16 Konzerte', 'Im August. 16 Konzerte'],
  ['412 Mitglieder, 60 Euro im Jahr', '412~Mitglieder, 60~Euro im Jahr'],
  ['daily from 10 am to 5 pm, 30 minutes', 'daily from 10~am to 5~pm, 30~minutes'],
])('%s', (typed, printed) => {
  const spaced = printed.replaceAll('_', '\u202F').replaceAll('~', '\u00A0');
  expect(setNoBreakSpaces(typed)).toBe(spaced);
});

test.each([
  ['2025-08-23 19:30', '2025-08-23T17:30:00.000Z'],
  ['2025-12-31 20:00', '2025-12-31T19:00:00.000Z'],
  // the clocks change at 2:00 on March 30 and at 3:00 on October 26
  ['2025-03-30 01:59', '2025-03-30T00:59:00.000Z'],
  ['2025-03-30 03:00', '2025-03-30T01:00:00.000Z'],
  ['2025-10-26 03:00', '2025-10-26T02:00:00.000Z'],
])('%s in Berlin', (local, moment) => {
  expect(fromBerlin(local).toISOString()).toBe(moment);
});

test('February has no 30th, a day no 25th hour', () => {
  expect(fromBerlin('2025-08-23 25:00').getTime()).toBeNaN();
  expect(fromBerlin('2025-02-30 19:00').getTime()).toBeNaN();
  expect(fromBerlin('2025-13-23 19:00').getTime()).toBeNaN();
});
