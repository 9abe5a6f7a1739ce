import { festivalTexts } from '#messages/festival.ts';
import { ConcertListRow } from '../concerts/concert-list-row.tsx';
import { dayOf, type ConcertSummary } from '../concerts/concert-summary.ts';
import { useTexts, LocalLink } from '../platform/language.tsx';
import { StaveRule } from '../ui/illustrations.tsx';

/** The next four rows of the programme. */
export function NextConcerts({ concerts, count }: { concerts: ConcertSummary[]; count: number }) {
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
