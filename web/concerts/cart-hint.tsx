import { concertTexts } from '#messages/concerts.ts';
import type { Cart } from '#contract/visit.ts';
import { useTexts } from '../platform/language.ts';
import { LocalLink } from '../platform/local-link.tsx';
import type { Quantities } from '../tickets/ticket-limits.ts';

/** How many tickets of a product the cart contains, by ticket type. */
export function findInCart(cart: Cart | null, productId: number): Quantities {
  const entry = cart?.items.find((item) => item.product_id === productId);
  const lines = entry?.items ?? [];
  return Object.fromEntries(lines.map((line) => [line.product_variation_id, line.quantity]));
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
