import { createHash } from 'node:crypto';
import type Stripe from 'stripe';
import type { Provider } from '../platform/stripe.ts';
import { askProvider, isMissing, isUnexpectedState } from './provider-errors.ts';

/** Intents of free orders have this prefix; the provider never sees them (api.md). */
export const FREE_PREFIX = 'free_';

export function isFree(intentId: string): boolean {
  return intentId.startsWith(FREE_PREFIX);
}

/** Names a checkout towards the provider: also good for another database on the same account. */
export function checkoutKey(checkout: { id: number; session_id: string }): string {
  return createHash('sha256')
    .update(`${checkout.id}/${checkout.session_id}`)
    .digest('hex')
    .slice(0, 32);
}

/**
 * The intent of a checkout. Asked again it is the same one: the key is the checkout's own
 * (design/payments.md 2 to 4).
 */
export async function createIntent(
  provider: Provider,
  checkout: { id: number; session_id: string; amount_cents: number },
): Promise<Stripe.PaymentIntent> {
  const key = checkoutKey(checkout);
  return await askProvider(() =>
    provider.stripe.paymentIntents.create(
      {
        amount: checkout.amount_cents,
        currency: 'eur',
        allowed_payment_method_types: ['card'],
        metadata: { checkout: String(checkout.id), checkout_key: key },
      },
      { idempotencyKey: `checkout-${key}` },
    ),
  );
}

/** The intent as the provider has it now, with its charge; null when there is none. */
export async function retrieveIntent(
  provider: Provider,
  intentId: string,
): Promise<Stripe.PaymentIntent | null> {
  return await askProvider(async () => {
    try {
      return await provider.stripe.paymentIntents.retrieve(intentId, { expand: ['latest_charge'] });
    } catch (error) {
      if (isMissing(error)) return null;
      throw error;
    }
  });
}

/** Cancels an intent; what it is afterwards decides, also when it could not be cancelled. */
export async function cancelIntent(
  provider: Provider,
  intentId: string,
): Promise<Stripe.PaymentIntent | null> {
  return await askProvider(async () => {
    try {
      return await provider.stripe.paymentIntents.cancel(intentId);
    } catch (error) {
      if (isUnexpectedState(error)) return await retrieveIntent(provider, intentId);
      if (isMissing(error)) return null;
      throw error;
    }
  });
}
