import { freezeCart, type Checkout, type FreezeCartInput } from '../checkout/freeze-cart.ts';
import { Problem } from '../platform/http/problem.ts';
import { cancelCheckout } from './cancel-checkout.ts';
import { closeCheckout } from './close-checkout.ts';
import type { PaymentDeps } from './payment-deps.ts';
import { isKeyInUse } from './provider/provider-errors.ts';

/** Each attempt may find an outdated checkout, or one that can no longer be paid. */
const MAX_ATTEMPTS = 4;

/**
 * Freezes the session's cart and opens its payment at the provider with `open`. Cancels the payment of an
 * earlier state of the cart, or of the other payment method, first: a cart has at most one open payment. `open`
 * returns null when its checkout can no longer be paid. 409 when the cart keeps changing.
 */
export async function openPayment<T>(
  deps: PaymentDeps,
  freeze: FreezeCartInput,
  open: (checkout: Checkout) => Promise<T | null>,
): Promise<T> {
  for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt++) {
    const frozen = await freezeCart(deps.steps, freeze);
    if (frozen === null) continue;
    if ('outdated' in frozen) {
      await cancelCheckout(deps, frozen.outdated);
      continue;
    }
    const opened = await open(frozen.checkout);
    if (opened !== null) return opened;
  }
  throw new Problem('payment_changed');
}

/**
 * Creates a checkout's intent or page; closes the checkout when that fails. The provider stores a failure under
 * the request's key, so the same checkout would fail for a day; the buyer's next attempt makes a new one. If the
 * provider has created it nevertheless, nobody knows its secret or address.
 */
export async function createOrClose<T>(
  deps: PaymentDeps,
  checkout: { id: number },
  create: () => Promise<T>,
): Promise<T> {
  try {
    return await create();
  } catch (error) {
    const isUnsent = error instanceof Problem && error.code === 'provider_busy';
    // or another call of ours is creating it, and its result stays valid
    if (!isUnsent && !isKeyInUse((error as Error).cause)) {
      await closeCheckout(deps.pool, { id: checkout.id, intent_id: null, provider_session: null });
    }
    throw error;
  }
}
