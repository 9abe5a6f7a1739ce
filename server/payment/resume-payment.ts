import { orderTokenOf } from './complete-payment.ts';
import { isFree } from './provider/intents.ts';
import { type ReadCheckout, settleForBrowser } from './provider/settle-for-browser.ts';
import type { Settlement } from './settlement.ts';
import type { PaymentDeps } from './payment-deps.ts';
import { isUnpaid, settlePage } from './settle-page.ts';
import { settlePayment } from './settle-payment.ts';

interface ResumableCheckout extends ReadCheckout {
  intent_id: string | null;
  provider_session: string | null;
}

/**
 * Settles a payment that the session has started, for a payment page that is opened again. Reads the provider's
 * state and creates nothing there. Returns the order token of a paid order, for up to an hour, to the account
 * that bought it (null: a guest), unless the session has tickets in a cart again; null when there is still something
 * to pay. 409 while the payment is processing, or when it was refunded.
 */
export async function resumePayment(
  deps: PaymentDeps,
  sessionId: string,
  accountId: number | null,
): Promise<string | null> {
  const checkout = await findResumable(deps, sessionId, accountId);
  if (checkout === null) return null;
  const settlement = await settleStarted(deps, checkout);
  if (checkout.is_settled) await deps.flush(checkout.id);
  return isUnpaid(settlement) ? null : await orderTokenOf(deps, settlement);
}

async function findResumable(
  deps: PaymentDeps,
  sessionId: string,
  accountId: number | null,
): Promise<ResumableCheckout | null> {
  const { rows } = await deps.steps.query<ResumableCheckout>({
    name: 'find_resumable_checkout',
    text: `select c.id, c.intent_id, c.provider_session, c.settled_at is not null as is_settled,
             c.checked_at is not null as is_checked,
             exists (select from orders o where o.checkout_id = c.id) as has_order
           from checkout c
           where c.session_id = $1 and (
             c.closed_at is null and c.settled_at is null
             or c.settled_at > clock_timestamp() - interval '1 hour' and c.account_id is not distinct from $2
               and not exists (
               select from cart k join hold h on h.cart_id = k.id
               where k.session_id = $1 and k.ended_at is null and k.expires_at > clock_timestamp()))
           order by c.id desc limit 1`,
    values: [sessionId, accountId],
  });
  return rows[0] ?? null;
}

/** A free order starts only when it is completed. */
async function settleStarted(deps: PaymentDeps, checkout: ResumableCheckout): Promise<Settlement> {
  const { intent_id: intentId, provider_session: providerSession } = checkout;
  return await settleForBrowser(deps, checkout, async () => {
    if (providerSession !== null) return await settlePage(deps, providerSession);
    if (intentId === null || isFree(intentId)) return { outcome: 'open' };
    return await settlePayment(deps, intentId);
  });
}
