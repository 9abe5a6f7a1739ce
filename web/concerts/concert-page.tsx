import {
  data,
  isRouteErrorResponse,
  useLocation,
  useRouteError,
  type ShouldRevalidateFunction,
} from 'react-router';
import {
  formatDate,
  formatDay,
  formatTime,
  minutesBefore,
  formatDayAndTime,
} from '#contract/format.ts';
import { isPreviewPath } from '#contract/paths.ts';
import { concertTexts } from '#messages/concerts.ts';
import displayItalic from '../fonts/display-italic.woff2?url';
import textItalic from '../fonts/text-italic.woff2?url';
import type { HeaderHandle } from '../layout/site-header.tsx';
import { NotFound, RetryLink } from '../layout/error-page.tsx';
import { officeContext } from '../office/platform/office-context.ts';
import { useLanguage, useTexts, LocalLink } from '../platform/language.tsx';
import { PageHead } from '../platform/page-head.tsx';
import { shopContext } from '../platform/visit.ts';
import { useOrigin, useSite } from '../platform/site.ts';
import { PreloadFonts } from '../platform/document.tsx';
import { Spinner } from '../ui/spinner.tsx';
import type { Route } from './+types/concert-page';
import {
  addTickets,
  loadConcertPage,
  loadConcertPreview,
  type NearbyConcert,
} from './concert-page.server.ts';
import { ConcertProgramme, HowToRead } from './concert-programme.tsx';
import { breadcrumbData, concertData } from './structured-data.ts';
import { TicketPanel } from './ticket-panel.tsx';
import { VenueSection } from './venue-section.tsx';
import { berlinParts } from '#contract/berlin-time.ts';
import { DOORS_MINUTES } from '#contract/constants.ts';
import { saleState } from '#contract/rules.ts';
import { ButtonAnchor } from '../ui/button.tsx';
import type { Concert } from './concert-summary.ts';
import { Panorama } from './panorama.tsx';
import { Photo } from '../ui/photo.tsx';
import { useTicketsFrom } from './ticket-choice-form.tsx';
import { ConcertPlate } from './concert-plate.tsx';
import './concert.css';

export const loader = ({ context, params, url }: Route.LoaderArgs) => {
  const [visit, id] = [context.get(shopContext), params.concertId ?? ''];
  return isPreviewPath(url.pathname)
    ? loadConcertPreview(visit, context.get(officeContext), id)
    : loadConcertPage(visit, id);
};

/** The form with the tickets. */
export const action = ({ request, context, params, url }: Route.ActionArgs) => {
  if (isPreviewPath(url.pathname)) throw data(null, { status: 405 });
  return addTickets(context.get(shopContext), request, params.concertId ?? '', url.pathname);
};

export { clientAction } from '../forms/client-action.ts';

/** After 409 the page loads again: fewer tickets are available. */
export const shouldRevalidate: ShouldRevalidateFunction = (args) =>
  args.actionStatus === 409 || args.defaultShouldRevalidate;

export const handle: HeaderHandle<Awaited<ReturnType<typeof loader>>> = {
  header(loaded) {
    if (!loaded?.concert) return [];
    return loaded.concert.panorama.light === 'mondnacht' ? ['on-sky', 'moonlit'] : ['on-sky'];
  },
};

/** Without a network, a navigation to the concert ends like one that does not load. */
export function ErrorBoundary() {
  const error = useRouteError();
  const isMissing = isRouteErrorResponse(error) && error.status === 404;
  return isMissing ? <NotFound /> : <ConcertUnavailable />;
}

export default function ConcertPage({ loaderData, actionData }: Route.ComponentProps) {
  const { concert, others, venues, sections, inCart, isOver } = loaderData;
  const isRefused = Boolean(actionData?.problem);
  const texts = useTexts(concertTexts);
  const site = useSite();
  const origin = useOrigin();
  const language = useLanguage();
  const { pathname } = useLocation();
  // the browser never renders one
  const isPreview = import.meta.env.SSR && isPreviewPath(pathname);
  if (concert === null) return <ConcertUnavailable />;
  const panel = (
    <TicketPanel
      key={concert.id}
      concert={concert}
      sections={sections}
      inCart={inCart}
      isOver={isOver}
      isRefused={isRefused}
    />
  );
  return (
    <article data-light={concert.panorama.light} className="concert">
      <PageHead
        title={concert.title}
        sharedTitle={`${concert.title} – ${formatDate(concert.date, language)}`}
        description={concert.introduction || concert.subtitle}
        image={concert.shareImage}
        failed={isRefused}
        structuredData={import.meta.env.SSR ? concertData(concert, site, origin, language) : ''}
        breadcrumbs={import.meta.env.SSR ? breadcrumbData(concert, origin, language) : ''}
      />
      <PreloadFonts fonts={[displayItalic]} />
      <PreloadFonts fonts={[textItalic]} notOnPhones />
      <a className="visually-hidden skip-link" href="#tickets">
        {texts.skipToTickets}
      </a>
      <ConcertHero concert={concert} />
      <div className="wrap concert__columns">
        <div className="concert__programme">
          <ConcertProgramme concert={concert} change={sections['programme-change']} />
          {hasPanorama(concert) && <HowToRead />}
        </div>
        <aside className="concert__tickets" id="tickets" tabIndex={-1} aria-label={texts.tickets}>
          {isPreview ? <fieldset disabled>{panel}</fieldset> : panel}
        </aside>
      </div>
      <VenueSection location={concert.location} venues={venues} />
      <OtherConcerts concerts={others} />
      {isPreview && (
        <p className="preview-banner" role="note">
          {texts.preview} <a href={`/office/concerts/${concert.id}`}>{texts.toOffice}</a>
        </p>
      )}
    </article>
  );
}

