import { expect, test } from 'vitest';
import { complimentaryTexts } from './complimentary.ts';
import { peopleTexts } from './people.ts';
import { taskTexts } from './tasks.ts';

test('a count of one is singular', () => {
  const { issued } = complimentaryTexts;
  expect(issued.de({ no: 'A', n: 1 })).toBe('Bestellung A, 1 Karte.');
  expect(issued.en({ no: 'A', n: 1 })).toBe('Order A, 1 ticket.');
  expect(issued.en({ no: 'A', n: 2 })).toBe('Order A, 2 tickets.');
  const { eraseStays } = peopleTexts;
  expect(eraseStays.de({ count: 1, year: 2034 })).toMatch(/^Eine Bestellung bleibt .+ wird sie/);
  expect(eraseStays.en({ count: 1, year: 2034 })).toMatch(/^One order is kept .+ It is then made/);
  expect(eraseStays.en({ count: 2, year: 2034 })).toMatch(
    /^2 orders are kept .+ They are then made/,
  );
});

test.each(Object.values(taskTexts))('a task of one is singular: $de', ({ de, en }) => {
  for (const say of [de, en]) {
    const [one, two] = [1, 2].map((n) => say({ n, title: 'Lied' }));
    if (one !== two) expect(one).not.toBe(two?.replace('2', '1'));
  }
});
