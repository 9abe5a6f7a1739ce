import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { formatMoney } from '#contract/format.ts';
import { layoutTexts } from '#messages/layout.ts';
import { startCartRefetch, useCart, type Cart } from '../platform/cart-store.ts';
import { useLanguage, useTexts } from '../platform/language.ts';
import { LocalLink } from '../platform/local-link.tsx';
import { useOnNavigation } from '../platform/use-on-navigation.ts';
import { ButtonLink } from '../ui/button.tsx';
import { Icon } from '../ui/icon.tsx';

/** The cart in the header: a disclosure with the badge of its entries (product.md 2). */
export function CartDropdown() {
  const texts = useTexts(layoutTexts);
  const cart = useCart();
  const place = useRef<HTMLDivElement>(null);
  const [open, setOpen] = useState(false);
  useEffect(startCartRefetch, []);
  useClosing(place, open, () => setOpen(false));
  const count = cart?.items.length ?? 0;
  return (
    <div className="cart-dropdown" ref={place}>
      <button
        type="button"
        className="icon-button"
        aria-label={texts.cartWith({ count })}
        aria-expanded={open}
        onClick={() => setOpen(!open)}
      >
        <Icon name="ticket" />
        {count > 0 && <span className="cart-dropdown__badge">{count}</span>}
      </button>
      <div className="cart-dropdown__panel" hidden={!open}>
        {cart && count > 0 ? <Filled cart={cart} /> : <p className="ui">{texts.emptyCart}</p>}
      </div>
    </div>
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

/** Product and variation by their German names (product.md 2). */
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
function useClosing(
  place: React.RefObject<HTMLElement | null>,
  open: boolean,
  close: () => void,
): void {
  const closeNow = useEffectEvent(close);
  useOnNavigation(close);
  useEffect(() => {
    if (!open) return;
    const onEvent = (event: Event) => {
      if (event instanceof KeyboardEvent) {
        if (event.key !== 'Escape') return;
        place.current?.querySelector('button')?.focus();
      } else if (event.target instanceof Node && place.current?.contains(event.target)) return;
      closeNow();
    };
    const types = ['keydown', 'pointerdown'];
    for (const type of types) document.addEventListener(type, onEvent);
    return () => {
      for (const type of types) document.removeEventListener(type, onEvent);
    };
  }, [open, place]);
}
