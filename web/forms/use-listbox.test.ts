import { describe, expect, it } from 'vitest';
import { matchOptions, type Option } from './use-listbox.ts';

const countries: Option[] = [
  { id: 55, label: 'Deutschland', alsoFoundBy: ['Germany'] },
  { id: 40, label: 'Österreich', alsoFoundBy: ['Austria'] },
  { id: 36, label: 'Australien', alsoFoundBy: ['Australia'] },
  { id: 348, label: 'Ungarn', alsoFoundBy: ['Hungary'] },
];
const found = (query: string, limit = 1000) =>
  matchOptions(countries, query, limit).map(({ label }) => label);

describe('searching options', () => {
  it('finds either name, without regard to case and accents', () => {
    expect(found('german')).toEqual(['Deutschland']);
    expect(found('oster')).toEqual(['Österreich']);
    expect(found('AUSTR')).toEqual(['Österreich', 'Australien']);
  });

  it('puts names that start with it first', () => {
    expect(found('un')).toEqual(['Ungarn']);
    expect(found('ar')).toEqual(['Ungarn']);
  });

  it('shows all without a query, up to the limit', () => {
    expect(found('')).toHaveLength(4);
    expect(found('', 2)).toHaveLength(2);
    expect(found('xyz')).toEqual([]);
  });
});
