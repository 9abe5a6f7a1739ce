import { randomUUID } from 'node:crypto';
import { cancelCheckout } from './cancel-payment.ts';
import { closeCheckout, type PaymentDeps } from './settlement.ts';
import {
  cancelIntent,
  createIntent,
  FREE_PREFIX,
  isFree,
  retrieveIntent,
  isKeyInUse,
} from './provider/intents.ts';
import { freezeCart, type Checkout, type FreezeCartInput } from '../checkout/freeze-cart.ts';
import { Problem } from '../platform/problem.ts';

/** A payment opened for the card fields. */
type Initiated = ReturnType<typeof toInitiated>;

/**
 * Opens a payment for the session's cart (api.md, Payment and order): freezes the cart, then requests an intent
 * from the provider, outside any transaction. An unchanged cart gets the same intent again; if the cart has
 * changed, its old intent is cancelled first.
 */
export async function initiatePayment(
  deps: PaymentDeps,
  input: Omit<FreezeCartInput, 'paymentMethod'>,
): Promise<Initiated> {
  return await openPayment(deps, { ...input, paymentMethod: 'card' }, (checkout) =>
    openIntent(deps, checkout),
  );
}

/** Null when this checkout can no longer be paid and a new one is needed. */
async function openIntent(deps: PaymentDeps, checkout: Checkout): Promise<Initiated | null> {
  if (checkout.amount_cents === 0) {
    const stored = await storeFreeIntent(deps, checkout);
    return stored === null ? null : toInitiated(deps, checkout, stored, null, 'free');
  }
  if (checkout.intent_id !== null) return await reopenIntent(deps, checkout, checkout.intent_id);
  const intent = await createOrClose(deps, checkout, () => createIntent(deps, checkout));
  const stored = await storeIntent(deps, checkout, intent.id, intent.client_secret);
  if (stored === intent.id) {
    return toInitiated(deps, checkout, intent.id, intent.client_secret, intent.status);
  }
  // the cart changed while the provider created the intent: nobody may pay the old amount
  await cancelIntent(deps.provider, intent.id);
  return stored === null ? null : await reopenIntent(deps, checkout, stored);
}

async function reopenIntent(
  deps: PaymentDeps,
  checkout: Checkout,
  intentId: string,
): Promise<Initiated | null> {
  if (isFree(intentId)) return toInitiated(deps, checkout, intentId, null, 'free');
  const intent = await retrieveIntent(deps.provider, intentId);
  if (intent !== null && intent.status !== 'canceled') {
    return toInitiated(
      deps,
      checkout,
      intentId,
      intent.client_secret ?? checkout.client_secret,
      intent.status,
    );
  }
  await closeCheckout(deps.pool, {
    id: checkout.id,
    intent_id: intentId,
    provider_session: null,
  });
  return null;
}

/** Stores the intent of a free order, which no provider sees; null when the checkout has been closed. */
export async function storeFreeIntent(
  deps: PaymentDeps,
  checkout: Checkout,
): Promise<string | null> {
  const id = checkout.intent_id ?? `${FREE_PREFIX}${randomUUID()}`;
  return await storeIntent(deps, checkout, id, null);
}

/** Stores the intent's id with its checkout, and returns the stored one; null when the checkout has been closed. */
async function storeIntent(
  deps: PaymentDeps,
  checkout: Checkout,
  intentId: string,
  clientSecret: string | null,
): Promise<string | null> {
  const { rows } = await deps.steps.query<{ intent_id: string }>({
    name: 'store_intent',
    text: `update checkout set intent_id = coalesce(intent_id, $2), client_secret = coalesce(client_secret, $3)
     where id = $1 and closed_at is null returning intent_id`,
    values: [checkout.id, intentId, clientSecret],
  });
  return rows[0]?.intent_id ?? null;
}

/**
 * `token` becomes the order token once the payment has succeeded. `status` tells the page whether the intent has
 * already succeeded or is processing: then the page completes it instead of offering to pay (payments.md 6).
 */
function toInitiated(
  deps: PaymentDeps,
  checkout: Checkout,
  paymentIntent: string,
  clientSecret: string | null,
  status: string,
) {
  return {
    token: deps.tokens.sign('order', checkout.id),
    paymentIntent,
    clientSecret,
    publishableKey: deps.provider.publishableKey,
    amountCents: checkout.amount_cents,
    status,
  };
}

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
