import { concertTexts } from '#messages/concerts.ts';
import { useTexts, LocalLink } from '../platform/language.tsx';
import { MissingSummit } from '../ui/illustrations.tsx';
import { ConcertListRow } from './concert-list-row.tsx';
import { groupByDay, type ConcertSummary } from './concert-summary.ts';

/** The list, grouped by day. */
export function ConcertDays({ concerts }: { concerts: ConcertSummary[] }) {
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
