import { countries } from '#contract/countries.ts';
import type { Language } from '#contract/language.ts';
import type { ShopDeps } from '../deps.ts';
import { defineApi } from '../operations/define-api.ts';
import { defineShopRead } from '../operations/define.ts';
import { readPage, measureWordmark, type PageName } from './festival-content.ts';

const programmeOperations = {
  'festival:read': defineShopRead('anyone', ({ deps }) => deps.festival.content()),
  'festival:page': defineShopRead('anyone', ({ deps, caller }, { page }: { page: PageName }) =>
    readPage(deps.festival.content(), page, caller.language),
  ),
  'concert:list': defineShopRead('anyone', ({ deps, caller }) =>
    deps.concerts.list(caller.language),
  ),
  'concert:read': defineShopRead('anyone', ({ deps, caller }, { id }: { id: number }) =>
    deps.concerts.get(id, caller.language),
  ),
  'country:list': defineShopRead('anyone', () => [...countries]),
};

const revalidated = { 'cache-control': 'no-cache' };

/** What visitors read of the festival (api.md, Festival, concerts, countries; getSite and getPage are ours). */
export const programmeApi = defineApi(programmeOperations, {
  getFestival: {
    operation: 'festival:read',
    body: (content, { caller }) => ({
      data: {
        name: content.name,
        tagline: content.tagline[caller.language],
        year: content.year,
        start_date_festival: content.startDate ?? null,
        end_date_festival: content.endDate ?? null,
      },
    }),
    headers: revalidated,
  },
  getSite: {
    operation: 'festival:read',
    body: (_, { deps, caller }) => ({ data: siteOf(deps, caller.language) }),
    headers: revalidated,
  },
  getPage: {
    operation: 'festival:page',
    input: ({ params }) => params,
    body: (data) => ({ data }),
    headers: revalidated,
  },
  listConcerts: {
    operation: 'concert:list',
    body: (data) => ({ data }),
    headers: revalidated,
  },
  getConcert: {
    operation: 'concert:read',
    input: ({ params }) => params,
    body: (data) => ({ data }),
    headers: revalidated,
  },
  listCountries: {
    operation: 'country:list',
    body: (data) => ({ data }),
    headers: { 'cache-control': 'public, max-age=3600' },
  },
});

function siteOf({ festival, pictures, env }: ShopDeps, language: Language) {
  const content = festival.content();
  const { name, street, postalCode, city, email, phone } = content.association;
  return {
    name: content.name,
    short_name: content.shortName,
    short_name_width: measureWordmark(content.shortName),
    tagline: content.tagline[language],
    claim: content.claim[language],
    year: content.year,
    start_date_festival: content.startDate ?? null,
    end_date_festival: content.endDate ?? null,
    gaps: content.gaps.map(({ from, to, label }) => ({ from, to, label: label[language] })),
    association: { name, street, postal_code: postalCode, city, email, phone },
    links: {
      masterclasses: content.links.masterclasses,
      video: content.links.videoChannel,
      photos: content.links.photoProfile,
      social: content.links.socialNetwork,
    },
    tax_note: content.taxNotes[env.taxTreatment][language],
    brochure_url: `${env.mediaUrl ?? ''}/media/brochure-${language}.pdf`,
    terms_version: content.legal.terms.version,
    season: pictures.ofSeason(language),
    test_mode: env.stripe?.isTest ?? false,
  };
}
