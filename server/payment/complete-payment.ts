import { findCart } from '../cart/find-cart.ts';
import type { ConcurrencyLimiter } from '../platform/process/concurrency-limiter.ts';
import { Problem } from '../platform/problem.ts';
import { isFree } from './provider/intents.ts';
import {
  findCheckoutOfPage,
  findCheckoutState,
  type PaymentDeps,
  type Settlement,
} from './settlement.ts';
import { settleForBrowser } from './provider/settle-for-browser.ts';
import { settlePage, isUnpaid } from './settle-page.ts';
import { settlePayment, withoutLimit } from './settle-payment.ts';
import type { ResponseOf } from '#contract/endpoints.ts';

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
  const settle = (limit = withoutLimit) => settlePayment(deps, intentId, { checkout, limit });
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
  const settle = (limit: ConcurrencyLimiter) => settlePage(deps, providerSession, { limit });
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

/**
 * Settles the payment of a buyer who returns without the cart's cookie, e.g. from the bank's app to another browser.
 * Returns no order token: nothing shows that this browser may see the order. 402 not paid; 409 processing, refunded,
 * or an id that no checkout has. A free order has no return: only its own session completes it.
 */
export async function settleReturn(deps: PaymentDeps, reference: string): Promise<void> {
  const ofPage = await findCheckoutOfPage(deps, reference);
  const checkout = ofPage ?? (await findCheckoutState(deps, reference));
  if (checkout === null || isFree(reference)) throw new Problem('payment_not_yours');
  const settle = (limit: ConcurrencyLimiter) =>
    ofPage === null
      ? settlePayment(deps, reference, { checkout, limit })
      : settlePage(deps, reference, { limit });
  await orderTokenOf(deps, await settleForBrowser(deps, checkout, settle));
}

/**
 * Settles the payment that the session has in progress, for a payment page that is opened without its reference. Reads
 * the provider's state and creates nothing there. Returns the order of a paid one; the reference of one that is
 * processing, refunded or cannot be read: only that reference leads to it once it is settled (product.md 2). Null
 * when there is still something to pay, or no payment in progress.
 */
export async function resumePayment(
  deps: PaymentDeps,
  sessionId: string,
): Promise<ResponseOf<'resumePayment'>['data']> {
  const { rows } = await deps.steps.query<StartedCheckout>({
    name: 'find_started_checkout',
    text: `select id, intent_id, provider_session, checked_at is not null as is_checked
           from checkout where session_id = $1 and closed_at is null and settled_at is null
           order by id desc limit 1`,
    values: [sessionId],
  });
  const started = rows[0];
  return started === undefined ? null : await settleStarted(deps, started);
}

interface StartedCheckout {
  id: number;
  intent_id: string | null;
  provider_session: string | null;
  is_checked: boolean;
}

async function settleStarted(
  deps: PaymentDeps,
  { id, intent_id: intentId, provider_session: page, is_checked }: StartedCheckout,
): Promise<ResponseOf<'resumePayment'>['data']> {
  // a free order starts only when it is completed
  if (page === null && (intentId === null || isFree(intentId))) return null;
  const settle = (limit: ConcurrencyLimiter) =>
    page === null
      ? settlePayment(deps, intentId ?? '', { limit })
      : settlePage(deps, page, { limit });
  const state = { id, is_checked, is_settled: false, has_order: false };
  try {
    const settlement = await settleForBrowser(deps, state, settle);
    return isUnpaid(settlement) ? null : { order_token: await orderTokenOf(deps, settlement) };
  } catch (error) {
    // the page reports it by the reference
    if (!(error instanceof Problem)) throw error;
    return page === null ? { payment_intent: intentId ?? '' } : { session_id: page };
  }
}
