import { DOORS_MINUTES, POSTAL_DELIVERY_CENTS } from '#contract/constants.ts';
import { formatMoney, formatTime, minutesBefore } from '#contract/format.ts';
import { saleState } from '#contract/rules.ts';
import { concertTexts } from '#messages/concerts.ts';
import type { Sections } from '../platform/page-texts.ts';
import { useLanguage, useTexts } from '../platform/language.tsx';
import type { Concert } from './concert-summary.ts';

export interface PracticalNotesProps {
  concert: Concert;
  sections: Sections<'box-office' | 'selling-points'>;
}

/** Venue and admission; box office, delivery methods and other selling points only where they sell; calendar. */
export function PracticalNotes({ concert, sections }: PracticalNotesProps) {
  const texts = useTexts(concertTexts);
  const language = useLanguage();
  const doors = formatTime(minutesBefore(concert.date, DOORS_MINUTES), language);
  const sale = saleState(concert);
  const price = formatMoney(POSTAL_DELIVERY_CENTS / 100, language);
  return (
    <>
      <dl className="notes">
        <dt>{texts.admission}</dt>
        <dd>{texts.admissionText({ doors, venue: concert.location.venue })}</dd>
        {(sale === 'buy' || (sale === 'soldout' && concert.tickets_at_box_office)) && (
          <>
            <dt>{texts.boxOffice}</dt>
            <dd>{sections['box-office']?.paragraphs.join(' ')}</dd>
          </>
        )}
        {sale === 'buy' && (
          <>
            <dt>{texts.delivery}</dt>
            <dd>{texts.deliveryText({ price })}</dd>
            <dt>{texts.sellingPoints}</dt>
            <dd>
              {sections['selling-points']?.paragraphs.map((point) => (
                <p key={point}>{point}</p>
              ))}
            </dd>
          </>
        )}
      </dl>
      <p className="no-print">
        <a
          className="text-link text-link--quiet"
          href={`/concert/${concert.id}/calendar.ics?lang=${language}`}
        >
          {texts.addToCalendar}
        </a>
      </p>
    </>
  );
}
