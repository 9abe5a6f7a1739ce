import type { WalFlush } from '../platform/database/wal-flush.ts';
import type { Queryable } from '../platform/database/multiplexed-pool.ts';

/**
 * The result of settling a payment; all outcomes but `ordered` and `refunded` may still change. `other_shop`: no
 * checkout has it, and it names another shop on the same account.
 */
export type Settlement =
  | { outcome: 'ordered' | 'refunded'; checkoutId: number }
  | { outcome: 'processing' | 'open' | 'canceled' | 'unknown' | 'other_shop' };

/** Whether this outcome can no longer change. */
export function isFinal(settlement: Settlement): boolean {
  return settlement.outcome === 'ordered' || settlement.outcome === 'refunded';
}

/** The part of a checkout that shows whether its payment is settled. */
export interface CheckoutState {
  id: number;
  session_id: string;
  is_settled: boolean;
  /** Whether its payment was read at the provider since it was opened. */
  is_checked: boolean;
  has_order: boolean;
}

/** The checkout of an intent, once its state is on disk; null when no checkout has this intent. */
export async function findCheckoutState(
  deps: StateDeps,
  intentId: string,
): Promise<CheckoutState | null> {
  return await findState(deps, 'find_checkout_of_intent', 'c.intent_id = $1', intentId);
}

/** The checkout of a hosted page's session, once on disk. */
export async function findCheckoutOfPage(
  deps: StateDeps,
  providerSession: string,
): Promise<CheckoutState | null> {
  return await findState(deps, 'find_checkout_of_page', 'c.provider_session = $1', providerSession);
}

type StateDeps = { steps: Queryable; flush: WalFlush };

async function findState(
  deps: StateDeps,
  name: string,
  condition: string,
  value: string,
): Promise<CheckoutState | null> {
  const { rows } = await deps.steps.query<CheckoutState>({
    name,
    text: `select c.id, c.session_id, c.settled_at is not null as is_settled,
             c.checked_at is not null as is_checked,
             exists (select from orders o where o.checkout_id = c.id) as has_order
           from checkout c where ${condition}`,
    values: [value],
  });
  const found = rows[0] ?? null;
  // settle_paid commits without waiting for the disk, so wait here (db/functions/settle-paid.sql); however long ago
  // that was: a synchronous standby may have been away since
  if (found?.is_settled === true) await deps.flush(found.id);
  return found;
}

/** Selects those of $1 that are settled, for the flush. */
export const settledCheckouts =
  'select id from checkout where id = any ($1::bigint[]) and settled_at is not null';

/** The result of a settled payment; null while it is open. */
export function finalSettlement(
  checkout: Pick<CheckoutState, 'id' | 'is_settled' | 'has_order'> | null,
): Settlement | null {
  if (checkout?.is_settled !== true) return null;
  return { outcome: checkout.has_order ? 'ordered' : 'refunded', checkoutId: checkout.id };
}
