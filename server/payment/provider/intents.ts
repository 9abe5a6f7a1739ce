import { createHash } from 'node:crypto';
import { retry } from '../../platform/retry.ts';
import type { PaidCard } from '../../orders/create-order.ts';
import type { Provider } from '../../platform/stripe.ts';
import type { PaymentDeps } from '../settlement.ts';
import { Stripe } from 'stripe';
import { Problem } from '../../platform/problem.ts';

/** Prefix of the intents of free orders; the provider never sees them (api.md, Payment and order). */
export const FREE_PREFIX = 'free_';

/** Whether this is the intent of a free order. */
export function isFree(intentId: string): boolean {
  return intentId.startsWith(FREE_PREFIX);
}

/** For a request that another call of ours is making under the same key: ten seconds in all. */
const concurrentRetry = { attempts: 21, delayMs: 500, when: isKeyInUse };

/**
 * Identifies a checkout at the provider, even if several databases share one account there. Must return the
 * same as db/functions/hash-checkout.sql.
 */
export function checkoutKey(checkout: { id: number; session_id: string }): string {
  return createHash('sha256')
    .update(`${checkout.id}/${checkout.session_id}`)
    .digest('hex')
    .slice(0, 32);
}

/** Names checkout and shop at the provider; the same at every call (payments.md 1 and 2). */
export function paymentMetadata(
  deps: Pick<PaymentDeps, 'tokens'>,
  checkout: { id: number; session_id: string },
): { checkout: string; checkout_key: string; shop: string } {
  return {
    checkout: String(checkout.id),
    checkout_key: checkoutKey(checkout),
    shop: shopId(deps),
  };
}

/**
 * Creates the intent of a checkout. A second call returns the same intent, because the idempotency key derives
 * from the checkout (payments.md 2 to 4).
 */
export async function createIntent(
  deps: Pick<PaymentDeps, 'provider' | 'tokens'>,
  checkout: { id: number; session_id: string; amount_cents: number },
): Promise<Stripe.PaymentIntent> {
  const metadata = paymentMetadata(deps, checkout);
  const create = () =>
    deps.provider.stripe.paymentIntents.create(
      {
        amount: checkout.amount_cents,
        currency: 'eur',
        allowed_payment_method_types: ['card'],
        metadata,
      },
      { idempotencyKey: `checkout-${metadata.checkout_key}-${metadata.shop}` },
    );
  return await openAtProvider(deps.provider, create);
}

/**
 * Runs a call that opens a payment. A second tab or a reload may request the same while the provider takes its time:
 * both get one response. 502 when the provider fails or refuses it, 503 when too many wait for it.
 */
export async function openAtProvider<T>(
  provider: Pick<Provider, 'limitOpenings'>,
  create: () => Promise<T>,
): Promise<T> {
  return await callProvider(() => provider.limitOpenings(() => retry(concurrentRetry, create)));
}

/** The current intent at the provider, with its charge; null when there is none. */
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
 * The amount received, in the smallest unit of its currency. A provider that only implements Stripe's protocol may
 * leave `amount_received` out: then a payment that succeeded is paid in full.
 */
export function receivedCents(intent: Stripe.PaymentIntent): number {
  const { amount_received: received }: { amount_received?: number } = intent;
  return received ?? (intent.status === 'succeeded' ? intent.amount : 0);
}

/** The checkout named in a payment's metadata; null when the provider stores no metadata. */
export function checkoutReference(
  intent: Stripe.PaymentIntent,
): { id: number; key: string | undefined } | null {
  const { metadata }: { metadata?: Record<string, string> } = intent;
  if (metadata === undefined) return null;
  const id = Number(metadata['checkout'] ?? 0);
  return { id: Number.isSafeInteger(id) ? id : 0, key: metadata['checkout_key'] };
}

/** The amount refunded so far, in the smallest unit of its currency. */
export function refundedCents(intent: Stripe.PaymentIntent | null): number {
  const charge = intent?.latest_charge;
  return typeof charge === 'object' && charge !== null ? charge.amount_refunded : 0;
}

/** The card that paid, if the provider says so; only as much of it as anybody may see. */
export function paidCard(intent: Stripe.PaymentIntent | null): PaidCard | null {
  const charge = intent?.latest_charge;
  if (typeof charge !== 'object' || charge === null) return null;
  const { payment_method_details: details }: Partial<Stripe.Charge> = charge;
  const { brand, last4 } = details?.card ?? {};
  if (typeof brand !== 'string' || brand.length > 40) return null;
  return /^\d{4}$/.test(last4 ?? '') ? { brand, last4: last4 ?? '' } : null;
}

/** The amount received and not refunded, in the smallest unit of its currency. */
export function netCents(intent: Stripe.PaymentIntent | null): number {
  return intent === null ? 0 : receivedCents(intent) - refundedCents(intent);
}

/** Cancels an intent and returns it in its new state, even if it could not be cancelled; null when there is none. */
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

const ID_BYTES = 8;
/** Intents of other shops that this process has logged; the set is emptied when it is full. */
const loggedIntents = new Set<string>();
const MAX_LOGGED_INTENTS = 10_000;

/** Names this shop in the metadata of its payments: other shops may use the same account (decision 14). */
function shopId({ tokens }: Pick<PaymentDeps, 'tokens'>): string {
  return tokens.deriveKey('payment-shop-id').toString('hex', 0, ID_BYTES);
}

/**
 * Whether a payment that no checkout has belongs to another shop on the same account, by its metadata. Logs each
 * one once per process. False for a payment that names no shop.
 */
export function isOfOtherShop(
  deps: Pick<PaymentDeps, 'tokens' | 'log'>,
  intent: Stripe.PaymentIntent,
): boolean {
  // a provider that only implements Stripe's protocol may store no metadata
  const { metadata }: { metadata?: Record<string, string> } = intent;
  const named = metadata?.['shop'] ?? '';
  if (named === '' || named === shopId(deps)) return false;
  if (intent.status === 'succeeded' && !loggedIntents.has(intent.id)) {
    if (loggedIntents.size >= MAX_LOGGED_INTENTS) loggedIntents.clear();
    loggedIntents.add(intent.id);
    deps.log.info({ intentId: intent.id }, 'Left a payment of another shop on this account alone');
  }
  return true;
}

/** Whether the intent's state does not allow the request, such as cancelling a paid intent. */
function isUnexpectedState(error: unknown): boolean {
  return (
    error instanceof Stripe.errors.StripeError && error.code === 'payment_intent_unexpected_state'
  );
}

/** Whether the provider knows no object of this id. */
export function isMissing(error: unknown): boolean {
  return error instanceof Stripe.errors.StripeError && error.code === 'resource_missing';
}

/** Runs a call to the provider. 502 when the provider fails or refuses it. */
export async function callProvider<T>(call: () => Promise<T>): Promise<T> {
  try {
    return await call();
  } catch (error) {
    if (error instanceof Stripe.errors.StripeError) {
      throw new Problem('provider_failed', { cause: error });
    }
    throw error;
  }
}

/** Whether another request of ours with the same key is in progress: both will get the same response. */
export function isKeyInUse(error: unknown): boolean {
  return error instanceof Stripe.errors.StripeError && error.code === 'idempotency_key_in_use';
}
