import type { HeaderHandle } from '../layout/site-header.tsx';
import { shopContext } from '../platform/visit.ts';
import type { Route } from './+types/home-page';
import { PageHead } from '../platform/page-head.tsx';
import { useOrigin, useSite } from '../platform/site.ts';
import { useLatest } from '../platform/use-polling.ts';
import { Academy } from './academy.tsx';
import { Association } from './association.tsx';
import { HomeHero } from './home-hero.tsx';
import { loadHomePage } from './load-home-page.server.ts';
import { LongNight } from './long-night.tsx';
import { NextConcerts } from './next-concerts.tsx';
import { festivalStructuredData } from '../platform/festival-structured-data.ts';
import displayItalic from '../fonts/display-italic.woff2?url';
import { PreloadFonts } from '../platform/document.tsx';
import './home-sections.css';

export const loader = ({ context }: Route.LoaderArgs) => loadHomePage(context.get(shopContext));

/** Without its data the page still shows the festival's name and ways, and tries again (product.md 2, 7). */
export async function clientLoader({ serverLoader }: Route.ClientLoaderArgs) {
  try {
    return await serverLoader();
  } catch (error) {
    if (error instanceof Response) throw error;
    return null;
  }
}

const noData: Awaited<ReturnType<typeof loadHomePage>> = {
  dates: null,
  days: [],
  next: [],
  academy: undefined,
  night: undefined,
  lead: '',
  sections: { academy: null, association: null, 'long-night': null },
};

export const handle: HeaderHandle = { header: () => ['on-sky', 'wide'] };

export default function HomePage({ loaderData }: Route.ComponentProps) {
  const { dates, days, next, academy, night, lead, sections } = useLatest(loaderData) ?? noData;
  const site = useSite();
  const origin = useOrigin();
  return (
    <>
      <PreloadFonts fonts={[displayItalic]} />
      <PageHead
        title=""
        description={`${site.tagline} ${site.claim}`}
        image={site.season.share_image_url}
        structuredData={import.meta.env.SSR ? festivalStructuredData(site, origin) : ''}
      />
      <HomeHero dates={dates} concerts={days} caption={lead} />
      <NextConcerts concerts={next} count={days.length} />
      {academy && sections.academy && <Academy pictures={academy} section={sections.academy} />}
      {night && <LongNight {...night} section={sections['long-night']} />}
      {sections.association && <Association section={sections.association} />}
    </>
  );
}
