import { concertTexts } from '#messages/concerts.ts';
import { useTexts, LocalLink } from '../platform/language.tsx';

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
