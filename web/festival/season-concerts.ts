import type { ResponseOf } from '#contract/endpoints.ts';
import type { ConcertSummary } from '../concerts/concert-summary.ts';

/** A concert as the season's panorama shows it. */
export interface SeasonConcert {
  id: number;
  title: string;
  date: string;
  /** Its summit on the wide picture and on the phones'; null while they are being drawn. */
  wide: Point | null;
  phone: Point | null;
}

/** In fractions of a picture, from left and top. */
export interface Point {
  x: number;
  y: number;
}

type Season = ResponseOf<'getSite'>['data']['season'];

/** The concerts with their summits (contract, getSite); a season that cannot be loaded has none. */
export function seasonConcerts(concerts: ConcertSummary[], season: Season | null): SeasonConcert[] {
  return concerts.map(({ id, title, date }) => {
    const wide = pointOf(id, season?.summits);
    return { id, title, date, wide, phone: pointOf(id, season?.phone_summits) };
  });
}

function pointOf(id: number, summits: Season['summits'] = []): Point | null {
  const summit = summits.find((each) => each.concert_id === id);
  return summit ? { x: summit.x, y: summit.y } : null;
}
