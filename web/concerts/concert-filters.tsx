import { berlinParts } from '#contract/berlin-time.ts';
import { formatDay, formatWeekday } from '#contract/format.ts';
import { concertTexts } from '#messages/concerts.ts';
import { useLanguage, useTexts, LocalLink } from '../platform/language.tsx';
import { groupByDay, type ConcertSummary } from './concert-summary.ts';
import { filterPath, venuesOf, type ConcertFilter } from './filter-concerts.ts';

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
