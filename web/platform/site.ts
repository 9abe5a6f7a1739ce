import { useRouteLoaderData } from 'react-router';
import { usualDelivery } from '#contract/delivery.ts';
import type { Language } from '#contract/language.ts';
import type { Flash, HeaderHint } from '#contract/visit.ts';
import type { OutputOf, PublicConfig } from './visit.ts';

type WholeSite = OutputOf<'festival:site'>;

/** The association's data on every page. Only the home page has the season's summits, or its picture. */
export type SiteInfo = Omit<WholeSite, 'season' | 'home'> & {
  season: Omit<WholeSite['season'], 'summits' | 'phoneSummits'>;
};

/** The data of the site layout's loader. */
export interface SiteData {
  language: Language;
  origin: string;
  config: PublicConfig;
  site: SiteInfo | null;
  /** From the visitor's cookie, for the header. */
  hint: HeaderHint;
  /** Makes a form that is sent twice take effect once; '' in a page that all visitors share. */
  formToken: string;
  /** The previous page's message. */
  flash: Flash | null;
}

/** Used while the database is unavailable, so that error pages still have their frame. */
const unknownSite: SiteInfo = {
  name: '',
  shortName: '',
  shortNameWidth: 0,
  tagline: '',
  claim: '',
  year: 0,
  startDate: null,
  endDate: null,
  gaps: [],
  association: { name: '', street: '', postalCode: '', city: '', email: '', phone: '' },
  links: { masterclasses: '', video: '', photos: '', social: '' },
  foreground: 'none',
  logo: null,
  isGermanOnly: false,
  newsletterLabel: '',
  taxNote: '',
  brochureUrl: '',
  termsVersion: '',
  season: { wide: '', phone: '', phoneRest: '', share: '' },
  isTest: false,
};

/** Limits what every page contains: the summits, or the home page's picture, are a kilobyte. */
export function withoutSummits({ season, home: _home, ...site }: WholeSite): SiteInfo {
  const { summits: _wide, phoneSummits: _phone, ...pictures } = season;
  return { ...site, season: pictures };
}

/** The festival's data of every page. */
export function useSite(): SiteInfo {
  return useRouteLoaderData<SiteData>('site')?.site ?? unknownSite;
}

/** Whether the festival has drawings, or is unknown; without them, no part of the site shows mountains. */
export function useHasDrawings(): boolean {
  const { name, season } = useSite();
  return name === '' || season.wide !== '';
}

/** Delivery by post, with the festival's own words where the usual ones do not hold. */
export const useDelivery = (): NonNullable<SiteInfo['delivery']> =>
  useSite().delivery ?? usualDelivery;

/** Public settings for scripts. */
export function useConfig(): PublicConfig {
  return useRouteLoaderData<SiteData>('site')?.config ?? { stripeJsUrl: '', themeColor: '' };
}

/** The site's public origin, for canonical links and structured data. */
export function useOrigin(): string {
  return useRouteLoaderData<SiteData>('site')?.origin ?? '';
}
