import type { Language } from '#contract/language.ts';
import { saleState } from '#contract/rules.ts';
import type { OutputOf } from '../platform/visit.ts';

/** A concert of the catalogue. */
export type Concert = OutputOf<'concert:read'>;

/** Its tickets on sale. */
export type Product = NonNullable<Concert['product']>;

/** Its panorama, wide and for phones. */
export type PanoramaPictures = Pick<Concert['panorama'], 'wide' | 'phone'>;

/** The pictures of a concert. */
export function picturesOf({ panorama: { wide, phone } }: Concert): PanoramaPictures {
  return { wide, phone };
}

/** The fields of a concert that lists show; few, because they are part of every page's data. */
export type ConcertSummary = ReturnType<typeof summaryOf>;

/** The part of a concert that lists show. */
export function summaryOf(concert: Concert, language: Language) {
  return {
    id: concert.id,
    title: concert.title,
    subtitle: concert.subtitle,
    /** ISO 8601 with the offset of Europe/Berlin. */
    date: concert.date,
    venue: concert.location.venue,
    /** For filters and the site plan. */
    venueSlug: concert.location.slug,
    pieces: concert.piecesFrom,
    notes: notesOf(concert, 'GENERAL_OVERVIEW_ONLY', language),
    cover: concert.cover,
    ...(concert.photo && { photo: concert.photo }),
    copyright: concert.copyright,
    sale: saleState(concert),
    onSaleFrom: concert.onSaleFrom,
    /** Null: it takes place. */
    cancelled: concert.cancelledAt === null ? null : (concert.notice?.[language] ?? ''),
    fromCents: lowestPrice(concert.product),
  };
}

/** Cents of the lowest price above 0; null without one. */
export function lowestPrice(product: Concert['product']): number | null {
  const prices = (product?.tickets ?? []).map((ticket) => ticket.priceCents);
  const lowest = Math.min(...prices.filter((price) => price > 0));
  return Number.isFinite(lowest) ? lowest : null;
}

/** Notes of a page: the general ones appear everywhere, the others on one page only. */
export function notesOf(
  concert: Concert,
  page: 'GENERAL_OVERVIEW_ONLY' | 'GENERAL_DETAILPAGE_ONLY',
  language: Language,
): string[] {
  return concert.notes
    .filter(({ type }) => type === 'GENERAL' || type === page)
    .map(({ text }) => text[language]);
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
