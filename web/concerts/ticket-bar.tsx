import { useEffect, useState } from 'react';
import { concertTexts } from '#messages/concerts.ts';
import { useTexts } from '../platform/language.tsx';
import { useHydrated } from '../platform/use-hydrated.ts';
import { Button, ButtonAnchor, ButtonLink } from '../ui/button.tsx';

interface TicketBarProps {
  form: React.RefObject<HTMLFormElement | null>;
  label: string;
  /** Link to the tickets. */
  ticketsFrom: string;
  /** Chosen and not added yet; with 0 it shows the cart's tickets instead. */
  chosen: number;
  /** The button is inactive for now. */
  blocked: boolean;
  sum: string;
  failure: string | null;
  /** Tickets of this concert in the cart, and their price. */
  inCart: number;
  sumInCart: string;
}

/**
 * On phones, at the lower edge: a link to the tickets or the choice while the panel is out of view, then the link to
 * the cart. Until the page is hydrated, the panel slides over it (tickets.css).
 */
export function TicketBar(props: TicketBarProps) {
  const { form, label, ticketsFrom, chosen, blocked, sum, failure, inCart, sumInCart } = props;
  const texts = useTexts(concertTexts);
  const isOutOfSight = useOutOfSight(form);
  const isHydrated = useHydrated();
  if (chosen === 0 && inCart > 0) {
    return (
      <div className="ticket-bar no-print">
        <p className="figures">
          {texts.ticketCount({ count: inCart })} · {sumInCart}
        </p>
        <ButtonLink to="/ticketshop">{texts.toCart}</ButtonLink>
      </div>
    );
  }
  if (!isOutOfSight) return null;
  if (chosen === 0) {
    return (
      <div className={isHydrated ? undefined : 'ticket-bar-track'}>
        <div className="ticket-bar no-print">
          <ButtonAnchor href="#tickets" wide>
            {ticketsFrom}
          </ButtonAnchor>
        </div>
      </div>
    );
  }
  // without scripts it would never give way to the panel's own button
  if (!isHydrated) return null;
  return (
    <div className="ticket-bar no-print">
      <p>
        {/* the box in the panel announces it */}
        {failure !== null && <span aria-hidden="true">{failure}</span>}
        <strong>{texts.ticketCount({ count: chosen })}</strong>
        <br />
        <span className="figures">{sum}</span>
      </p>
      <Button type="submit" aria-disabled={blocked}>
        {label}
      </Button>
    </div>
  );
}

function useOutOfSight(element: React.RefObject<HTMLElement | null>): boolean {
  const [isOutOfSight, setOutOfSight] = useState(true);
  useEffect(() => {
    const form = element.current;
    if (!form) return undefined;
    const observer = new IntersectionObserver(([entry]) =>
      setOutOfSight(entry?.isIntersecting === false),
    );
    observer.observe(form);
    // a focused element is in view before the observer notices, so it observes again
    const arrive = ({ target }: FocusEvent) => {
      if (!(target instanceof Element) || target.closest('.ticket-bar')) return;
      setOutOfSight(false);
      observer.unobserve(form);
      observer.observe(form);
    };
    form.addEventListener('focusin', arrive);
    return () => {
      observer.disconnect();
      form.removeEventListener('focusin', arrive);
    };
  }, [element]);
  return isOutOfSight;
}
