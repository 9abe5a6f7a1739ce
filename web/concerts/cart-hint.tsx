import { concertTexts } from '#messages/concerts.ts';
import type { Cart } from '#contract/visit.ts';
import { useTexts } from '../platform/language.ts';
import { LocalLink } from '../platform/local-link.tsx';

/** How many tickets of a product lie in a cart. */
export function countInCart(cart: Cart | null, productId: number): number {
  const entry = cart?.items.find((item) => item.product_id === productId);
  return entry?.items.reduce((sum, line) => sum + line.quantity, 0) ?? 0;
}

/** Tickets of this concert that are already in the cart: it stays when the alert has faded. */
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
