import { freezeCart, type Checkout, type FreezeCartInput } from '../checkout/freeze-cart.ts';
import { Problem } from '../platform/http/problem.ts';
import { cancelCheckout } from './cancel-checkout.ts';
import { closeCheckout } from './close-checkout.ts';
import type { PaymentDeps } from './payment-deps.ts';
import { isKeyInUse } from './provider-errors.ts';

/** How often an outdated or dead attempt is replaced by a new one. */
const MAX_ATTEMPTS = 4;

/**
 * Freezes the session's cart and opens its payment at the provider with `open`. The payment of an earlier
 * state of the cart, or of the other way to pay, is cancelled first: a cart has one open payment. `open`
 * gives null when its checkout cannot be paid any more. 409 when the cart keeps changing.
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
 * Creates a checkout's intent or page. The provider stores a failure under the key of its request: the same
 * checkout would fail for a day. So it is given up, and the buyer's next try makes a new one. If the
 * provider has made it nevertheless: nobody has its secret or address.
 */
export async function createOrGiveUp<T>(
  deps: PaymentDeps,
  checkout: { id: number },
  create: () => Promise<T>,
): Promise<T> {
  try {
    return await create();
  } catch (error) {
    // another call of ours is creating it: what that one gets stays good
    if (!isKeyInUse((error as Error).cause)) {
      await closeCheckout(deps.pool, { id: checkout.id, intent_id: null, provider_session: null });
    }
    throw error;
  }
}
