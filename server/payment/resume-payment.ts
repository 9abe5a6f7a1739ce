import type { ResponseOf } from '#contract/endpoints.ts';
import { Problem } from '../platform/http/problem.ts';
import { orderTokenOf } from './complete-payment.ts';
import { isFree } from './provider/intents.ts';
import { settleForBrowser } from './provider/settle-for-browser.ts';
import type { PaymentDeps } from './payment-deps.ts';
import { isUnpaid, settlePage } from './settle-page.ts';
import { settlePayment } from './settle-payment.ts';

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
  const settle = () =>
    page === null ? settlePayment(deps, intentId ?? '') : settlePage(deps, page);
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
