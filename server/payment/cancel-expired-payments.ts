import { cancelAtProvider } from './cancel-checkout.ts';
import { closeCheckout, type OpenCheckout } from './close-checkout.ts';
import type { PaymentDeps } from './payment-deps.ts';

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
