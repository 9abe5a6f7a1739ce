import { Problem } from '../platform/http/problem.ts';
import { orderTokenOf } from './complete-payment.ts';
import type { PaymentDeps } from './payment-deps.ts';
import { isFree } from './provider/intents.ts';
import { findCheckoutOfPage, findCheckoutState } from './settlement.ts';
import { settleForBrowser } from './provider/settle-for-browser.ts';
import { settlePage } from './settle-page.ts';
import { settlePayment } from './settle-payment.ts';

/**
 * Settles the payment of a buyer who returns without the cart's cookie, e.g. from the bank's app to another browser.
 * Returns no order token: nothing shows that this browser may see the order. 402 not paid; 409 processing, refunded,
 * or an id that no checkout has. A free order has no return: only its own session completes it.
 */
export async function settleReturn(deps: PaymentDeps, reference: string): Promise<void> {
  const ofPage = await findCheckoutOfPage(deps, reference);
  const checkout = ofPage ?? (await findCheckoutState(deps, reference));
  if (checkout === null || isFree(reference)) throw new Problem('payment_not_yours');
  const settle = () =>
    ofPage === null ? settlePayment(deps, reference, { checkout }) : settlePage(deps, reference);
  await orderTokenOf(deps, await settleForBrowser(deps, checkout, settle));
}
