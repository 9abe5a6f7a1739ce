import { Stripe } from 'stripe';
import { Problem } from '../../platform/problem.ts';

/** Whether the intent's state does not allow the request, such as cancelling a paid intent. */
export function isUnexpectedState(error: unknown): boolean {
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
