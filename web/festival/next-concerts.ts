import type { ConcertSummary } from '../concerts/concert-summary.ts';

const MAX_CONCERTS = 4;

/** The next concerts; when the summer is over or far away, the first ones (clarifications.md, Selling). */
export function nextConcerts(concerts: ConcertSummary[], now: Date): ConcertSummary[] {
  const coming = concerts.filter((concert) => new Date(concert.date) >= now);
  return (coming.length > 0 ? coming : concerts).slice(0, MAX_CONCERTS);
}
