import { Stripe } from 'stripe';
import { Problem } from '../platform/http/problem.ts';

/** The intent is in a state that does not allow what was asked, e.g. cancelling a paid one. */
export function isUnexpectedState(error: unknown): boolean {
  return (
    error instanceof Stripe.errors.StripeError && error.code === 'payment_intent_unexpected_state'
  );
}

/** The provider knows no such thing. */
export function isMissing(error: unknown): boolean {
  return error instanceof Stripe.errors.StripeError && error.code === 'resource_missing';
}

/** Runs a call to the provider; whatever fails there is a 502 here. */
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

/** Whether another request of ours with the same key is under way: its answer will be this one's. */
export function isKeyInUse(error: unknown): boolean {
  return error instanceof Stripe.errors.StripeError && error.code === 'idempotency_key_in_use';
}
