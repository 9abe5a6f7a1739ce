import { data } from 'react-router';
import type { Visit } from '#contract/visit.ts';
import { findPage, sectionsOf } from '../platform/page-texts.ts';
import { findInCart } from './cart-hint.tsx';
import { summaryOf } from './concert-summary.ts';
import { venuesOf } from './filter-concerts.ts';
import { findNearbyConcerts } from './nearby-concerts.ts';

/** One concert; an unknown one is a 404 page, one that cannot be loaded offers a retry (null). */
export async function loadConcertPage(visit: Visit, concertId: string) {
  const id = /^[1-9]\d{0,9}$/.test(concertId) ? Number(concertId) : 0;
  if (id === 0) throw data(null, { status: 404 });
  const [{ response, problem }, { response: list }, page, cart] = await Promise.all([
    visit.call('getConcert', { params: { id } }),
    visit.call('listConcerts', {}),
    findPage(visit, 'concerts'),
    // null in pages that all visitors share
    visit.findCart().catch(() => null),
  ]);
  if (problem?.status === 404) throw data(null, { status: 404 });
  const concert = response?.data ?? null;
  const all = (list?.data ?? []).map((each) => summaryOf(each, visit.language));
  return {
    concert,
    others: findNearbyConcerts(id, all),
    venues: venuesOf(all),
    inCart: findInCart(cart, concert?.product?.id ?? 0),
    sections: sectionsOf(page, ['programme-change', 'box-office', 'selling-points']),
  };
}
