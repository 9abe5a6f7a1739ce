import type { ConcertSummary } from './concert-summary.ts';

export interface ConcertFilter {
  show: 'all' | 'available' | 'free';
  /** A venue's slug. */
  venue: string | null;
}

/** The filter in the address: `?show=available|free&venue=barn`. Anything else shows all. */
export function readFilter(search: URLSearchParams): ConcertFilter {
  const show = search.get('show');
  return {
    show: show === 'available' || show === 'free' ? show : 'all',
    venue: search.get('venue'),
  };
}

/** The address of a filter, shortest form. */
export function filterPath(filter: ConcertFilter): string {
  const search = new URLSearchParams();
  if (filter.show !== 'all') search.set('show', filter.show);
  if (filter.venue !== null) search.set('venue', filter.venue);
  return search.size > 0 ? `/concerts/all?${search}` : '/concerts/all';
}

/** Concerts the filter leaves. */
export function filterConcerts(
  concerts: ConcertSummary[],
  filter: ConcertFilter,
): ConcertSummary[] {
  return concerts.filter((concert) => {
    if (filter.venue !== null && concert.venueSlug !== filter.venue) return false;
    if (filter.show === 'available') return concert.sale === 'buy';
    if (filter.show === 'free') return concert.sale === 'free';
    return true;
  });
}

/** The venues of the programme in order of first use. */
export function venuesOf(concerts: ConcertSummary[]): { slug: string; name: string }[] {
  const names = new Map(concerts.map((concert) => [concert.venueSlug, concert.venue]));
  return [...names].map(([slug, name]) => ({ slug, name }));
}
