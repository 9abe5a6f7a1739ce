import { cancelAtProvider } from './cancel-checkout.ts';
import { closeCheckout, type OpenCheckout } from './close-checkout.ts';
import type { PaymentDeps } from './payment-deps.ts';

/** A checkout whose provider did not answer is tried again after so many seconds. */
const RETRY_SECONDS = 5;
/** How many are cancelled in one go. */
const BATCH_SIZE = 20;

/**
 * Cancels the intents of carts that have ended, or expires their hosted pages, then frees their tickets (api.md,
 * Cart: within seconds; payments.md 14). A paid one is settled instead. Runs every second in every process; each
 * checkout is taken by one of them.
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
  const results = await Promise.allSettled(rows.map((checkout) => cancelEnded(deps, checkout)));
  for (const result of results) {
    if (result.status === 'rejected') {
      deps.log.warn(
        { err: result.reason as unknown },
        'An ended payment could not be cancelled yet',
      );
    }
  }
  return rows.length;
}

async function cancelEnded(deps: PaymentDeps, checkout: OpenCheckout): Promise<void> {
  // paid, or still with the bank: then its webhook or the reconciliation settles it
  if (!(await cancelAtProvider(deps, checkout))) return;
  // one that has got its intent or page this moment is looked at again in the next turn
  await closeCheckout(deps.pool, checkout);
  deps.stockChanged();
}
