import type { HeaderHandle } from '../layout/site-header.tsx';
import { shopContext } from '../platform/visit.ts';
import type { Route } from './+types/home-page';
import { PageHead } from '../platform/page-head.tsx';
import { useOrigin, useSite } from '../platform/site.ts';
import { useLatest } from '../platform/use-polling.ts';
import { HomeHero } from './home-hero.tsx';
import { loadHomePage } from './load-home-page.server.ts';
import { festivalStructuredData } from '../platform/festival-structured-data.ts';
import displayItalic from '../fonts/display-italic.woff2?url';
import { PreloadFonts } from '../platform/document.tsx';
import { festivalTexts } from '#messages/festival.ts';
import { ConcertListRow } from '../concerts/concert-list-row.tsx';
import { dayOf, type ConcertSummary, type PanoramaPictures } from '../concerts/concert-summary.ts';
import { useTexts, LocalLink, useLanguage } from '../platform/language.tsx';
import { Abbey, StaveRule } from '../ui/illustrations.tsx';
import { formatPrice } from '#contract/format.ts';
import { concertTexts } from '#messages/concerts.ts';
import { ButtonLink } from '../ui/button.tsx';
import type { PageSection } from '../platform/page-texts.ts';
import { Picture } from '../ui/picture.tsx';
import './home.css';

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
  const { dates, days, next, academy, night, picture, lead, sections } =
    useLatest(loaderData) ?? noData;
  const site = useSite();
  const origin = useOrigin();
  return (
    <>
      <PreloadFonts fonts={[displayItalic]} />
      <PageHead
        title=""
        description={`${site.tagline} ${site.claim}`}
        image={site.season.share}
        structuredData={import.meta.env.SSR ? festivalStructuredData(site, origin) : ''}
      />
      <HomeHero dates={dates} picture={picture} concerts={days} caption={lead} />
      <NextConcerts concerts={next} count={days.length} />
      {academy && sections.academy && <Academy pictures={academy} section={sections.academy} />}
      {night && <LongNight {...night} section={sections['long-night']} />}
      {sections.association && <Association section={sections.association} />}
    </>
  );
}

/** The next four rows of the programme. */
function NextConcerts({ concerts, count }: { concerts: ConcertSummary[]; count: number }) {
  const texts = useTexts(festivalTexts);
  if (concerts.length === 0) return null;
  return (
    <section className="wrap next" aria-labelledby="next">
      <StaveRule />
      <div className="next__head">
        <h2 id="next">{texts.nextConcerts}</h2>
        <LocalLink to="/concerts/all" className="text-link">
          {texts.allOf({ count })}
        </LocalLink>
      </div>
      <ol className="rows">
        {concerts.map((concert, index) => {
          const before = concerts[index - 1];
          const repeatsDay = before !== undefined && dayOf(before) === dayOf(concert);
          return (
            <li key={concert.id}>
              <ConcertListRow concert={concert} headingLevel="h3" repeatsDay={repeatsDay} />
            </li>
          );
        })}
      </ol>
    </section>
  );
}

interface LongNightProps {
  concert: ConcertSummary;
  pictures: PanoramaPictures;
  section: PageSection | null;
}

/** The Long Night as a night plate over the whole width. */
function LongNight({ concert, pictures, section }: LongNightProps) {
  const texts = useTexts(concertTexts);
  const language = useLanguage();
  const price = concert.fromCents;
  const label =
    concert.sale === 'buy' && price !== null
      ? texts.buyTicketsFrom({ price: formatPrice(price, language) })
      : texts.programme;
  return (
    <section className="night" aria-labelledby="night">
      <div className="wrap night__words">
        <h2 id="night">{section?.heading ?? concert.title}</h2>
        <div className="night__text">
          {section?.paragraphs.map((paragraph) => (
            <p key={paragraph}>{paragraph}</p>
          ))}
          <ButtonLink to={`/concerts/${concert.id}`} kind="line">
            {label}
          </ButtonLink>
        </div>
      </div>
      {pictures.wide !== '' && (
        <Picture className="night__picture" drawing="night" {...pictures} loading="lazy" />
      )}
    </section>
  );
}

interface AcademyProps {
  pictures: PanoramaPictures;
  section: PageSection;
}

/** The academy in the light of its first concert; its last paragraph says that admission is free. */
function Academy({ pictures, section }: AcademyProps) {
  const texts = useTexts(festivalTexts);
  const last = section.paragraphs.length - 1;
  return (
    <section className="academy" aria-labelledby="academy">
      {pictures.wide !== '' && (
        <Picture className="academy__picture" drawing="panorama" {...pictures} loading="lazy" />
      )}
      <div className="academy__text">
        <h2 id="academy">{section.heading}</h2>
        {section.paragraphs.map((paragraph, index) => (
          <p key={paragraph} className={index === last && last > 0 ? 'academy__free' : undefined}>
            {paragraph}
          </p>
        ))}
        <LocalLink to="/concerts/all?show=free" className="text-link">
          {texts.academyConcerts}
        </LocalLink>
      </div>
    </section>
  );
}

/** The association, with its house drawn on paper. */
function Association({ section }: { section: PageSection }) {
  const texts = useTexts(festivalTexts);
  return (
    <section className="wrap association" aria-labelledby="association">
      <div className="prose">
        <h2 id="association">{section.heading}</h2>
        {section.paragraphs.map((text) => (
          <p key={text}>{text}</p>
        ))}
        <LocalLink to="/about" className="text-link">
          {texts.moreAboutUs}
        </LocalLink>
      </div>
      <Abbey className="association__picture" priority="low" />
    </section>
  );
}
