import { expect, test } from 'vitest';
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
