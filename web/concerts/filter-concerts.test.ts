import { describe, expect, it } from 'vitest';
import type { ConcertSummary } from './concert-summary.ts';
import { filterConcerts, filterPath, readFilter, venuesOf } from './filter-concerts.ts';

function concert(id: number, changes: Partial<ConcertSummary> = {}): ConcertSummary {
  return {
    id,
    title: `Concert ${id}`,
    subtitle: '',
    date: `2025-08-${String(id).padStart(2, '0')}T19:30:00+02:00`,
    venue: 'Tenne',
    venueSlug: 'barn',
    pieces: [],
    notes: [],
    cover: '',
    copyright: '',
    sale: 'buy',
    fromPrice: 18,
    ...changes,
  };
}

describe('the filter of the list', () => {
  const all = [
    concert(8, { venueSlug: 'church', venue: 'Stiftskirche' }),
    concert(9, { sale: 'soldout' }),
    concert(18, { sale: 'free' }),
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
