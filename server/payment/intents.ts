import { createHash } from 'node:crypto';
import type Stripe from 'stripe';
import { retry } from '../platform/retry.ts';
import type { Provider } from '../platform/stripe.ts';
import { callProvider, isKeyInUse, isMissing, isUnexpectedState } from './provider-errors.ts';

/** Intents of free orders have this prefix; the provider never sees them (api.md, Payment and order). */
export const FREE_PREFIX = 'free_';

export function isFree(intentId: string): boolean {
  return intentId.startsWith(FREE_PREFIX);
}

/** For a request that another call of ours is making under the same key: ten seconds in all. */
const concurrentRetry = { attempts: 21, delayMs: 500, when: isKeyInUse };

/** Names a checkout towards the provider: also good for another database on the same account. */
export function checkoutKey(checkout: { id: number; session_id: string }): string {
  return createHash('sha256')
    .update(`${checkout.id}/${checkout.session_id}`)
    .digest('hex')
    .slice(0, 32);
}

/**
 * The intent of a checkout. Asked again it is the same one: the key is the checkout's own
 * (payments.md 2 to 4).
 */
export async function createIntent(
  provider: Provider,
  checkout: { id: number; session_id: string; amount_cents: number },
): Promise<Stripe.PaymentIntent> {
  const key = checkoutKey(checkout);
  const create = () =>
    provider.stripe.paymentIntents.create(
      {
        amount: checkout.amount_cents,
        currency: 'eur',
        allowed_payment_method_types: ['card'],
        metadata: { checkout: String(checkout.id), checkout_key: key },
      },
      { idempotencyKey: `checkout-${key}` },
    );
  return await callProvider(() => retryWhileKeyInUse(create));
}

/** A second tab or a reload may request the same while the provider takes its time: both get one response. */
export async function retryWhileKeyInUse<T>(request: () => Promise<T>): Promise<T> {
  return await retry(concurrentRetry, request);
}

/** The intent as the provider has it now, with its charge; null when there is none. */
export async function retrieveIntent(
  provider: Provider,
  intentId: string,
): Promise<Stripe.PaymentIntent | null> {
  return await callProvider(async () => {
    try {
      return await provider.stripe.paymentIntents.retrieve(intentId, { expand: ['latest_charge'] });
    } catch (error) {
      if (isMissing(error)) return null;
      throw error;
    }
  });
}

/**
 * What has been paid, in the smallest unit of its currency. A provider that only speaks Stripe's wire may
 * leave `amount_received` out: then a payment that succeeded is paid whole.
 */
export function receivedCents(intent: Stripe.PaymentIntent): number {
  const { amount_received: received }: { amount_received?: number } = intent;
  return received ?? (intent.status === 'succeeded' ? intent.amount : 0);
}

/** The checkout a payment names, as we had it written into it; null when its provider keeps no metadata. */
export function checkoutReference(
  intent: Stripe.PaymentIntent,
): { id: number; key: string | undefined } | null {
  const { metadata }: { metadata?: Record<string, string> } = intent;
  if (metadata === undefined) return null;
  const id = Number(metadata['checkout'] ?? 0);
  return { id: Number.isSafeInteger(id) ? id : 0, key: metadata['checkout_key'] };
}

/** What the provider has given back of a payment so far, in the smallest unit of its currency. */
export function refundedCents(intent: Stripe.PaymentIntent | null): number {
  const charge = intent?.latest_charge;
  return typeof charge === 'object' && charge !== null ? charge.amount_refunded : 0;
}

/** What of a payment is still with us. */
export function netCents(intent: Stripe.PaymentIntent | null): number {
  return intent === null ? 0 : receivedCents(intent) - refundedCents(intent);
}

/** Cancels an intent; what it is afterwards decides, also when it could not be cancelled. */
export async function cancelIntent(
  provider: Provider,
  intentId: string,
): Promise<Stripe.PaymentIntent | null> {
  return await callProvider(async () => {
    try {
      return await provider.stripe.paymentIntents.cancel(intentId);
    } catch (error) {
      if (isUnexpectedState(error)) return await retrieveIntent(provider, intentId);
      if (isMissing(error)) return null;
      throw error;
    }
  });
}
