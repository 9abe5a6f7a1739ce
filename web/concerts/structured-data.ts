import { DOORS_MINUTES } from '#contract/constants.ts';
import type { Language } from '#contract/language.ts';
import { concertTexts } from '#messages/concerts.ts';
import { localizedPath } from '../platform/language.tsx';
import { absoluteUrl } from '../platform/page-head.tsx';
import type { SiteInfo } from '../platform/site.ts';
import { festivalStructuredData } from '../platform/festival-structured-data.ts';
import type { Concert, ConcertSummary } from './concert-summary.ts';

/** The way from the list of concerts to a concert, for search engines. */
export function breadcrumbData(
  { id, title }: Pick<Concert, 'id' | 'title'>,
  origin: string,
  language: Language,
) {
  const pages = [
    { name: concertTexts.concerts[language], path: '/concerts/all' },
    { name: title, path: `/concerts/${id}` },
  ];
  return {
    '@context': 'https://schema.org',
    '@type': 'BreadcrumbList',
    itemListElement: pages.map(({ name, path }, index) => ({
      '@type': 'ListItem',
      position: index + 1,
      name,
      item: origin + localizedPath(path, language),
    })),
  };
}

const statusOf = ({ cancelledAt, postponedFrom }: Concert): string => {
  if (cancelledAt !== null) return 'EventCancelled';
  return postponedFrom === null ? 'EventScheduled' : 'EventRescheduled';
};

/** A concert for search engines: MusicEvent with its works and offers (design.md 5). */
export function concertData(
  concert: Concert,
  site: SiteInfo,
  origin: string,
  language: Language,
): object {
  const { location, pieces, product } = concert;
  const url = origin + localizedPath(`/concerts/${concert.id}`, language);
  const minutes = concert.durationMinutes;
  const musicians = pieces.flatMap((piece) => piece.musicians ?? []);
  const { '@context': _, ...festival } = festivalStructuredData(site, origin);
  return {
    '@context': 'https://schema.org',
    '@type': 'MusicEvent',
    name: concert.title,
    description: concert.introduction || concert.subtitle,
    url,
    startDate: concert.date,
    doorTime: minutesLater(concert.date, -DOORS_MINUTES),
    ...(minutes === null ? {} : { endDate: minutesLater(concert.date, minutes) }),
    eventStatus: `https://schema.org/${statusOf(concert)}`,
    ...(concert.postponedFrom !== null && { previousStartDate: concert.postponedFrom }),
    eventAttendanceMode: 'https://schema.org/OfflineEventAttendanceMode',
    isAccessibleForFree: concert.isAcademy,
    image: [absoluteUrl(concert.shareImage, origin)],
    location: {
      '@type': 'Place',
      name: location.venue,
      address: {
        '@type': 'PostalAddress',
        streetAddress: location.street,
        postalCode: location.postalCode,
        addressLocality: location.city,
        addressCountry: 'DE',
      },
      geo: {
        '@type': 'GeoCoordinates',
        latitude: location.latitude,
        longitude: location.longitude,
      },
    },
    superEvent: festival,
    organizer: festival.organizer,
    performer: performersOf(musicians),
    workPerformed: pieces.map((piece) => ({
      '@type': 'MusicComposition',
      name: piece.title,
      composer: { '@type': 'Person', name: piece.composer.fullName },
    })),
    offers: (concert.cancelledAt === null ? (product?.tickets ?? []) : []).map((ticket) => ({
      '@type': 'Offer',
      name: ticket.name[language],
      price: ticket.priceCents / 100,
      priceCurrency: 'EUR',
      url,
      availability: `https://schema.org/${availabilityOf(concert)}`,
    })),
  };
}

/** Instruments that several people play together. */
const GROUP = /\b(orchestra|quartet|quintet|trio|ensemble|choir|band|strings)$/;

/** Each performer once: a person, or a group by the instrument. */
export function performersOf(
  musicians: { name: string; instrument: { en: string } }[],
): { '@type': 'Person' | 'MusicGroup'; name: string }[] {
  const byName = new Map(musicians.map((each) => [each.name, each.instrument]));
  return [...byName].map(([name, { en: instrument }]) => ({
    '@type': GROUP.test(instrument) ? 'MusicGroup' : 'Person',
    name,
  }));
}

function availabilityOf(concert: Concert): string {
  if (!concert.isOnSale) return 'OutOfStock';
  return concert.available > 0 ? 'InStock' : 'SoldOut';
}

/** The list of concerts for search engines. */
export function listData(concerts: ConcertSummary[], origin: string, language: Language): object {
  return {
    '@context': 'https://schema.org',
    '@type': 'ItemList',
    itemListElement: concerts.map((concert, index) => ({
      '@type': 'ListItem',
      position: index + 1,
      name: concert.title,
      url: origin + localizedPath(`/concerts/${concert.id}`, language),
    })),
  };
}

/**
 * In the offset of `date`, e.g. "2025-08-18T19:30:00+02:00": times are always those of Berlin (api.md, Conventions).
 */
function minutesLater(date: string, minutes: number): string {
  const [clock, offset] = [date.slice(0, 19), date.slice(19)];
  const later = new Date(Date.parse(`${clock}Z`) + minutes * 60_000);
  return later.toISOString().slice(0, 19) + offset;
}
