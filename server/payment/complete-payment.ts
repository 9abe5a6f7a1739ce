import { Problem } from '../platform/http/problem.ts';
import type { PaymentDeps } from './payment-deps.ts';
import {
  finalSettlement,
  findCheckoutOfPage,
  findCheckoutState,
  type Settlement,
} from './settlement.ts';
import { settlePage } from './settle-page.ts';
import { settlePayment } from './settle-payment.ts';

/**
 * What the payer's browser calls when it believes to have paid: settles and answers the order token, the
 * same one each time. 402 not paid; 409 still processing, not this session's, or refunded (api.md, Payment and order).
 */
export async function completePayment(
  deps: PaymentDeps,
  sessionId: string,
  intentId: string,
): Promise<string> {
  const checkout = await findCheckoutState(deps, intentId);
  if (checkout?.session_id !== sessionId) throw new Problem('payment_not_yours');
  return orderTokenOf(deps, await settlePayment(deps, intentId, { checkout }));
}

/**
 * The same for a buyer who comes back from the provider's hosted page. 409 too when the page is not this
 * session's.
 */
export async function completeHostedPage(
  deps: PaymentDeps,
  sessionId: string,
  providerSession: string,
): Promise<string> {
  const checkout = await findCheckoutOfPage(deps, providerSession);
  if (checkout?.session_id !== sessionId) throw new Problem('payment_not_yours');
  const known = finalSettlement(checkout);
  return orderTokenOf(deps, known ?? (await settlePage(deps, providerSession)));
}

/** The order token of a payment that was settled with an order; 402 or 409 for any other. */
export function orderTokenOf(deps: PaymentDeps, settlement: Settlement): string {
  switch (settlement.outcome) {
    case 'ordered':
      return deps.tokens.sign('order', settlement.checkoutId);
    case 'refunded':
      throw new Problem('payment_refunded', {
        body: { data: { order_token: deps.tokens.sign('order', settlement.checkoutId) } },
      });
    case 'processing':
      throw new Problem('payment_processing');
    default:
      throw new Problem('payment_not_paid');
  }
}
