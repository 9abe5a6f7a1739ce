import { picturesOf, summaryOf, type ConcertSummary } from '../concerts/concert-summary.ts';
import { loadPageTexts, sectionsOf } from '../platform/page-texts.ts';
import type { OutputOf, Visit } from '../platform/visit.ts';

/** Each part may fail alone (product.md 7). */
export async function loadHomePage(visit: Visit) {
  const { language } = visit;
  const [{ output: site }, { output: list }, page] = await Promise.all([
    visit.tryRead('festival:site', undefined),
    visit.tryRead('concert:list', undefined),
    loadPageTexts(visit, 'home'),
  ]);
  const concerts = list ?? [];
  const summaries = concerts.map((concert) => summaryOf(concert, language));
  const night = concerts.find((concert) => concert.isLongNight);
  const academy = concerts.find((concert) => concert.isAcademy);
  return {
    dates: site && { from: site.startDate, to: site.endDate },
    days: seasonConcerts(summaries, site?.season ?? null),
    next: nextConcerts(summaries, new Date()),
    academy: academy && picturesOf(academy),
    night: night && { concert: summaryOf(night, language), pictures: picturesOf(night) },
    ...(site?.home && { picture: site.home }),
    lead: page?.lead ?? '',
    sections: sectionsOf(page, ['academy', 'long-night', 'association']),
  };
}

const MAX_NEXT_CONCERTS = 4;

/** The next concerts; when the summer is over or far away, the first ones (product.md 12). */
export function nextConcerts(concerts: ConcertSummary[], now: Date): ConcertSummary[] {
  const coming = concerts.filter((concert) => new Date(concert.date) >= now);
  return (coming.length > 0 ? coming : concerts).slice(0, MAX_NEXT_CONCERTS);
}

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

type Season = OutputOf<'festival:site'>['season'];

/** The concerts with their summits; a season that cannot be loaded has none. */
function seasonConcerts(concerts: ConcertSummary[], season: Season | null): SeasonConcert[] {
  return concerts.map(({ id, title, date }) => {
    const wide = pointOf(id, season?.summits);
    return { id, title, date, wide, phone: pointOf(id, season?.phoneSummits) };
  });
}

function pointOf(id: number, summits: Season['summits'] = []): Point | null {
  const summit = summits.find((each) => each.concertId === id);
  return summit ? { x: summit.x, y: summit.y } : null;
}
