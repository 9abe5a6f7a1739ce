import { useEffect, useRef, useState } from 'react';
import { useLoaderData, useRevalidator } from 'react-router';
import { formatMoney } from '#contract/format.ts';
import { cartTexts } from '#messages/cart.ts';
import { checkoutTexts } from '#messages/checkout.ts';
import { orderTotal } from '../cart/cart-draft.ts';
import { EmptyCart } from '../cart/empty-cart.tsx';
import { HoldNote } from '../cart/hold-note.tsx';
import { OrderSummary, SummaryBody } from '../cart/order-summary.tsx';
import { requireFilledCart } from '../cart/require-filled-cart.ts';
import { ShopFrame, ShopLoading } from '../cart/shop-frame.tsx';
import { useHold } from '../cart/use-hold.ts';
import { api } from '../platform/api.ts';
import { useCart, type Cart } from '../platform/cart-store.ts';
import { useLanguage, useTexts } from '../platform/language.ts';
import { getUser, useUser } from '../platform/session.ts';
import { Disclosure } from '../ui/disclosure.tsx';
import { Spinner } from '../ui/spinner.tsx';
import { CheckoutSteps } from './checkout-steps.tsx';
import { findDetails } from './find-details.ts';
import './checkout.css';

/** Cart, saved details and countries; whose details they are, too. */
export async function clientLoader() {
  const userId = getUser()?.id ?? null;
  const [cart, details, countries] = await Promise.all([
    requireFilledCart(),
    findDetails(),
    api.call('listCountries'),
  ]);
  return { cart, userId, details, countries: countries.data };
}
clientLoader.hydrate = true as const;

export function HydrateFallback() {
  return <ShopLoading step={2} title={useTexts(checkoutTexts).title} />;
}

/** Checkout, step 2 of 4 (product.md 2). */
export default function CheckoutPage() {
  const loaded = useLoaderData<typeof clientLoader>();
  const cart = useCart() ?? loaded.cart;
  const texts = useTexts(checkoutTexts);
  const shop = useTexts(cartTexts);
  const hold = useHold(cart);
  const [failed, setFailed] = useState(false);
  const current = useFollowUser(loaded.userId);
  const full = cart.items.length > 0;
  return (
    <ShopFrame
      step={2}
      title={texts.title}
      failed={failed}
      bar={full && <SummaryBar cart={cart} />}
      aside={full && <Summary cart={cart} />}
    >
      {!full && <EmptyCart ended={hold.phase === 'ended'} />}
      {full && <HoldNote hold={hold} />}
      {full && !current && <Spinner page label={shop.stepDetails} />}
      {full && current && (
        <CheckoutSteps
          key={loaded.userId ?? 'guest'}
          cart={cart}
          details={loaded.details}
          countries={loaded.countries}
          onFailed={setFailed}
        />
      )}
    </ShopFrame>
  );
}

/** Somebody logged in, registered or logged out on this page: details are theirs, or nobody's. */
function useFollowUser(loadedFor: number | null): boolean {
  const current = (useUser()?.id ?? null) === loadedFor;
  const { revalidate } = useRevalidator();
  useEffect(() => {
    if (!current) void revalidate();
  }, [current, revalidate]);

  const before = useRef(loadedFor);
  useEffect(() => {
    if (before.current === loadedFor) return;
    before.current = loadedFor;
    // the form that had the focus is gone
    document.querySelector<HTMLElement>('main h1')?.focus();
  }, [loadedFor]);
  return current;
}

/** On phones the order is one line that opens. */
function SummaryBar({ cart }: { cart: Cart }) {
  const texts = useTexts(cartTexts);
  const language = useLanguage();
  const total = <strong className="figures">{formatMoney(orderTotal(cart), language)}</strong>;
  return (
    <Disclosure label={texts.viewOrder} aside={total}>
      <div className="summary">
        <SummaryBody cart={cart} deliveryOpen={texts.deliveryOpen} />
      </div>
    </Disclosure>
  );
}

function Summary({ cart }: { cart: Cart }) {
  const texts = useTexts(cartTexts);
  return (
    <div className="checkout__summary">
      <OrderSummary cart={cart} deliveryOpen={texts.deliveryOpen} />
    </div>
  );
}
