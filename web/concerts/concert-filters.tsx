import { berlinParts } from '#contract/berlin-time.ts';
import { formatDay, formatWeekday } from '#contract/format.ts';
import { concertTexts } from '#messages/concerts.ts';
import { useLanguage, useTexts, LocalLink } from '../platform/language.tsx';
import { groupByDay, type ConcertSummary } from './concert-summary.ts';

interface ConcertFiltersProps {
  concerts: ConcertSummary[];
  shown: ConcertSummary[];
  filter: ConcertFilter;
}

/** Links that filter the list, with their state in the address, and the strip of days. */
export function ConcertFilters({ concerts, shown, filter }: ConcertFiltersProps) {
  const texts = useTexts(concertTexts);
  const shows = [
    ['all', texts.showAll],
    ['available', texts.showAvailable],
    ['free', texts.showFree],
  ] as const;
  const venues = [{ slug: null, name: texts.everywhere }, ...venuesOf(concerts)];
  const chosen = [
    shows.find(([show]) => show === filter.show)?.[1],
    venues.find(({ slug }) => slug === filter.venue)?.name,
  ];
  return (
    <>
      <nav className="filters no-print" aria-label={texts.filters}>
        <ul className="filters__list">
          {shows.map(([show, label]) => (
            <FilterLink
              key={show}
              filter={{ ...filter, show }}
              label={label}
              active={filter.show === show}
            />
          ))}
        </ul>
        <ul className="filters__list">
          {venues.map(({ slug, name }) => (
            <FilterLink
              key={slug}
              filter={{ ...filter, venue: slug }}
              label={name}
              active={filter.venue === slug}
            />
          ))}
        </ul>
      </nav>
      {shown.length > 0 && <DayStrip concerts={shown} />}
      <output className="filters__count">
        {texts.shown({ count: shown.length, all: concerts.length })}
      </output>
      {/* so that each choice is announced, even with an equal count */}
      <output className="visually-hidden">{chosen.filter(Boolean).join(', ')}</output>
    </>
  );
}

function FilterLink(props: { filter: ConcertFilter; label: string; active: boolean }) {
  return (
    <li>
      <LocalLink
        to={filterPath(props.filter)}
        className="filters__link"
        aria-current={props.active ? 'true' : undefined}
        prefetch="none"
        replace
        preventScrollReset
      >
        {props.label}
      </LocalLink>
    </li>
  );
}

/** Every day with one of these concerts, as a link to it. */
function DayStrip({ concerts }: { concerts: ConcertSummary[] }) {
  const texts = useTexts(concertTexts);
  const language = useLanguage();
  return (
    <nav className="day-strip no-print" aria-label={texts.days}>
      <ol>
        {groupByDay(concerts).map(({ day }) => (
          <li key={day}>
            <a href={`#day-${day}`}>
              <span className="visually-hidden">{formatDay(day, language)}</span>
              <span aria-hidden="true">{formatWeekday(day, language, 'short')}</span>
              <span className="day-strip__number" aria-hidden="true">
                {berlinParts(day).day}
              </span>
            </a>
          </li>
        ))}
      </ol>
    </nav>
  );
}

interface ConcertFilter {
  show: 'all' | 'available' | 'free';
  /** A venue's slug. */
  venue: string | null;
}

/** The filter in the address: `?show=available|free&venue=barn`. Anything else shows all. */
export function readFilter(search: URLSearchParams): ConcertFilter {
  const show = search.get('show');
  return {
    show: show === 'available' || show === 'free' ? show : 'all',
    venue: search.get('venue'),
  };
}

/** The address of a filter, shortest form. */
export function filterPath(filter: ConcertFilter): string {
  const search = new URLSearchParams();
  if (filter.show !== 'all') search.set('show', filter.show);
  if (filter.venue !== null) search.set('venue', filter.venue);
  return search.size > 0 ? `/concerts/all?${search}` : '/concerts/all';
}

/** Concerts the filter leaves. */
export function filterConcerts(
  concerts: ConcertSummary[],
  filter: ConcertFilter,
): ConcertSummary[] {
  return concerts.filter((concert) => {
    if (filter.venue !== null && concert.venueSlug !== filter.venue) return false;
    if (filter.show === 'available') return concert.sale === 'buy';
    if (filter.show === 'free') return concert.sale === 'free';
    return true;
  });
}

/** The venues of the programme in order of first use. */
export function venuesOf(concerts: ConcertSummary[]): { slug: string; name: string }[] {
  const names = new Map(concerts.map((concert) => [concert.venueSlug, concert.venue]));
  return [...names].map(([slug, name]) => ({ slug, name }));
}
