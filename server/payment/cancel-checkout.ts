import type { Pool } from 'pg';
import { Problem } from '../platform/http/problem.ts';
import { closeCheckout, type OpenCheckout } from './close-checkout.ts';
import { cancelIntent, isFree } from './provider/intents.ts';
import type { PaymentDeps } from './payment-deps.ts';
import { expirePage } from './provider/provider-pages.ts';
import { isUnpaid, settlePage } from './settle-page.ts';
import { settlePayment } from './settle-payment.ts';

/**
 * Cancels the session's open payment, so that cart, details or delivery can change. 409 6104 when it is
 * processing or paid (api.md, Cart).
 */
export async function cancelOpenPayment(deps: PaymentDeps, sessionId: string): Promise<void> {
  const { rows } = await deps.pool.query<OpenCheckout>({
    name: 'find_open_checkout',
    text: `select c.id, c.intent_id, c.provider_session
           from checkout c join cart k on k.id = c.cart_id
           where k.session_id = $1 and k.ended_at is null and k.expires_at > clock_timestamp()
             and c.closed_at is null and c.settled_at is null`,
    values: [sessionId],
  });
  if (rows[0] !== undefined) await cancelCheckout(deps, rows[0]);
}

/** A checkout may get an intent or page while we cancel it; then we try again. */
const MAX_ATTEMPTS = 3;

/** Cancels one checkout's payment and closes it; 409 6104 when it is processing or paid. */
export async function cancelCheckout(deps: PaymentDeps, open: OpenCheckout): Promise<void> {
  let checkout: OpenCheckout | null = open;
  for (let attempt = 0; attempt < MAX_ATTEMPTS && checkout !== null; attempt++) {
    if (!(await cancelAtProvider(deps, checkout))) throw new Problem('cart_changed_too_late');
    if (await closeCheckout(deps.pool, checkout)) return;
    checkout = await findStillOpen(deps.pool, checkout.id);
  }
  if (checkout !== null) throw new Problem('cart_changed_too_late');
}

/**
 * Cancels a checkout's intent, or expires its page. Returns true when it can no longer be paid; false when it
 * has been paid, and is now settled, or is processing. Without intent and page there is nothing to pay with;
 * a process that is creating one will find the checkout closed.
 */
export async function cancelAtProvider(
  deps: PaymentDeps,
  { intent_id: intentId, provider_session: providerSession }: OpenCheckout,
): Promise<boolean> {
  if (providerSession !== null) {
    const session = await expirePage(deps.provider, providerSession);
    if (session?.status !== 'complete') return true;
    // complete but unpaid: its payment was processing and has failed
    return isUnpaid(await settlePage(deps, providerSession, { session }));
  }
  if (intentId === null || isFree(intentId)) return true;
  const intent = await cancelIntent(deps.provider, intentId);
  if (intent === null || intent.status === 'canceled') return true;
  await settlePayment(deps, intentId);
  return false;
}

/** The checkout as it is now; null when another process has closed it. 409 6104 when it has been paid. */
async function findStillOpen(pool: Pool, checkoutId: number): Promise<OpenCheckout | null> {
  const { rows } = await pool.query<OpenCheckout & { is_settled: boolean; is_closed: boolean }>(
    `select id, intent_id, provider_session,
       settled_at is not null as is_settled, closed_at is not null as is_closed
     from checkout where id = $1`,
    [checkoutId],
  );
  const found = rows[0];
  if (found?.is_settled === true) throw new Problem('cart_changed_too_late');
  return found === undefined || found.is_closed ? null : found;
}