/** A concert that does not load: the spinner and a retry (product.md 8). */
function ConcertUnavailable() {
  const texts = useTexts(concertTexts);
  return (
    <div className="wrap page">
      <PageHead title={texts.loadingConcert} noindex />
      <div className="empty">
        <h1 className="page-title">{texts.loadingConcert}</h1>
        <Spinner />
        <RetryLink />
      </div>
    </div>
  );
}

/** That it was moved, or cancelled. */
function Change({ concert: { postponedFrom, cancelledAt } }: { concert: Concert }) {
  const texts = useTexts(concertTexts);
  const language = useLanguage();
  return (
    <>
      {postponedFrom !== null && (
        <>
          <br />
          {texts.movedFrom({ old: formatDayAndTime(postponedFrom, language) })}
        </>
      )}
      {cancelledAt !== null && (
        <>
          <br />
          <strong>{texts.cancelled}</strong>
        </>
      )}
    </>
  );
}

/** A festival without drawings has none, nor has a concert with a photograph. */
const hasPanorama = ({ photo, panorama }: Concert) => photo === undefined && panorama.wide !== '';

/** Title, day, and the evening as a panorama. */
function ConcertHero({ concert }: { concert: Concert }) {
  const texts = useTexts(concertTexts);
  const language = useLanguage();
  const ticketsFrom = useTicketsFrom(concert);
  const { date, location } = concert;
  const time = formatTime(date, language);
  const doors = formatTime(minutesBefore(date, DOORS_MINUTES), language);
  const place = [location.venue, location.city].join(', ');
  return (
    <header className="concert-hero">
      <div className="wrap">
        <LocalLink to="/concerts/all" className="text-link text-link--quiet no-print">
          <span aria-hidden="true">← </span>
          {texts.allConcerts}
        </LocalLink>
        <div className="concert-hero__head">
          <h1 className={titleClass(concert.title)}>{concert.title}</h1>
          <div className="concert-hero__date">
            <span className="concert-hero__day" aria-hidden="true">
              {berlinParts(date).day}
            </span>
            <div>
              <p>
                <time dateTime={date}>
                  <strong>{formatDay(date, language)}</strong>
                </time>
                <br />
                {texts.doors({ time, doors })}
                <br />
                {place}
                <Change concert={concert} />
              </p>
              {/* on phones the bar at the lower edge has it */}
              {saleState(concert) === 'buy' && (
                <ButtonAnchor href="#tickets" small>
                  {ticketsFrom}
                </ButtonAnchor>
              )}
            </div>
          </div>
        </div>
        {concert.subtitle && <p className="concert-hero__subtitle">{concert.subtitle}</p>}
      </div>
      {concert.photo && (
        <Photo photo={concert.photo} className="concert-hero__photo" sizes="100vw" isFirst />
      )}
      {hasPanorama(concert) && <Panorama concert={concert} />}
      <p className="concert-hero__copyright wrap">{concert.copyright}</p>
    </header>
  );
}

/** Long titles are set smaller, so that the panorama stays in the first view. */
function titleClass(title: string): string {
  const size = title.length > 28 ? ' concert-hero__title--long' : ' concert-hero__title--middle';
  return `concert-hero__title${title.length > 15 ? size : ''}`;
}

/** The concerts nearest in time. */
function OtherConcerts({ concerts }: { concerts: NearbyConcert[] }) {
  const texts = useTexts(concertTexts);
  const language = useLanguage();
  if (concerts.length === 0) return null;
  return (
    <section className="wrap others no-print" aria-labelledby="others">
      <h2 id="others">{texts.otherConcerts}</h2>
      <ul className="others__list">
        {concerts.map((concert) => (
          <li key={concert.id} className="others__item">
            <ConcertPlate concertId={concert.id} src={concert.cover} photo={concert.photo} />
            <p className="small">{formatDayAndTime(concert.date, language, false)}</p>
            <h3 className="others__title">
              <LocalLink to={`/concerts/${concert.id}`} className="row__link" viewTransition>
                {concert.title}
              </LocalLink>
            </h3>
          </li>
        ))}
      </ul>
    </section>
  );
}
