import type Stripe from 'stripe';
import type { PaymentDeps } from '../payment-deps.ts';

const ID_BYTES = 8;
/** Intents of other shops that this process has logged; the set is emptied when it is full. */
const loggedIntents = new Set<string>();
const MAX_LOGGED_INTENTS = 10_000;

/** Names this shop in the metadata of its payments: other shops may use the same account (decision 34). */
export function shopId({ tokens }: Pick<PaymentDeps, 'tokens'>): string {
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
