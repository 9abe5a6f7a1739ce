import type { ConcertSummary } from './concert-summary.ts';

/** A concert on sale on this day of August, for tests. */
export function createConcertSummary(
  day: number,
  changes: Partial<ConcertSummary> = {},
): ConcertSummary {
  return {
    id: day,
    title: `Concert ${day}`,
    subtitle: '',
    date: `2025-08-${String(day).padStart(2, '0')}T19:30:00+02:00`,
    venue: 'Tenne',
    venueSlug: 'barn',
    pieces: [],
    notes: [],
    cover: '',
    copyright: '',
    sale: 'buy',
    onSaleFrom: null,
    cancelled: null,
    fromCents: 1800,
    ...changes,
  };
}
