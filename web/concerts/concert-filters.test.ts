import { describe, expect, it } from 'vitest';
import { createConcertSummary } from './concert-summary.fixture.ts';
import { filterConcerts, filterPath, readFilter, venuesOf } from './concert-filters.tsx';

describe('the filter of the list', () => {
  const all = [
    createConcertSummary(8, { venueSlug: 'church', venue: 'Stiftskirche' }),
    createConcertSummary(9, { sale: 'soldout' }),
    createConcertSummary(18, { sale: 'free' }),
  ];
  const shown = (query: string) =>
    filterConcerts(all, readFilter(new URLSearchParams(query))).map(({ id }) => id);

  it('reads its state from the address', () => {
    expect(shown('')).toEqual([8, 9, 18]);
    expect(shown('show=available')).toEqual([8]);
    expect(shown('show=free')).toEqual([18]);
    expect(shown('venue=barn')).toEqual([9, 18]);
    expect(shown('show=free&venue=church')).toEqual([]);
    expect(shown('show=anything')).toEqual([8, 9, 18]);
  });

  it('writes the shortest address', () => {
    expect(filterPath({ show: 'all', venue: null })).toBe('/concerts/all');
    expect(filterPath({ show: 'free', venue: 'barn' })).toBe('/concerts/all?show=free&venue=barn');
  });

  it('offers every venue once', () => {
    expect(venuesOf(all).map(({ slug }) => slug)).toEqual(['church', 'barn']);
  });
});
