import { formatDateRange } from '#contract/format.ts';
import { festivalTexts } from '#messages/festival.ts';
import { useLanguage, useTexts } from '../platform/language.tsx';
import { useSite } from '../platform/site.ts';
import { useRetries } from '../platform/use-polling.ts';
import { ButtonAnchor, ButtonLink } from '../ui/button.tsx';
import { Photo } from '../ui/photo.tsx';
import { Spinner } from '../ui/spinner.tsx';
import type { loadHomePage, SeasonConcert } from './load-home-page.server.ts';
import { wordmarkClass, Season } from './season.tsx';

interface HomeHeroProps {
  /** First and last day, YYYY-MM-DD; null while they are missing. */
  dates: { from: string | null; to: string | null } | null;
  /** Instead of the drawn season. */
  picture: Awaited<ReturnType<typeof loadHomePage>>['picture'] | undefined;
  concerts: SeasonConcert[];
  caption: string;
}

/** Wordmark, tagline, dates, two links, and the season as the calendar. */
export function HomeHero({ dates, picture, concerts, caption }: HomeHeroProps) {
  const site = useSite();
  const texts = useTexts(festivalTexts);
  const range = formatDateRange(dates?.from, dates?.to, useLanguage());
  useRetries(range === '', pauseBefore);
  return (
    <section className="hero">
      <div className="wrap">
        <h1 className={`wordmark ${wordmarkClass(site.shortNameWidth)}`}>
          <span className="visually-hidden">{site.name}</span>
          <span aria-hidden="true">{site.shortName}</span>
        </h1>
        <div className="hero__row">
          <p className="hero__tagline">{site.tagline}</p>
          <p className="hero__claim">{site.claim}</p>
          <p className="hero__dates">{range === '' ? <NoDates year={site.year} /> : range}</p>
          <p className="hero__ways">
            <ButtonLink to="/concerts/all" icon="right">
              {texts.allConcerts}
            </ButtonLink>
            {site.links.masterclasses !== '' && (
              <ButtonAnchor href={site.links.masterclasses} kind="line" icon="out" rel="noopener">
                {texts.masterclasses}
              </ButtonAnchor>
            )}
          </p>
        </div>
      </div>
      {site.season.wide !== '' && !picture?.photo ? (
        <Season concerts={concerts} caption={caption} />
      ) : (
        <div className="season">
          {picture?.photo && (
            <Photo photo={picture.photo} className="hero__photo" sizes="100vw" isFirst />
          )}
          <p className="hero__credit wrap">
            <span>{caption}</span> <span>{picture?.credit}</span>
          </p>
        </div>
      )}
    </section>
  );
}

/** In ms: 1, 2, 4 … seconds, then a minute. */
const pauseBefore = (attempt: number) => Math.min(60_000, 1000 * 2 ** attempt);

/** The range names the year; without one it stands alone (product.md 2). */
function NoDates({ year }: { year: number }) {
  return (
    <>
      <Spinner /> {year > 0 && year}
    </>
  );
}
