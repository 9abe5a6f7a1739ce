import { describe, expect, it } from 'vitest';
import type { ConcertSummary } from './concert-summary.ts';
import { listNearbyConcerts } from './load-concert-page.server.ts';

function concert(id: number): ConcertSummary {
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
  };
}

describe('other concerts', () => {
  const all = [8, 9, 18, 22, 23, 24].map((id) => concert(id));

  it('are the nearest in time, in order, without the concert itself', () => {
    expect(listNearbyConcerts(23, all).map(({ id }) => id)).toEqual([18, 22, 24]);
  });

  it('are the first ones for an unknown concert', () => {
    expect(listNearbyConcerts(99, all).map(({ id }) => id)).toEqual([8, 9, 18]);
  });
});
