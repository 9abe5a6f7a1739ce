import type { StripeError } from '@stripe/stripe-js';
import { errorKeys } from '#contract/codes.ts';
import type { ProblemDto } from '#contract/problems.ts';

/** Path of the payment step. */
export const PAYMENT_PATH = '/ticketshop/payment';

/** Path of an order's confirmation; it has its own policies, so full page loads lead there. */
export const confirmationPath = (orderToken: string): string =>
  `/ticketshop/order-confirmation?token=${encodeURIComponent(orderToken)}`;

/** The meaning of our server's response to `complete` for the page. */
export type PaymentOutcome = 'processing' | 'unpaid' | 'refunded' | 'refused' | 'unreachable';

/** Reads a problem of `complete` (api.md, Payment and order). */
export function outcomeOf({
  code,
  status,
  errorKey,
}: Pick<ProblemDto, 'status'> & Partial<ProblemDto>): PaymentOutcome {
  if (code === 'free_order_expired') return 'refused';
  if (status === 402) return 'unpaid';
  if (errorKey === errorKeys.paymentProcessing) return 'processing';
  if (errorKey === errorKeys.paymentRefunded) return 'refunded';
  return status === 0 || status === 429 || status >= 500 ? 'unreachable' : 'refused';
}

/** Errors whose message is the provider's own and meant for the buyer (product.md 8). */
const shown = new Set<string>(['card_error', 'validation_error', 'invalid_request_error']);

/**
 * The consequence of an error of `confirmPayment`: `show` its message, `query` our server for the result (the money may
 * have moved), or `renew` a payment that was cancelled behind this page.
 */
export function afterConfirmError(
  error: Pick<StripeError, 'type' | 'payment_intent'>,
): 'show' | 'query' | 'renew' {
  const status = error.payment_intent?.status;
  if (status === 'succeeded' || status === 'processing') return 'query';
  if (status === 'canceled') return 'renew';
  return shown.has(error.type) ? 'show' : 'query';
}

/** Pause in ms before the next request, after `attempt` earlier ones: 1, 2, 4, 8, then every 10 seconds. */
export const pauseBefore = (attempt: number) => Math.min(10_000, 1000 * 2 ** attempt);
