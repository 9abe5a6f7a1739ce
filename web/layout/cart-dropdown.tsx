import { useEffect, useRef } from 'react';
import { formatMoney } from '#contract/format.ts';
import { layoutTexts } from '#messages/layout.ts';
import { startCartRefetch, useCart, type Cart } from '../platform/cart-store.ts';
import { useLanguage, useTexts } from '../platform/language.ts';
import { LocalLink } from '../platform/local-link.tsx';
import { useOnNavigation } from '../platform/use-on-navigation.ts';
import { ButtonLink } from '../ui/button.tsx';
import { Icon } from '../ui/icon.tsx';

/** The cart in the header: a disclosure with the badge of its entries (product.md section 2). */
export function CartDropdown() {
  const texts = useTexts(layoutTexts);
  const cart = useCart();
  const details = useRef<HTMLDetailsElement>(null);
  useEffect(startCartRefetch, []);
  useClosing(details);
  const count = cart?.items.length ?? 0;
  return (
    <details className="cart-dropdown" ref={details}>
      <summary className="icon-button" aria-label={texts.cartWith({ count })}>
        <Icon name="ticket" />
        {count > 0 && <span className="cart-dropdown__badge">{count}</span>}
      </summary>
      <div className="cart-dropdown__panel">
        {cart && count > 0 ? <Filled cart={cart} /> : <p className="ui">{texts.emptyCart}</p>}
      </div>
    </details>
  );
}

function Filled({ cart }: { cart: Cart }) {
  const texts = useTexts(layoutTexts);
  return (
    <>
      <ul className="cart-dropdown__entries">
        {cart.items.map((entry) => (
          <Entry key={entry.product_id} entry={entry} />
        ))}
      </ul>
      <ButtonLink to="/ticketshop" wide>
        {texts.showCart}
      </ButtonLink>
    </>
  );
}

/** Product and variation by their German names (product.md section 2). */
function Entry({ entry }: { entry: Cart['items'][number] }) {
  const language = useLanguage();
  const texts = useTexts(layoutTexts);
  const lang = language === 'de' ? undefined : 'de';
  return (
    <li className="cart-dropdown__entry">
      <LocalLink to={`/concerts/${entry.concert_id}`} className="cart-dropdown__name" lang={lang}>
        {entry.product_name.name_german}
      </LocalLink>
      <ul>
        {entry.items.map((line) => (
          <li key={line.product_variation_id} className="figures">
            {line.quantity} x <span lang={lang}>{line.product_variation_name.german}</span>:{' '}
            {formatMoney(line.price * line.quantity, language)}
          </li>
        ))}
      </ul>
      <p className="cart-dropdown__total figures">
        {texts.total}: {formatMoney(entry.total_price, language)}
      </p>
    </li>
  );
}

/** Closes on Esc (focus back to the button), on a click outside and on every navigation. */
function useClosing(details: React.RefObject<HTMLDetailsElement | null>): void {
  useOnNavigation(() => details.current?.removeAttribute('open'));
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const element = details.current;
      if (event.key !== 'Escape' || !element?.open) return;
      element.open = false;
      element.querySelector('summary')?.focus();
    };
    const onPointer = (event: PointerEvent) => {
      const element = details.current;
      const inside = event.target instanceof Node && element?.contains(event.target);
      if (element?.open && !inside) element.open = false;
    };
    document.addEventListener('keydown', onKey);
    document.addEventListener('pointerdown', onPointer);
    return () => {
      document.removeEventListener('keydown', onKey);
      document.removeEventListener('pointerdown', onPointer);
    };
  }, [details]);
}
