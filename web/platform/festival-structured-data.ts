import { absoluteUrl } from './page-head.tsx';
import type { SiteInfo } from './site.ts';

/** The festival and its association for search engines (design.md 5). */
export function festivalStructuredData(site: SiteInfo, origin: string) {
  const { association, links } = site;
  const organizer = {
    '@type': 'Organization',
    name: association.name,
    url: origin,
    email: association.email,
    sameAs: [links.video, links.photos, links.social].filter((link) => link !== ''),
  };
  return {
    '@context': 'https://schema.org',
    '@type': 'Festival',
    name: `${site.name} ${site.year}`,
    description: `${site.tagline} ${site.claim}`,
    startDate: site.startDate ?? undefined,
    endDate: site.endDate ?? undefined,
    url: origin,
    image: absoluteUrl(site.season.wide || site.season.share, origin),
    eventStatus: 'https://schema.org/EventScheduled',
    eventAttendanceMode: 'https://schema.org/OfflineEventAttendanceMode',
    organizer,
    location: {
      '@type': 'Place',
      name: site.shortName,
      address: {
        '@type': 'PostalAddress',
        streetAddress: association.street,
        postalCode: association.postalCode,
        addressLocality: association.city,
        addressCountry: 'DE',
      },
    },
  };
}
