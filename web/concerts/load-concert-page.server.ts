import { data } from 'react-router';
import type { Visit } from '#contract/visit.ts';
import { loadPageTexts, sectionsOf } from '../platform/page-texts.ts';
import { summaryOf, type ConcertSummary } from './concert-summary.ts';
import { countInCart } from './ticket-limits.ts';
import { venuesOf } from './filter-concerts.ts';

/** The id in the address of a concert's page; throws the 404 page for anything else. */
export function readConcertId(concertId: string): number {
  if (!/^[1-9]\d{0,9}$/.test(concertId)) throw data(null, { status: 404 });
  return Number(concertId);
}

/** One concert; an unknown one is a 404 page, one that cannot be loaded offers a retry (null). */
export async function loadConcertPage(visit: Visit, concertId: string) {
  const id = readConcertId(concertId);
  const [{ response, problem }, { response: list }, page, cart] = await Promise.all([
    visit.call('getConcert', { params: { id } }),
    visit.call('listConcerts', {}),
    loadPageTexts(visit, 'concerts'),
    // null in pages that all visitors share
    visit.findCart().catch(() => null),
  ]);
  if (problem?.status === 404) throw data(null, { status: 404 });
  const concert = response?.data ?? null;
  const all = (list?.data ?? []).map((each) => summaryOf(each, visit.language));
  return {
    concert,
    others: listNearbyConcerts(id, all),
    venues: venuesOf(all),
    inCart: countInCart(cart, concert?.product?.id ?? 0),
    sections: sectionsOf(page, ['programme-change', 'box-office', 'selling-points']),
  };
}

const MAX_NEARBY_CONCERTS = 3;

/** The fields of another concert that a page shows. */
export type NearbyConcert = Pick<ConcertSummary, 'id' | 'title' | 'date' | 'cover'>;

/** The concerts nearest in time, in order; a sold-out one only when nothing else is near. */
export function listNearbyConcerts(id: number, concerts: ConcertSummary[]): NearbyConcert[] {
  const concert = concerts.find((each) => each.id === id);
  if (!concert) return concerts.slice(0, MAX_NEARBY_CONCERTS).map(toNearbyConcert);
  const at = Date.parse(concert.date);
  const distance = (other: ConcertSummary) =>
    Math.abs(Date.parse(other.date) - at) * (other.sale === 'soldout' ? 4 : 1);
  return concerts
    .filter((other) => other.id !== id)
    .toSorted((a, b) => distance(a) - distance(b))
    .slice(0, MAX_NEARBY_CONCERTS)
    .toSorted((a, b) => Date.parse(a.date) - Date.parse(b.date))
    .map(toNearbyConcert);
}

function toNearbyConcert({ id, title, date, cover }: ConcertSummary): NearbyConcert {
  return { id, title, date, cover };
}
