import './concert-list-row.css';
import { berlinParts } from '#contract/berlin-time.ts';
import {
  formatDate,
  formatDayAndTime,
  formatMonth,
  formatPrice,
  formatTime,
  formatWeekday,
} from '#contract/format.ts';
import { concertTexts } from '#messages/concerts.ts';
import { useLanguage, useTexts, LocalLink } from '../platform/language.tsx';
import { Badge } from '../ui/badge.tsx';
import type { ConcertSummary } from './concert-summary.ts';
import { ConcertPlate } from './concert-plate.tsx';
import { NoBreakTitle } from './no-break-title.tsx';

interface ConcertListRowProps {
  concert: ConcertSummary;
  headingLevel: 'h2' | 'h3';
  /** The second concert of a day shows the day only in small type. */
  repeatsDay?: boolean;
}

/** A line of the programme: day, title, works, plate; links to the concert, and by the badge to its tickets. */
export function ConcertListRow({
  concert,
  headingLevel: Heading,
  repeatsDay,
}: ConcertListRowProps) {
  const texts = useTexts(concertTexts);
  return (
    <article className={repeatsDay ? 'row row--same-day' : 'row'}>
      <RowDate date={concert.date} small={repeatsDay === true} />
      <div className="row__body">
        <Heading className="row__title">
          <LocalLink to={`/concerts/${concert.id}`} className="row__link" viewTransition>
            {concert.title}
          </LocalLink>
        </Heading>
        <p className="row__kind">
          {[concert.subtitle, concert.venue].filter((part) => part !== '').join(' · ')}
        </p>
        <ul className="row__works">
          {concert.pieces.map((piece) => (
            <li key={`${piece.composer} ${piece.title}`}>
              <strong>{piece.composer}</strong> <NoBreakTitle title={piece.title} />
            </li>
          ))}
        </ul>
        {concert.cancelled !== null && (
          <p className="row__note">
            <strong>{texts.cancelled}</strong> {concert.cancelled}
          </p>
        )}
        {concert.notes.map((note) => (
          <p key={note} className="row__note">
            {note}
          </p>
        ))}
      </div>
      {concert.cover !== '' && (
        <figure className="row__plate">
          <ConcertPlate concertId={concert.id} src={concert.cover} photo={concert.photo} />
          <figcaption className="row__copyright">{concert.copyright}</figcaption>
        </figure>
      )}
      <p className="row__badge">
        <SaleBadge concert={concert} />
      </p>
    </article>
  );
}

/** Shows the date in pieces; screen readers read it as one. */
function RowDate({ date, small }: { date: string; small: boolean }) {
  const language = useLanguage();
  return (
    <p className="row__date">
      <time className="visually-hidden" dateTime={date}>
        {formatDayAndTime(date, language)}
      </time>
      <span className="row__day" aria-hidden="true">
        {berlinParts(date).day}
      </span>
      <span className="row__when" aria-hidden="true">
        <strong>{formatWeekday(date, language)}</strong>
        <span>{small ? formatDate(date, language, false) : formatMonth(date, language)}</span>
        <span>{formatTime(date, language)}</span>
      </span>
    </p>
  );
}

/** "On sale from 1 May, 10.00 am" */
export function PlannedSale({ from }: { from: string }) {
  const texts = useTexts(concertTexts);
  const language = useLanguage();
  return texts.onSaleFrom({ date: formatDate(from, language), time: formatTime(from, language) });
}

/** The one badge of a concert: buy tickets, sold out or free entry; or none (product.md 4). */
function SaleBadge({ concert }: { concert: ConcertSummary }) {
  const texts = useTexts(concertTexts);
  const language = useLanguage();
  if (concert.sale === null) {
    return concert.onSaleFrom === null ? null : <PlannedSale from={concert.onSaleFrom} />;
  }
  if (concert.sale === 'soldout') return <Badge kind="soldout">{texts.soldOut}</Badge>;
  if (concert.sale === 'free') return <Badge kind="free">{texts.freeEntry}</Badge>;
  return (
    <LocalLink to={`/concerts/${concert.id}#tickets`} className="badge badge--buy" viewTransition>
      {concert.fromCents === null
        ? texts.buyTickets
        : texts.buyTicketsFrom({ price: formatPrice(concert.fromCents, language) })}
    </LocalLink>
  );
}
