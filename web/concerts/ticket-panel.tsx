import './tickets.css';
import { useState } from 'react';
import { concertTexts } from '#messages/concerts.ts';
import { saleState } from '#contract/rules.ts';
import { useTexts, useLanguage } from '../platform/language.tsx';
import { useLoadedVisit } from '../platform/use-visit.ts';
import { useDelivery } from '../platform/site.ts';
import { Badge } from '../ui/badge.tsx';
import { PlannedSale } from './concert-list-row.tsx';
import { CartHint, TicketChoiceForm } from './ticket-choice-form.tsx';
import { countInCart, countTickets, type Quantities } from './ticket-limits.ts';
import { DOORS_MINUTES } from '#contract/constants.ts';
import { formatMoney, formatTime, minutesBefore } from '#contract/format.ts';
import type { Sections } from '../platform/page-texts.ts';
import type { Concert } from './concert-summary.ts';

interface TicketPanelProps extends PracticalNotesProps {
  /** Tickets of this concert in the cart when the page was rendered. */
  inCart: Quantities;
  /** Whether the concert's day is over. */
  isOver: boolean;
  /** Whether the page shows a choice sent without scripts again. */
  isRefused: boolean;
}

/** Tickets with their prices, or why there are none; and notes for the visit. */
export function TicketPanel(props: TicketPanelProps) {
  const { concert, sections, inCart: loaded, isOver, isRefused } = props;
  const texts = useTexts(concertTexts);
  const sale = saleState(concert);
  const { product } = concert;
  // if it sells out while somebody chooses, the form keeps the choice
  const [isChoosing] = useState(sale === 'buy' || isRefused);
  const { cart } = useLoadedVisit();
  const inCart = cart === null ? loaded : countInCart(cart, product?.id ?? 0);
  const hasForm = sale === 'buy' || (sale === 'soldout' && isChoosing);
  return (
    <div className="sheet tickets">
      <h2 className="sheet__title">{texts.tickets}</h2>
      {hasForm && product && (
        <>
          <p className="ui">{texts.freeSeating}</p>
          <TicketChoiceForm concert={concert} product={product} inCart={inCart} />
        </>
      )}
      {sale === 'soldout' && !hasForm && (
        <SoldOut inCart={countTickets(inCart)} hasRest={concert.hasBoxOfficeTickets} />
      )}
      {sale === 'free' && <Without kind="free" badge={texts.freeEntry} text={texts.freePanel} />}
      {concert.cancelledAt !== null && <Cancelled notice={concert.notice} />}
      {sale === null && concert.cancelledAt === null && (
        <p className="tickets__without">
          {concert.onSaleFrom === null ? (
            texts[isOver ? 'overText' : 'notOnSaleText']
          ) : (
            <PlannedSale from={concert.onSaleFrom} />
          )}
        </p>
      )}
      <PracticalNotes concert={concert} sections={sections} />
    </div>
  );
}

/** Why it is cancelled. */
function Cancelled({ notice }: Pick<Concert, 'notice'>) {
  const texts = useTexts(concertTexts);
  const language = useLanguage();
  return (
    <p className="tickets__without">
      <strong>{texts.cancelled}</strong> {notice?.[language]}
    </p>
  );
}

/** No ticket is available: sold, or held, perhaps by this very visitor. */
function SoldOut({ inCart, hasRest }: { inCart: number; hasRest: boolean }) {
  const texts = useTexts(concertTexts);
  const soldOut = hasRest ? texts.restAtBoxOffice : texts.soldOutPanel;
  return (
    <>
      <Without
        kind="soldout"
        badge={texts.soldOut}
        text={inCart > 0 ? texts.lastOnesAreYours : soldOut}
      />
      <CartHint count={inCart} />
    </>
  );
}

function Without({ kind, badge, text }: { kind: 'soldout' | 'free'; badge: string; text: string }) {
  return (
    <div className="tickets__without">
      <Badge kind={kind}>{badge}</Badge>
      <p>{text}</p>
    </div>
  );
}

interface PracticalNotesProps {
  concert: Concert;
  sections: Sections<'box-office' | 'selling-points'>;
}

/** Venue and admission; box office, delivery methods and other selling points only where they sell; calendar. */
export function PracticalNotes({ concert, sections }: PracticalNotesProps) {
  const texts = useTexts(concertTexts);
  const language = useLanguage();
  const doors = formatTime(minutesBefore(concert.date, DOORS_MINUTES), language);
  const sale = saleState(concert);
  const { postageCents, countries } = useDelivery();
  const price = formatMoney(postageCents, language);
  return (
    <>
      <dl className="notes">
        <dt>{texts.admission}</dt>
        <dd>{texts.admissionText({ doors, venue: concert.location.venue })}</dd>
        {(sale === 'buy' || (sale === 'soldout' && concert.hasBoxOfficeTickets)) && (
          <>
            <dt>{texts.boxOffice}</dt>
            <dd>{sections['box-office']?.paragraphs.join(' ')}</dd>
          </>
        )}
        {sale === 'buy' && (
          <>
            <dt>{texts.delivery}</dt>
            <dd>{texts.deliveryText({ price, countries })}</dd>
          </>
        )}
        {sale === 'buy' && sections['selling-points'] && (
          <>
            <dt>{texts.sellingPoints}</dt>
            <dd>
              {sections['selling-points'].paragraphs.map((point) => (
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
