import { concertTexts } from '#messages/concerts.ts';
import { saleState } from '#contract/rules.ts';
import { useTexts } from '../platform/language.ts';
import { Badge } from '../ui/badge.tsx';
import { CartHint, useInCart } from './cart-hint.tsx';
import { PracticalNotes, type PracticalNotesProps } from './practical-notes.tsx';
import { TicketChoiceForm } from './ticket-choice-form.tsx';
import './tickets.css';

/** Tickets with their prices, or why there are none; and what to know before coming. */
export function TicketPanel({ concert, sections }: PracticalNotesProps) {
  const texts = useTexts(concertTexts);
  const sale = saleState(concert);
  const { product } = concert;
  return (
    <div className="sheet tickets">
      <h2 className="sheet__title">{texts.tickets}</h2>
      {sale === 'buy' && product && (
        <>
          <p className="ui">{texts.freeSeating}</p>
          <TicketChoiceForm concert={concert} product={product} />
        </>
      )}
      {sale === 'soldout' && <SoldOut productId={product?.id ?? 0} />}
      {sale === 'free' && <Without kind="free" badge={texts.freeEntry} text={texts.freePanel} />}
      {sale === null && <p className="tickets__without">{texts.notOnSaleText}</p>}
      <PracticalNotes concert={concert} sections={sections} />
    </div>
  );
}

/** Nothing is free: sold, or held, perhaps by this very visitor. */
function SoldOut({ productId }: { productId: number }) {
  const texts = useTexts(concertTexts);
  const mine = useInCart(productId) > 0;
  return (
    <>
      <Without
        kind="soldout"
        badge={texts.soldOut}
        text={mine ? texts.lastOnesAreYours : texts.soldOutPanel}
      />
      <CartHint productId={productId} />
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
