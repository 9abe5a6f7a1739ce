import { berlinParts } from '#contract/berlin-time.ts';
import { DOORS_MINUTES } from '#contract/constants.ts';
import { formatDay, formatTime, minutesBefore } from '#contract/format.ts';
import { saleState } from '#contract/rules.ts';
import { concertTexts } from '#messages/concerts.ts';
import { useLanguage, useTexts, LocalLink } from '../platform/language.tsx';
import { ButtonAnchor } from '../ui/button.tsx';
import type { Concert } from './concert-summary.ts';
import { Panorama } from './panorama.tsx';
import { useTicketsFrom } from './use-tickets-from.ts';

/** Title, day, and the evening as a panorama. */
export function ConcertHero({ concert }: { concert: Concert }) {
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
      <Panorama concert={concert} />
      <p className="concert-hero__copyright wrap">{concert.cover_image.copyright}</p>
    </header>
  );
}

/** Long titles are set smaller, so that the panorama stays in the first view. */
function titleClass(title: string): string {
  const size = title.length > 28 ? ' concert-hero__title--long' : ' concert-hero__title--middle';
  return `concert-hero__title${title.length > 15 ? size : ''}`;
}
