import './checkout.css';
import type { ShouldRevalidateFunctionArgs } from 'react-router';
import { formatMoney } from '#contract/format.ts';
import { cartTexts } from '#messages/cart.ts';
import { checkoutTexts } from '#messages/checkout.ts';
import { orderCents } from '../cart/cart-draft.ts';
import { EmptyCart, ShopFrame } from '../cart/shop-frame.tsx';
import { HoldNote, useHeldCart } from '../cart/hold-note.tsx';
import { OrderSummary, SummaryBody } from '../cart/order-summary.tsx';
import { useLanguage, useTexts } from '../platform/language.tsx';
import { shopContext, type Cart } from '../platform/visit.ts';
import type { Route } from './+types/checkout-page';
import { CheckoutSteps } from './checkout-steps.tsx';
import { loadCheckout, submitCheckout } from './checkout.server.ts';
import { useCheckout } from './use-checkout.ts';

export async function loader({ context }: Route.LoaderArgs) {
  return await loadCheckout(context.get(shopContext));
}

export async function action({ request, context }: Route.ActionArgs) {
  return await submitCheckout(context.get(shopContext), await request.formData());
}

export { clientAction } from '../forms/client-action.ts';

/** `?edit` changes no data; after 409 the cart may have changed. */
export function shouldRevalidate(args: ShouldRevalidateFunctionArgs) {
  const { currentUrl, nextUrl, formMethod, actionStatus, defaultShouldRevalidate } = args;
  const isOtherView = currentUrl.search !== nextUrl.search && formMethod !== 'POST';
  if (isOtherView && currentUrl.pathname === nextUrl.pathname) return false;
  return actionStatus === 409 || defaultShouldRevalidate;
}

/** Checkout, step 2 of 4 (product.md 2). */
export default function CheckoutPage({ loaderData }: Route.ComponentProps) {
  const { loadedAt, ...loaded } = loaderData;
  const { cart, hold } = useHeldCart(loaded.cart, loadedAt);
  const texts = useTexts(checkoutTexts);
  const isFull = cart.items.length > 0;
  const checkout = useCheckout(loaded.user, loaded.details);
  return (
    <ShopFrame
      step={2}
      title={texts.title}
      failed={checkout.hasFailed}
      bar={isFull && <SummaryBar cart={cart} />}
      aside={
        isFull && (
          <div className="checkout__summary">
            <OrderSummary cart={cart} />
          </div>
        )
      }
    >
      {isFull ? (
        <>
          <HoldNote hold={hold} />
          <CheckoutSteps {...loaded} cart={cart} checkout={checkout} />
        </>
      ) : (
        <EmptyCart ended={hold.phase === 'ended'} />
      )}
    </ShopFrame>
  );
}

/** On phones the order is one line that expands; works without scripts. */
function SummaryBar({ cart }: { cart: Cart }) {
  const texts = useTexts(cartTexts);
  const language = useLanguage();
  return (
    <details className="disclosure">
      <summary>
        <span className="disclosure__label">{texts.viewOrder}</span>
        <strong className="figures">{formatMoney(orderCents(cart), language)}</strong>
      </summary>
      <div className="disclosure__body">
        <div className="summary">
          <SummaryBody cart={cart} />
        </div>
      </div>
    </details>
  );
}
