import { concertTexts } from '#messages/concerts.ts';
import { useCart } from '../platform/cart-store.ts';
import { useTexts } from '../platform/language.ts';
import { LocalLink } from '../platform/local-link.tsx';

/** What of this concert lies in the cart already: the lasting form of the passing toast. */
export function CartHint({ productId }: { productId: number }) {
  const texts = useTexts(concertTexts);
  const entry = useCart()?.items.find((item) => item.product_id === productId);
  if (!entry) return null;
  const count = entry.items.reduce((sum, line) => sum + line.quantity, 0);
  return (
    <p className="cart-hint">
      {texts.inCart({ count: texts.ticketCount({ count }) })}{' '}
      <LocalLink to="/ticketshop">{texts.toCart}</LocalLink>
    </p>
  );
}
