import { useState } from 'react';
import { formatMoney, formatPrice } from '#contract/format.ts';
import { concertTexts } from '#messages/concerts.ts';
import { useLanguage, useTexts, LocalLink } from '../platform/language.tsx';
import { useDelivery, useSite } from '../platform/site.ts';
import { AlertBox } from '../ui/alert-box.tsx';
import { Button } from '../ui/button.tsx';
import { FormShell } from '../forms/form.tsx';
import { QuantityStepper } from '../ui/quantity-stepper.tsx';
import { SlowNote } from '../ui/spinner.tsx';
import { GroupNote } from './group-note.tsx';
import {
  changeQuantity,
  countTickets,
  findFieldLimit,
  findLimit,
  onlyWithRule,
  type Quantities,
} from './ticket-limits.ts';
import { TicketBar } from './ticket-bar.tsx';
import { priceOf, useTicketChoice } from './use-ticket-choice.ts';
import { lowestPrice, type Concert, type Product } from './concert-summary.ts';

interface TicketChoiceFormProps {
  concert: Concert;
  product: Product;
  /** Tickets of this concert in the cart. */
  inCart: Quantities;
}

/** The id of the message about a refused choice. */
const REFUSED_CHOICE = 'refused-choice';

/** How many of each ticket type, the total, and the button (product.md 4). */
export function TicketChoiceForm({ concert, product, inCart }: TicketChoiceFormProps) {
  const texts = useTexts(concertTexts);
  const language = useLanguage();
  const site = useSite();
  const { postageCents } = useDelivery();
  const choice = useTicketChoice(concert, product);
  const isRetry = choice.failure !== null && choice.canRetry;
  const label = choice.form.isBusy ? texts.adding : isRetry ? texts.retry : texts.addToCart;
  const money = (cents: number) => formatMoney(cents, language);
  const countInCart = countTickets(inCart);
  const isFull = choice.count > 0 && choice.count + countInCart >= product.maxPerOrder;
  const failure = choice.failure !== null && (
    <AlertBox
      kind="danger"
      id={REFUSED_CHOICE}
      {...(choice.canRetry ? { title: texts.addFailed } : {})}
    >
      <p>
        {choice.failure}
        {choice.count > choice.stock && <StillFree count={choice.stock} />}
      </p>
    </AlertBox>
  );
  return (
    <FormShell form={choice.form} className="ticket-form" {...choice.props}>
      {/* in a page rendered with it, where a reader starts; otherwise beside the button just pressed */}
      {choice.isRefused && failure}
      <TicketTypes product={product} choice={choice} inCart={inCart} />
      <p className="ticket-form__total" aria-live="polite">
        <span className="ui">{texts.ticketCount({ count: choice.count })}</span>
        <span className="ticket-form__sum figures">{money(choice.totalCents)}</span>
      </p>
      {!choice.isRefused && failure}
      {(isFull || choice.isTooLarge) && <GroupNote />}
      {choice.count + choice.stock === 0 && <p className="ui">{texts.noneFree}</p>}
      <Button type="submit" wide aria-disabled={choice.blocked}>
        {label}
      </Button>
      <SlowNote busy={choice.form.isBusy} />
      <p className="small">
        {postageCents === 0
          ? site.taxNote
          : texts.pricesNote({ tax: site.taxNote, price: money(postageCents) })}
      </p>
      <CartHint count={countInCart} />
      <TicketBar
        form={choice.form.props.ref}
        label={label}
        chosen={choice.count}
        blocked={choice.blocked}
        sum={money(choice.totalCents)}
        ticketsFrom={useTicketsFrom(concert)}
        failure={choice.failure}
        inCart={countInCart}
        sumInCart={money(priceOf(product, inCart))}
      />
    </FormShell>
  );
}

function StillFree({ count }: { count: number }) {
  const texts = useTexts(concertTexts);
  return (
    <>
      <br />
      {count === 0 ? texts.noneFree : texts.stillFree({ count: texts.ticketCount({ count }) })}
    </>
  );
}

interface Reason {
  id: number;
  sentence: string | null;
  isFull: boolean;
}

/** Each reason of a limit is shown once: at the type changed last, or the first that it limits. */
function isReasonAt(reasons: Reason[], id: number, last: number): boolean {
  const sentence = reasons.find((reason) => reason.id === id)?.sentence;
  const same = reasons.filter((reason) => reason.isFull && reason.sentence === sentence);
  const place = same.find((reason) => reason.id === last) ?? same[0];
  return place?.id === id;
}

interface TicketTypesProps {
  product: Product;
  choice: ReturnType<typeof useTicketChoice>;
  inCart: Quantities;
}

function TicketTypes({ product, choice, inCart }: TicketTypesProps) {
  const language = useLanguage();
  const { quantities: chosen, stock } = choice;
  const limited = { product, chosen, inCart, held: {}, stock };
  const [last, setLast] = useState(0);
  const ids = product.tickets.map((ticket) => ticket.id);
  const reasons = ids.map((id) => {
    const { max, sentence } = findLimit(limited, id, language);
    return { id, sentence, isFull: (chosen[id] ?? 0) > 0 && (chosen[id] ?? 0) >= max };
  });
  return (
    <ul className="ticket-form__types">
      {product.tickets.map((ticket, index) => {
        const { id } = ticket;
        const name = ticket.name[language];
        const note = ticket.note[language];
        const value = chosen[id] ?? 0;
        const takesFocus = choice.isRefused && index === 0;
        const limit = findLimit(limited, id, language);
        const rule = onlyWithRule(product, id, language);
        return (
          <li key={id} className="ticket-form__type">
            <div>
              <p className="ticket-form__name">{name}</p>
              {note && <p className="small">{note}</p>}
              {rule && <p className="small">{rule}</p>}
              <p className="figures ui">{formatMoney(ticket.priceCents, language)}</p>
            </div>
            <QuantityStepper
              name={`quantity-${id}`}
              label={name}
              value={value}
              max={limit.max}
              fieldMax={findFieldLimit(limited, id, language)}
              limit={isReasonAt(reasons, id, last) ? limit.sentence : ''}
              onChange={(quantity) => {
                setLast(id);
                choice.set(changeQuantity(limited, id, quantity, language));
              }}
              errorId={takesFocus ? REFUSED_CHOICE : undefined}
              takesFocus={takesFocus}
            />
          </li>
        );
      })}
    </ul>
  );
}

/** Tickets of this concert in the cart: shown after the alert has faded. */
export function CartHint({ count }: { count: number }) {
  const texts = useTexts(concertTexts);
  if (count === 0) return null;
  return (
    <p className="cart-hint">
      {texts.inCart({ count: texts.ticketCount({ count }) })}{' '}
      <LocalLink to="/ticketshop">{texts.toCart}</LocalLink>
    </p>
  );
}

/** The words of a link to a concert's tickets, with the lowest price. */
export function useTicketsFrom({ product }: Pick<Concert, 'product'>): string {
  const texts = useTexts(concertTexts);
  const language = useLanguage();
  const price = lowestPrice(product);
  return price === null
    ? texts.tickets
    : texts.ticketsFrom({ price: formatPrice(price, language) });
}
