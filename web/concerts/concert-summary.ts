import type { Language } from '#contract/language.ts';
import { saleState } from '#contract/rules.ts';
import type { OutputOf } from '../platform/visit.ts';

/** A concert of the catalogue. */
export type Concert = OutputOf<'concert:read'>;

/** Its panorama, wide and for phones. */
export type PanoramaPictures = Pick<Concert['panorama'], 'image_url' | 'phone_image_url'>;

/** The pictures of a concert. */
export function picturesOf({ panorama }: Concert): PanoramaPictures {
  return { image_url: panorama.image_url, phone_image_url: panorama.phone_image_url };
}

/** The fields of a concert that lists show; few, because they are part of every page's data. */
export interface ConcertSummary {
  id: number;
  title: string;
  subtitle: string;
  /** ISO 8601 with the offset of Europe/Berlin. */
  date: string;
  venue: string;
  /** The venue's slug, for filters and the site plan. */
  venueSlug: string;
  pieces: { composer: string; title: string }[];
  /** General notes and those of the overview, in the page's language. */
  notes: string[];
  cover: string;
  copyright: string;
  sale: 'buy' | 'soldout' | 'free' | null;
  /** Lowest price above 0 in EUR; null without a product. */
  fromPrice: number | null;
}

/** The part of a concert that lists show. */
export function summaryOf(concert: Concert, language: Language): ConcertSummary {
  return {
    id: concert.id,
    title: concert.title,
    subtitle: concert.subtitle,
    date: concert.date,
    venue: concert.location.venue,
    venueSlug: concert.location.slug,
    pieces: concert.piecesFrom,
    notes: notesOf(concert, 'GENERAL_OVERVIEW_ONLY', language),
    cover: concert.cover_image.image_url,
    copyright: concert.cover_image.copyright,
    sale: saleState(concert),
    fromPrice: lowestPrice(concert.product),
  };
}

/** Lowest price above 0 in EUR; null without one. */
export function lowestPrice(product: Concert['product']): number | null {
  const prices = (product?.tickets ?? []).map((ticket) => ticket.price);
  const lowest = Math.min(...prices.filter((price) => price > 0));
  return Number.isFinite(lowest) ? lowest : null;
}

/** Notes of a page: the general ones appear everywhere, the others on one page only. */
export function notesOf(
  concert: Concert,
  page: 'GENERAL_OVERVIEW_ONLY' | 'GENERAL_DETAILPAGE_ONLY',
  language: Language,
): string[] {
  return concert.concert_information
    .filter((note) => note.info_type === 'GENERAL' || note.info_type === page)
    .map((note) => (language === 'de' ? note.info_text.german : note.info_text.english));
}

/** The calendar day of a concert in Europe/Berlin, YYYY-MM-DD. */
export const dayOf = (concert: { date: string }) => concert.date.slice(0, 10);

/** Concerts by day, in order. */
export function groupByDay<T extends { date: string }>(
  concerts: T[],
): { day: string; concerts: T[] }[] {
  const days = new Map<string, T[]>();
  for (const concert of concerts) {
    const day = dayOf(concert);
    days.set(day, [...(days.get(day) ?? []), concert]);
  }
  return [...days].map(([day, list]) => ({ day, concerts: list }));
}
