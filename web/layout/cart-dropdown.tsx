import { useRef, useState } from 'react';
import { formatMoney } from '#contract/format.ts';
import { layoutTexts } from '#messages/layout.ts';
import { useLanguage, useTexts, LocalLink } from '../platform/language.tsx';
import { useHydrated } from '../platform/use-hydrated.ts';
import { useOnNavigation } from './page-effects.tsx';
import { useVisit } from '../platform/use-visit.ts';
import { ButtonLink } from '../ui/button.tsx';
import { Icon } from '../ui/icon.tsx';
import type { Cart } from '../platform/visit.ts';

/** The cart in the header: a popover, with the badge of its entries (product.md 2). */
export function CartDropdown() {
  const texts = useTexts(layoutTexts);
  const { cart, entries: count } = useVisit();
  const panel = useRef<HTMLDivElement>(null);
  const [isOpen, setOpen] = useState(false);
  const isHydrated = useHydrated();
  useOnNavigation(() => panel.current?.hidePopover());
  return (
    <div className="cart-dropdown">
      <button
        type="button"
        className="icon-button"
        aria-label={texts.cartWith({ count })}
        // browsers announce it by themselves, but not within the page
        aria-expanded={isHydrated ? isOpen : undefined}
        popoverTarget="cart-panel"
      >
        <Icon name="ticket" />
        {count > 0 && <span className="cart-dropdown__badge">{count}</span>}
      </button>
      <div
        ref={panel}
        id="cart-panel"
        popover="auto"
        className="cart-dropdown__panel"
        onToggle={({ newState }) => setOpen(newState === 'open')}
      >
        {count > 0 ? <Filled cart={cart} /> : <p className="ui">{texts.emptyCart}</p>}
      </div>
    </div>
  );
}

/** The entries, once loaded, and the link to the cart. */
function Filled({ cart }: { cart: Cart | null }) {
  const texts = useTexts(layoutTexts);
  return (
    <>
      {cart && (
        <ul className="cart-dropdown__entries">
          {cart.items.map((entry) => (
            <Entry key={entry.productId} entry={entry} />
          ))}
        </ul>
      )}
      <ButtonLink to="/ticketshop" wide>
        {texts.showCart}
      </ButtonLink>
    </>
  );
}

/** The product by its German name (product.md 2), its variations by those of the reader's language. */
function Entry({ entry }: { entry: Cart['items'][number] }) {
  const language = useLanguage();
  const texts = useTexts(layoutTexts);
  const lang = language === 'de' ? undefined : 'de';
  return (
    <li className="cart-dropdown__entry">
      <LocalLink to={`/concerts/${entry.concertId}`} className="cart-dropdown__name" lang={lang}>
        {entry.title.de}
      </LocalLink>
      <ul>
        {entry.items.map((line) => (
          <li key={line.id} className="figures">
            {line.quantity} x {line.name[language]}:{' '}
            {formatMoney(line.priceCents * line.quantity, language)}
          </li>
        ))}
      </ul>
      <p className="cart-dropdown__total figures">
        {texts.total}: {formatMoney(entry.totalCents, language)}
      </p>
    </li>
  );
}
