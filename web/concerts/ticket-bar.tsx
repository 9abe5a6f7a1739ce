import { useEffect, useState } from 'react';
import { concertTexts } from '#messages/concerts.ts';
import { useTexts } from '../platform/language.ts';
import { Button, ButtonLink } from '../ui/button.tsx';

interface TicketBarProps {
  form: React.RefObject<HTMLFormElement | null>;
  label: string;
  /** Chosen and not added yet; with 0 it shows the cart's tickets instead. */
  chosen: number;
  /** The button is inactive for now. */
  blocked: boolean;
  sum: string;
  failure: string | null;
  /** Tickets of this concert in the cart. */
  inCart: number;
}

/**
 * On phones, at the lower edge while the panel is out of view: the choice and the button, then the link to the cart.
 */
export function TicketBar(props: TicketBarProps) {
  const { form, label, chosen, blocked, sum, failure, inCart } = props;
  const texts = useTexts(concertTexts);
  const isOutOfSight = useOutOfSight(form);
  if (!isOutOfSight || (chosen === 0 && inCart === 0)) return null;
  if (chosen === 0) {
    return (
      <div className="ticket-bar no-print">
        <p>{texts.inCart({ count: texts.ticketCount({ count: inCart }) })}</p>
        <ButtonLink to="/ticketshop">{texts.toCart}</ButtonLink>
      </div>
    );
  }
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
  const [isOutOfSight, setOutOfSight] = useState(false);
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
