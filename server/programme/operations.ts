import { countries } from '#contract/countries.ts';
import type { Language } from '#contract/language.ts';
import type { ShopDeps } from '../deps.ts';
import { defineRead } from '../operations/define.ts';
import { describeDelivery } from './delivery.ts';
import { readPage, measureWordmark, type PageName } from './festival-content.ts';

/** What visitors read of the festival (api.md, Festival, concerts, countries). */
export const programmeOperations = {
  'festival:read': defineRead('anyone', ({ deps }) => deps.festival.content()),
  'festival:site': defineRead('anyone', ({ deps, caller }) => siteOf(deps, caller.language)),
  'festival:page': defineRead('anyone', ({ deps, caller }, { page }: { page: PageName }) =>
    readPage(deps.festival.content(), page, caller.language),
  ),
  'concert:list': defineRead('anyone', ({ deps, caller }) => deps.concerts.list(caller.language)),
  'concert:read': defineRead('anyone', ({ deps, caller }, { id }: { id: number }) =>
    deps.concerts.get(id, caller.language),
  ),
  'country:list': defineRead('anyone', () => countries),
};

function siteOf({ festival, pictures, env, catalogue }: ShopDeps, language: Language) {
  const content = festival.content();
  const { home, sitePlan } = content.look ?? {};
  const show = (place: 'home' | 'sitePlan') => {
    const photo = festival.picture(place, env.mediaUrl ?? '');
    return photo && { ...photo, alt: photo.alt[language] };
  };
  const { name, street, postalCode, city, email, phone } = content.association;
  const notice = festival.notice();
  const isListed = catalogue.latest().concerts.some(({ id }) => id === notice?.concertId);
  return {
    ...(notice && {
      notice: { text: notice.text[language], concertId: isListed ? notice.concertId : null },
    }),
    ...(content.delivery && { delivery: describeDelivery(content.delivery, language) }),
    name: content.name,
    shortName: content.shortName,
    /** In the display face, in em. */
    shortNameWidth: measureWordmark(content.shortName),
    tagline: content.tagline[language],
    claim: content.claim[language],
    year: content.year,
    startDate: content.startDate ?? null,
    endDate: content.endDate ?? null,
    gaps: content.gaps.map(({ from, to, label }) => ({ from, to, label: label[language] })),
    association: { name, street, postalCode, city, email, phone },
    links: {
      masterclasses: content.links.masterclasses ?? '',
      video: content.links.videoChannel ?? '',
      photos: content.links.photoProfile ?? '',
      social: content.links.socialNetwork ?? '',
    },
    foreground: content.look?.foreground ?? 'abbey',
    ...(typeof home === 'object' && {
      home: { photo: show('home'), credit: home.credit[language] },
    }),
    /** Null: there is none; undefined: the abbey's, if it is the foreground. */
    ...(sitePlan !== undefined && { sitePlan: show('sitePlan') }),
    logo: content.look?.logo ?? null,
    isGermanOnly: content.languages !== undefined,
    newsletterLabel: content.newsletterLabel?.[language] ?? '',
    taxNote: content.taxNotes[env.taxTreatment][language],
    brochureUrl: `${env.mediaUrl ?? ''}/media/brochure-${language}.pdf`,
    termsVersion: content.legal.terms.version,
    season: pictures.ofSeason(language),
    isTest: env.stripe?.isTest ?? false,
  };
}
