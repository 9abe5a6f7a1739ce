import type { ReactNode } from 'react';
import { formatDayAndTime, formatMoney } from '#contract/format.ts';
import { cartTexts } from '#messages/cart.ts';
import { useLanguage, useTexts } from '../platform/language.tsx';
import { useDelivery, useSite } from '../platform/site.ts';
import {
  orderCents,
  quantityOf,
  ticketsCents,
  type CartEntry,
  type DraftQuantities,
} from './cart-draft.ts';
import type { Cart } from '../platform/visit.ts';

interface OrderSummaryProps {
  cart: Pick<Cart, 'items' | 'deliveryCents' | 'deliveryMethod'>;
  /** Quantities set on the page and not sent yet. */
  quantities?: DraftQuantities;
  /** Shown instead of the price while no delivery method is chosen. */
  deliveryOpen?: string;
  /** The entries with pictures; the cart page shows them itself. */
  entries?: boolean;
  children?: ReactNode;
}

/** The order on a white sheet: entries, tickets, delivery, total, price note (PAngV). */
export function OrderSummary({ children, ...body }: OrderSummaryProps) {
  const texts = useTexts(cartTexts);
  return (
    <section className="sheet summary" aria-labelledby="order-summary">
      <h2 className="sheet__title" id="order-summary">
        {texts.order}
      </h2>
      <SummaryBody {...body} />
      {children}
    </section>
  );
}

/** The sheet's content without its heading, for the phone's bar. */
export function SummaryBody(props: Omit<OrderSummaryProps, 'children'>) {
  const texts = useTexts(cartTexts);
  const { cart, quantities = {}, deliveryOpen = texts.deliveryOpen, entries = true } = props;
  const language = useLanguage();
  const { deliveryCents: delivery } = cart;
  return (
    <>
      {entries && (
        <ul className="summary__entries">
          {cart.items.map((entry) => (
            <SummaryEntry key={entry.productId} entry={entry} quantities={quantities} />
          ))}
        </ul>
      )}
      <dl className="summary__sums figures">
        <dt>{texts.tickets}</dt>
        <dd>{formatMoney(ticketsCents(cart, quantities), language)}</dd>
        <dt>{cart.deliveryMethod ? texts[cart.deliveryMethod] : texts.delivery}</dt>
        <dd>{delivery === null ? deliveryOpen : formatMoney(delivery, language)}</dd>
        <dt className="summary__total">{texts.total}</dt>
        <dd className="summary__total">{formatMoney(orderCents(cart, quantities), language)}</dd>
      </dl>
      <PriceNote deliveryChosen={cart.deliveryMethod !== null} />
    </>
  );
}

function SummaryEntry({ entry, quantities }: { entry: CartEntry; quantities: DraftQuantities }) {
  const language = useLanguage();
  return (
    <li className="summary__entry">
      {entry.thumbnail && <img src={entry.thumbnail} alt="" width="96" height="72" />}
      <div>
        <p className="summary__name">{entry.title[language]}</p>
        <p className="summary__when">{formatDayAndTime(entry.startsAt, language, false)}</p>
        <ul className="figures">
          {entry.items.map((line) => (
            <li key={line.id} className="summary__line">
              <span>
                {quantityOf(line, quantities)} × {line.name[language]}
              </span>
              <span>{formatMoney(line.priceCents * quantityOf(line, quantities), language)}</span>
            </li>
          ))}
        </ul>
      </div>
    </li>
  );
}

/**
 * Tax and delivery cost, beside every price (product.md 12; PAngV). Once the delivery method is chosen,
 * the total includes its cost.
 */
function PriceNote({ deliveryChosen }: { deliveryChosen: boolean }) {
  const texts = useTexts(cartTexts);
  const language = useLanguage();
  const { taxNote: tax } = useSite();
  const { postageCents } = useDelivery();
  const postal = formatMoney(postageCents, language);
  return (
    <p className="small price-note">
      {deliveryChosen || postageCents === 0 ? tax : texts.priceNote({ tax, postal })}
    </p>
  );
}
