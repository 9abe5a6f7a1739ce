import type { Pool } from 'pg';
import { Problem } from '../platform/problem.ts';
import { cancelIntent, isFree } from './provider/intents.ts';
import { closeCheckout, type OpenCheckout, type PaymentDeps } from './settlement.ts';
import { expirePage } from './provider/provider-pages.ts';
import { isUnpaid, settlePage, settlePayment } from './settle-payment.ts';

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
async function cancelAtProvider(
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

/** Pause before the next attempt for a checkout whose provider did not respond. */
const RETRY_SECONDS = 5;
/** Checkouts cancelled in one run. */
const BATCH_SIZE = 20;

/**
 * Cancels the intents of expired carts, or expires their hosted pages, then releases their tickets (api.md,
 * Cart: within seconds; payments.md 14). Settles a paid one instead. Runs every second in every process; a row
 * lock gives each checkout to one of them. Returns how many it handled.
 */
export async function cancelExpiredPayments(deps: PaymentDeps): Promise<number> {
  const { rows } = await deps.pool.query<OpenCheckout>(
    `update checkout set checked_at = clock_timestamp()
     where id in (
       select c.id from checkout c join cart k on k.id = c.cart_id
       where c.closed_at is null and c.settled_at is null and k.expires_at <= clock_timestamp()
         and (c.checked_at is null
           or c.checked_at < clock_timestamp() - make_interval(secs => $1))
       order by k.expires_at limit $2
       for update of c skip locked
     )
     returning id, intent_id, provider_session`,
    [RETRY_SECONDS, BATCH_SIZE],
  );
  const results = await Promise.allSettled(rows.map((checkout) => cancelExpired(deps, checkout)));
  for (const result of results) {
    if (result.status === 'rejected') {
      deps.log.warn(
        { err: result.reason as unknown },
        'Could not cancel the payment of an expired cart; it will be tried again',
      );
    }
  }
  return rows.length;
}

async function cancelExpired(deps: PaymentDeps, checkout: OpenCheckout): Promise<void> {
  // paid or processing: webhook or reconciliation will settle it
  if (!(await cancelAtProvider(deps, checkout))) return;
  // a checkout that has just got an intent or page stays open until the next run
  await closeCheckout(deps.pool, checkout);
  deps.stockChanged();
}

/**
 * Cancels an open payment of a cancelled concert, for a job: nobody waits for it (office.md 6). A paid one is settled
 * instead, and so refunded; one that is processing is settled once its result is known.
 */
export async function cancelPaymentLater(deps: PaymentDeps, checkoutId: number): Promise<void> {
  const { rows } = await deps.pool.query<OpenCheckout>(
    `select id, intent_id, provider_session from checkout
     where id = $1 and closed_at is null and settled_at is null`,
    [checkoutId],
  );
  const [checkout] = rows;
  if (checkout === undefined || !(await cancelAtProvider(deps, checkout))) return;
  // it may have got an intent or page meanwhile: then the job tries again
  if (!(await closeCheckout(deps.pool, checkout))) throw new Error('the payment has changed');
}
