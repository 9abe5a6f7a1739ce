import { picturesOf, summaryOf } from '../concerts/concert-summary.ts';
import type { HeaderHandle } from '../layout/header-variant.ts';
import { shopContext } from '../platform/server-context.ts';
import type { Route } from './+types/home-page';
import { PageHead } from '../platform/page-head.tsx';
import { useOrigin, useSite } from '../platform/site.ts';
import { Academy } from './academy.tsx';
import { Association } from './association.tsx';
import { HomeHero } from './home-hero.tsx';
import { LongNight } from './long-night.tsx';
import { nextConcerts } from './next-concerts.ts';
import { NextConcerts } from './next-concerts-section.tsx';
import { findPage, sectionsOf } from '../platform/page-texts.ts';
import { seasonConcerts } from './season-concerts.ts';
import { festivalData } from '../platform/festival-data.ts';
import displayItalic from '../fonts/display-italic.woff2?url';
import { ForceLayout } from '../perf/force-layout.tsx';
import { PreloadFonts } from '../perf/preload-fonts.tsx';
import './home-sections.css';

/** The festival's dates may fail alone (product.md 7), and so may each other part. */
export async function loader({ context }: Route.LoaderArgs) {
  const visit = context.get(shopContext);
  const { language } = visit;
  const [{ response: festival }, { response: site }, { response: list }, page] = await Promise.all([
    visit.call('getFestival', {}),
    visit.call('getSite', {}),
    visit.call('listConcerts', {}),
    findPage(visit, 'home'),
  ]);
  const concerts = list?.data ?? [];
  const summaries = concerts.map((concert) => summaryOf(concert, language));
  const night = concerts.find((concert) => concert.is_long_night);
  const academy = concerts.find((concert) => concert.is_academy_concert);
  return {
    dates: festival && {
      from: festival.data.start_date_festival,
      to: festival.data.end_date_festival,
    },
    days: seasonConcerts(summaries, site?.data.season ?? null),
    next: nextConcerts(summaries, new Date()),
    academy: academy && picturesOf(academy),
    night: night && { concert: summaryOf(night, language), pictures: picturesOf(night) },
    lead: page?.lead ?? '',
    sections: sectionsOf(page, ['academy', 'long-night', 'association']),
  };
}

export const handle: HeaderHandle = { header: () => ['on-sky', 'wide'] };

export default function HomePage({ loaderData }: Route.ComponentProps) {
  const { dates, days, next, academy, night, lead, sections } = loaderData;
  const site = useSite();
  const origin = useOrigin();
  return (
    <>
      <PreloadFonts fonts={[displayItalic]} />
      <PageHead
        title=""
        description={`${site.tagline} ${site.claim}`}
        image={site.season.share_image_url}
        structuredData={import.meta.env.SSR ? festivalData(site, origin) : ''}
      />
      <HomeHero dates={dates} concerts={days} caption={lead} />
      <ForceLayout />
      <NextConcerts concerts={next} count={days.length} />
      <ForceLayout />
      {academy && sections.academy && <Academy pictures={academy} section={sections.academy} />}
      {night && <LongNight {...night} section={sections['long-night']} />}
      {sections.association && <Association section={sections.association} />}
    </>
  );
}
