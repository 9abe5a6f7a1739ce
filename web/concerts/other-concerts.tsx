import './other-concerts.css';
import { formatDayAndTime } from '#contract/format.ts';
import { concertTexts } from '#messages/concerts.ts';
import { useLanguage, useTexts, LocalLink } from '../platform/language.tsx';
import type { NearbyConcert } from './load-concert-page.server.ts';
import { ConcertPlate } from './concert-plate.tsx';

/** The concerts nearest in time. */
export function OtherConcerts({ concerts }: { concerts: NearbyConcert[] }) {
  const texts = useTexts(concertTexts);
  const language = useLanguage();
  if (concerts.length === 0) return null;
  return (
    <section className="wrap others no-print" aria-labelledby="others">
      <h2 id="others">{texts.otherConcerts}</h2>
      <ul className="others__list">
        {concerts.map((concert) => (
          <li key={concert.id} className="others__item">
            <ConcertPlate concertId={concert.id} src={concert.cover} />
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
