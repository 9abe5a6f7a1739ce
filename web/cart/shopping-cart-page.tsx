import { useRef, useState, type FormEvent, type MouseEvent } from 'react';
import { useLoaderData, useNavigate } from 'react-router';
import { cartTexts } from '#messages/cart.ts';
import { api } from '../platform/api.ts';
import { useCart, type Cart } from '../platform/cart-store.ts';
import { useLanguage, useTexts } from '../platform/language.ts';
import { LocalLink } from '../platform/local-link.tsx';
import { AlertBox } from '../ui/alert-box.tsx';
import { Button, ButtonLink } from '../ui/button.tsx';
import type { CartEntry } from './cart-draft.ts';
import { CartEntryBlock } from './cart-entry.tsx';
import { EmptyCart } from './empty-cart.tsx';
import { FurtherConcerts } from './further-concerts.tsx';
import { HoldNote } from './hold-note.tsx';
import { OrderSummary } from './order-summary.tsx';
import { requireFilledCart } from './require-filled-cart.ts';
import { ShopFrame, ShopLoading } from './shop-frame.tsx';
import { useCartDraft, type CartDraft } from './use-cart-draft.ts';
import { useHold } from './use-hold.ts';
import './cart.css';

/** The cart of this browser, and the programme for "further concerts", which may be missing. */
export async function clientLoader() {
  const programme = api
    .call('listConcerts', undefined, { ownStatuses: true })
    .then((answer) => answer.data)
    .catch(() => []);
  const cart = await requireFilledCart();
  return { cart, concerts: await programme };
}
clientLoader.hydrate = true as const;

export function HydrateFallback() {
  return <ShopLoading step={1} title={useTexts(cartTexts).title} />;
}

/** ShoppingCart, step 1 of 4 (product.md 2). */
export default function ShoppingCartPage() {
  const loaded = useLoaderData<typeof clientLoader>();
  const cart = useCart() ?? loaded.cart;
  const texts = useTexts(cartTexts);
  const hold = useHold(cart);
  const draft = useCartDraft(cart);
  const full = cart.items.length > 0;
  return (
    <>
      <ShopFrame
        step={1}
        title={texts.title}
        failed={draft.failure !== null || draft.rejection !== null}
        aside={full && <CartSummary cart={cart} draft={draft} />}
      >
        {full ? (
          <>
            <HoldNote hold={hold} />
            <Entries entries={cart.items} draft={draft} />
          </>
        ) : (
          <EmptyCart ended={hold.phase === 'ended'} />
        )}
      </ShopFrame>
      <FurtherConcerts concerts={loaded.concerts} cart={cart} />
    </>
  );
}

/** The form of the local cart; its update button shows only when it differs from the server's copy. */
function Entries({ entries, draft }: { entries: CartEntry[]; draft: CartDraft }) {
  const texts = useTexts(cartTexts);
  const language = useLanguage();
  const [said, setSaid] = useState('');
  const form = useRef<HTMLFormElement>(null);

  const update = async (event: FormEvent) => {
    event.preventDefault();
    // the button goes away with the difference: focus goes to the list
    if (await draft.update()) form.current?.focus({ preventScroll: true });
  };
  const remove = async (entry: CartEntry) => {
    const lines = entry.items.map((line) => ({
      productId: entry.product_id,
      id: line.product_variation_id,
      quantity: 0,
    }));
    if (!(await draft.remove(lines))) return;
    setSaid(texts.removed({ name: entry.product_name[language === 'de' ? 'german' : 'english'] }));
    form.current?.focus({ preventScroll: true });
  };

  return (
    <form
      ref={form}
      className="cart-form"
      method="post"
      tabIndex={-1}
      aria-label={texts.entries}
      onSubmit={(event) => void update(event)}
    >
      <ul>
        {entries.map((entry) => (
          <CartEntryBlock
            key={entry.product_id}
            entry={entry}
            draft={draft}
            onRemove={(gone) => void remove(gone)}
          />
        ))}
      </ul>
      <output className="visually-hidden">{said}</output>
      {draft.failure && (
        <AlertBox kind="danger" title={texts.failed}>
          <p>{draft.failure}</p>
        </AlertBox>
      )}
      {draft.differs && (
        <div className="cart-form__update">
          <p className="ui">{texts.changed}</p>
          <Button type="submit" kind="line" aria-disabled={draft.busy}>
            {draft.busy ? texts.updating : texts.update}
          </Button>
        </div>
      )}
    </form>
  );
}

function CartSummary({ cart, draft }: { cart: Cart; draft: CartDraft }) {
  const texts = useTexts(cartTexts);
  const navigate = useNavigate();
  // What was changed here is taken along: the next step works with the server's copy.
  const proceed = async (event: MouseEvent) => {
    if (!draft.differs) return;
    event.preventDefault();
    if (await draft.update()) await navigate('/ticketshop/checkout');
  };
  return (
    <OrderSummary
      cart={cart}
      quantities={draft.quantities}
      deliveryOpen={texts.deliveryNext}
      entries={false}
    >
      <div className="summary__actions">
        <ButtonLink to="/ticketshop/checkout" wide onClick={(event) => void proceed(event)}>
          {texts.checkout}
        </ButtonLink>
        <LocalLink to="/concerts/all" className="text-link text-link--quiet">
          {texts.continueShopping}
        </LocalLink>
      </div>
    </OrderSummary>
  );
}
