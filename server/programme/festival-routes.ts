import type { Language } from '#contract/language.ts';
import type { Pictures } from './concert-dto.ts';
import type { Mount } from '../platform/http/mount.ts';
import type { FestivalStore } from './festival-content.ts';
import { measureWordmark } from './measure-wordmark.ts';
import { readPage } from './festival-content.ts';

export interface FestivalDeps {
  festival: FestivalStore;
  pictures: Pictures;
  taxTreatment: 'exempt' | 'reduced' | 'small-business';
  /** Base of the brochure's URL (MEDIA_URL); '' is this server. */
  mediaUrl: string;
  /** Whether Stripe's keys are test keys: every page says TEST MODE. The sandbox says so itself. */
  isTestMode: boolean;
}

/** Mounts the festival and its pages' texts (api.md, Festival, concerts, countries; getSite and getPage are ours). */
export function mountFestival(mount: Mount, deps: FestivalDeps): void {
  mount('getFestival', (call) => {
    const content = deps.festival.content();
    call.responseHeaders.set('cache-control', 'no-cache');
    return {
      data: {
        name: content.name,
        tagline: content.tagline[call.language],
        year: content.year,
        start_date_festival: content.startDate ?? null,
        end_date_festival: content.endDate ?? null,
      },
    };
  });

  mount('getSite', (call) => {
    call.responseHeaders.set('cache-control', 'no-cache');
    return { data: siteOf(deps, call.language) };
  });

  mount('getPage', (call) => {
    call.responseHeaders.set('cache-control', 'no-cache');
    return { data: readPage(deps.festival.content(), call.params.page, call.language) };
  });
}

function siteOf(deps: FestivalDeps, language: Language) {
  const content = deps.festival.content();
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
    tax_note: content.taxNotes[deps.taxTreatment][language],
    brochure_url: `${deps.mediaUrl}/media/brochure-${language}.pdf`,
    terms_version: content.legal.terms.version,
    season: deps.pictures.ofSeason(language),
    test_mode: deps.isTestMode,
  };
}
