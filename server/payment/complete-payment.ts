import { Problem } from '../platform/http/problem.ts';
import type { PaymentTools } from './payment-tools.ts';
import { findCheckoutState, type Settlement } from './known-checkout.ts';
import { settlePayment } from './settle-payment.ts';

/**
 * What the payer's browser calls when it believes to have paid: settles and answers the order token, the
 * same one each time. 402 not paid; 409 still processing, not this session's, or refunded (api.md, Payment and order).
 */
export async function completePayment(
  tools: PaymentTools,
  sessionId: string,
  intentId: string,
): Promise<string> {
  const checkout = await findCheckoutState(tools, intentId);
  if (checkout?.session_id !== sessionId) throw new Problem('payment_not_yours');
  return tokenOf(tools, await settlePayment(tools, intentId, { checkout }));
}

function tokenOf(tools: PaymentTools, settlement: Settlement): string {
  switch (settlement.outcome) {
    case 'ordered':
      return tools.tokens.sign('order', settlement.checkoutId);
    case 'refunded':
      throw new Problem('payment_refunded', {
        body: { data: { order_token: tools.tokens.sign('order', settlement.checkoutId) } },
      });
    case 'processing':
      throw new Problem('payment_processing');
    default:
      throw new Problem('payment_not_paid');
  }
}
