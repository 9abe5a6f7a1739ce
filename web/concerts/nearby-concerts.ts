import type { ConcertSummary } from './concert-summary.ts';

const MAX_CONCERTS = 3;

/** The fields of another concert that a page shows. */
export type NearbyConcert = Pick<ConcertSummary, 'id' | 'title' | 'date' | 'cover'>;

/** The concerts nearest in time, in order; a sold-out one only when nothing else is near. */
export function findNearbyConcerts(id: number, concerts: ConcertSummary[]): NearbyConcert[] {
  const concert = concerts.find((each) => each.id === id);
  if (!concert) return concerts.slice(0, MAX_CONCERTS).map(toNearbyConcert);
  const at = Date.parse(concert.date);
  const distance = (other: ConcertSummary) =>
    Math.abs(Date.parse(other.date) - at) * (other.sale === 'soldout' ? 4 : 1);
  return concerts
    .filter((other) => other.id !== id)
    .toSorted((a, b) => distance(a) - distance(b))
    .slice(0, MAX_CONCERTS)
    .toSorted((a, b) => Date.parse(a.date) - Date.parse(b.date))
    .map(toNearbyConcert);
}

function toNearbyConcert({ id, title, date, cover }: ConcertSummary): NearbyConcert {
  return { id, title, date, cover };
}
