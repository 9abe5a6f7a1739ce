import { concertTexts } from '#messages/concerts.ts';
import { useTexts } from '../platform/language.ts';
import { LocalLink } from '../platform/local-link.tsx';

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
