import { useSearchParams, type ShouldRevalidateFunctionArgs } from 'react-router';
import { formatDateRange } from '#contract/format.ts';
import { concertTexts } from '#messages/concerts.ts';
import { RetryLink } from '../layout/error-page.tsx';
import { loadPageTexts, sectionsOf, type PageSection } from '../platform/page-texts.ts';
import { useLanguage, useTexts, LocalLink } from '../platform/language.tsx';
import { PageHead } from '../platform/page-head.tsx';
import { shopContext } from '../platform/visit.ts';
import { useOrigin, useSite } from '../platform/site.ts';
import { FogPicture, MissingSummit } from '../ui/illustrations.tsx';
import type { Route } from './+types/concerts-list-page';
import { summaryOf, groupByDay, type ConcertSummary } from './concert-summary.ts';
import { ConcertFilters, filterConcerts, readFilter, venuesOf } from './concert-filters.tsx';
import { listData } from './structured-data.ts';
import { ConcertListRow } from './concert-list-row.tsx';
import { Icon } from '../ui/icon.tsx';
import './concerts-list.css';

/** The programme; without it the page reports that and offers a retry (product.md 8). */
export async function loader({ context }: Route.LoaderArgs) {
  const visit = context.get(shopContext);
  const [{ output }, page] = await Promise.all([
    visit.tryRead('concert:list', undefined),
    loadPageTexts(visit, 'concerts'),
  ]);
  const concerts = output?.map((concert) => summaryOf(concert, visit.language)) ?? null;
  const banner = sectionsOf(page, ['intro', 'ticket-info', 'programme-change']);
  return {
    concerts,
    head: page && { title: page.title, lead: page.lead },
    banner: Object.values(banner).filter((section) => section !== null),
  };
}

/** A filter only selects from the loaded data; another page and a retry load again. */
export function shouldRevalidate(args: ShouldRevalidateFunctionArgs) {
  const isSamePage = args.currentUrl.pathname === args.nextUrl.pathname;
  const hasOtherFilter = args.currentUrl.search !== args.nextUrl.search;
  return isSamePage && hasOtherFilter ? false : args.defaultShouldRevalidate;
}

export default function ConcertsListPage({ loaderData }: Route.ComponentProps) {
  return <ConcertsList {...loaderData} />;
}

/** A navigation without a network ends like a list that does not load. */
export function ErrorBoundary() {
  return <ConcertsList concerts={null} head={null} banner={[]} />;
}

function ConcertsList({ concerts, head, banner }: Awaited<ReturnType<typeof loader>>) {
  const [search] = useSearchParams();
  const texts = useTexts(concertTexts);
  const site = useSite();
  const origin = useOrigin();
  const language = useLanguage();
  const requested = readFilter(search);
  // the server caches only pages of venues that exist
  const hasVenue = venuesOf(concerts ?? []).some(({ slug }) => slug === requested.venue);
  const filter = hasVenue ? requested : { ...requested, venue: null };
  const range = formatDateRange(site.startDate, site.endDate, language);
  const shown = filterConcerts(concerts ?? [], filter);
  return (
    <div className="wrap page list-page">
      <PageHead
        title={texts.concerts}
        image={site.season.share}
        description={
          concerts?.length === 0
            ? texts.noConcerts
            : texts.listDescription({ count: concerts?.length ?? 0, range })
        }
        structuredData={import.meta.env.SSR && concerts ? listData(concerts, origin, language) : ''}
      />
      <header className="list-page__head">
        <h1 className="page-title">{head?.title ?? texts.concerts}</h1>
        {head && <p className="lead">{head.lead}</p>}
      </header>
      <InfoBanner sections={banner} hasFiles={concerts?.length !== 0} />
      {concerts === null ? (
        <ListUnavailable />
      ) : concerts.length === 0 ? (
        <div className="empty">
          <MissingSummit />
          <p className="lead">{texts.noConcerts}</p>
        </div>
      ) : (
        <>
          <ConcertFilters concerts={concerts} shown={shown} filter={filter} />
          <ConcertDays concerts={shown} />
        </>
      )}
    </div>
  );
}

/** A picture of fog, the specified text and a retry. */
function ListUnavailable() {
  const texts = useTexts(concertTexts);
  return (
    <div className="empty">
      <FogPicture />
      <output className="lead">{texts.unavailable}</output>
      <RetryLink />
    </div>
  );
}

/** The list, grouped by day. */
function ConcertDays({ concerts }: { concerts: ConcertSummary[] }) {
  const texts = useTexts(concertTexts);
  if (concerts.length === 0) {
    return (
      <div className="empty">
        <MissingSummit />
        <p className="lead">{texts.noneShown}</p>
        <LocalLink to="/concerts/all" className="text-link" replace preventScrollReset>
          {texts.allConcerts}
        </LocalLink>
      </div>
    );
  }
  return (
    <ol className="rows">
      {groupByDay(concerts).map(({ day, concerts: list }) => (
        <li key={day} id={`day-${day}`} tabIndex={-1} className="rows__day">
          <ol>
            {list.map((concert, index) => (
              <li key={concert.id}>
                <ConcertListRow concert={concert} headingLevel="h2" repeatsDay={index > 0} />
              </li>
            ))}
          </ol>
        </li>
      ))}
    </ol>
  );
}

/** Intro, ticket information, note on changes, and the files of a programme: the brochure and the calendar. */
function InfoBanner({ sections, hasFiles }: { sections: PageSection[]; hasFiles: boolean }) {
  const texts = useTexts(concertTexts);
  const site = useSite();
  const language = useLanguage();
  return (
    <aside className="info-banner">
      {sections.map((section) => (
        <div key={section.name}>
          <h2 className="info-banner__title">{section.heading}</h2>
          {section.paragraphs.map((paragraph) => (
            <p key={paragraph}>{paragraph}</p>
          ))}
        </div>
      ))}
      {hasFiles && (
        <ul className="info-banner__files no-print">
          <li>
            <a href={site.brochureUrl}>
              <Icon name="down" /> {texts.brochure}
            </a>
          </li>
          <li>
            <a href={`/concert/calendar.ics?lang=${language}`}>
              <Icon name="calendar" /> {texts.festivalCalendar}
            </a>
          </li>
        </ul>
      )}
    </aside>
  );
}
