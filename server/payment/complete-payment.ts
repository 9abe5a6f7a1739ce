import { findCart } from '../cart/find-cart.ts';
import { Problem } from '../platform/http/problem.ts';
import { isFree } from './provider/intents.ts';
import type { PaymentDeps } from './payment-deps.ts';
import { findCheckoutOfPage, findCheckoutState, type Settlement } from './settlement.ts';
import { settleForBrowser } from './provider/settle-for-browser.ts';
import { settlePage } from './settle-page.ts';
import { settlePayment } from './settle-payment.ts';

/**
 * Settles a payment that the buyer's browser reports as paid. Returns the order token, the same one at each
 * call. 402 not paid; 409 processing, refunded, or another session's (api.md, Payment and order).
 */
export async function completePayment(
  deps: PaymentDeps,
  sessionId: string,
  intentId: string,
): Promise<string> {
  const checkout = await findCheckoutState(deps, intentId);
  if (checkout?.session_id !== sessionId) throw new Problem('payment_not_yours');
  const settle = () => settlePayment(deps, intentId, { checkout });
  const settlement = await (isFree(intentId) ? settle() : settleForBrowser(deps, checkout, settle));
  if (isFree(intentId) && settlement.outcome !== 'ordered') {
    const isExpired = (await findCart(deps.steps, sessionId)) === null;
    throw new Problem(isExpired ? 'free_order_expired' : 'payment_not_paid');
  }
  return await orderTokenOf(deps, settlement);
}

/** Completes the payment of a buyer who returns from the provider's hosted page. */
export async function completeHostedPage(
  deps: PaymentDeps,
  sessionId: string,
  providerSession: string,
): Promise<string> {
  const checkout = await findCheckoutOfPage(deps, providerSession);
  if (checkout?.session_id !== sessionId) throw new Problem('payment_not_yours');
  const settle = () => settlePage(deps, providerSession);
  return await orderTokenOf(deps, await settleForBrowser(deps, checkout, settle));
}

/** The order token of a payment that became an order; 402 or 409 for every other outcome. */
export async function orderTokenOf(deps: PaymentDeps, settlement: Settlement): Promise<string> {
  switch (settlement.outcome) {
    case 'ordered':
      return deps.tokens.sign('order', settlement.checkoutId);
    case 'refunded':
      throw new Problem(await findRefundProblem(deps, settlement.checkoutId), {
        body: { data: { order_token: deps.tokens.sign('order', settlement.checkoutId) } },
      });
    case 'processing':
      throw new Problem('payment_processing');
    default:
      throw new Problem('payment_not_paid');
  }
}

async function findRefundProblem(
  deps: PaymentDeps,
  checkoutId: number,
): Promise<'payment_refunded' | 'payment_mismatch'> {
  const { rowCount } = await deps.pool.query(
    `select from refund where checkout_id = $1 and reason = 'tickets_gone'`,
    [checkoutId],
  );
  return rowCount === 0 ? 'payment_mismatch' : 'payment_refunded';
}
