import { useRef } from 'react';
import { formatMoney } from '#contract/format.ts';
import { POSTAL_DELIVERY_CENTS } from '#contract/constants.ts';
import { concertTexts } from '#messages/concerts.ts';
import { NeedsScript } from '../layout/needs-script.tsx';
import { useLanguage, useTexts } from '../platform/language.ts';
import { useSite } from '../platform/site.ts';
import { AlertBox } from '../ui/alert-box.tsx';
import { Button } from '../ui/button.tsx';
import { QuantityStepper } from '../ui/quantity-stepper.tsx';
import type { Concert } from './concert-summary.ts';
import { CartHint, useInCart } from './cart-hint.tsx';
import { TicketBar } from './ticket-bar.tsx';
import { useTicketChoice } from './use-ticket-choice.ts';

type Product = NonNullable<Concert['product']>;

/** Steppers for each ticket type, the total, and the button (product.md 4). */
export function TicketChoiceForm({ concert, product }: { concert: Concert; product: Product }) {
  const texts = useTexts(concertTexts);
  const language = useLanguage();
  const site = useSite();
  const form = useRef<HTMLFormElement>(null);
  const choice = useTicketChoice(concert, product);
  const inCart = useInCart(product.id);
  const tooMany = choice.left < 0;
  const blocked = choice.count === 0 || choice.adding;
  const again = choice.failure !== null;
  const label = choice.adding ? texts.adding : again ? texts.retry : texts.addToCart;
  const money = (euros: number) => formatMoney(euros, language);
  return (
    <form
      ref={form}
      className="ticket-form"
      onSubmit={(event) => {
        event.preventDefault();
        void choice.add();
      }}
    >
      <TicketTypes product={product} choice={choice} />
      <NeedsScript to="order" />
      <p className="ticket-form__total" aria-live="polite">
        <span className="ui">{texts.ticketCount({ count: choice.count })}</span>
        <span className="ticket-form__sum figures">{money(choice.total)}</span>
      </p>
      {choice.failure !== null && (
        <AlertBox kind="danger" title={texts.addFailed}>
          <p>
            {choice.failure}
            {tooMany && <StillFree count={choice.count + choice.left} />}
          </p>
        </AlertBox>
      )}
      {choice.count === 0 && choice.left === 0 && <p className="ui">{texts.noneFree}</p>}
      <Button type="submit" wide aria-disabled={blocked}>
        {label}
      </Button>
      <p className="small">
        {texts.pricesNote({ tax: site.tax_note, price: money(POSTAL_DELIVERY_CENTS / 100) })}
      </p>
      <CartHint productId={product.id} />
      <TicketBar
        form={form}
        label={label}
        chosen={choice.count}
        blocked={blocked}
        sum={money(choice.total)}
        failure={choice.failure}
        inCart={inCart}
      />
    </form>
  );
}

function StillFree({ count }: { count: number }) {
  const texts = useTexts(concertTexts);
  const said =
    count === 0 ? texts.noneFree : texts.stillFree({ count: texts.ticketCount({ count }) });
  return (
    <>
      <br />
      {said}
    </>
  );
}

interface TicketTypesProps {
  product: Product;
  choice: ReturnType<typeof useTicketChoice>;
}

function TicketTypes({ product, choice }: TicketTypesProps) {
  const language = useLanguage();
  return (
    <ul className="ticket-form__types">
      {product.tickets.map((ticket) => {
        const name = language === 'de' ? ticket.name_german : ticket.name_english;
        const note = language === 'de' ? ticket.note_german : ticket.note_english;
        const value = choice.quantities[ticket.id] ?? 0;
        return (
          <li key={ticket.id} className="ticket-form__type">
            <div>
              <p className="ticket-form__name">{name}</p>
              {note && <p className="small">{note}</p>}
              <p className="figures ui">{formatMoney(ticket.price, language)}</p>
            </div>
            <QuantityStepper
              label={name}
              value={value}
              max={value + choice.left}
              onChange={(quantity) => choice.set(ticket.id, quantity)}
            />
          </li>
        );
      })}
    </ul>
  );
}
