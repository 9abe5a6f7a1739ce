import type { WalFlush } from '../platform/database/wal-flush.ts';
import type { Queryable } from '../platform/database/multiplexed-pool.ts';
import { setTimeout as wait } from 'node:timers/promises';
import type { Pool, PoolClient } from 'pg';
import type { Logger } from '../platform/log.ts';
import type { ReportSecurityEvent } from '../platform/security/security-events.ts';
import type { SignedTokens } from '../platform/security/signed-tokens.ts';
import type { Provider } from '../platform/stripe.ts';

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

/** How long a caller waits for another one in this process, which may be waiting for a slow provider. */
const MAX_WAIT_MS = 1000;

/** The settlements in progress in this process, by intent. */
export interface SettlementsInProgress {
  /**
   * The final result of a settlement in progress. Null when there is none, it takes longer than a second, it
   * fails, or its result is not final: the payment may have succeeded since it read the provider's state.
   */
  join: (intentId: string) => Promise<Settlement | null>;
  /** Runs a settlement that others can join. */
  run: (intentId: string, settle: () => Promise<Settlement>) => Promise<Settlement>;
}

/** Lets browser and webhook that arrive together share one settlement. */
export function createSettlementsInProgress(): SettlementsInProgress {
  const running = new Map<string, Promise<Settlement>>();
  return {
    async join(intentId) {
      const other = running.get(intentId);
      if (other === undefined) return null;
      const timeout = wait(MAX_WAIT_MS, undefined, { ref: false });
      const settlement = await Promise.race([other.catch(() => undefined), timeout]);
      return settlement !== undefined && isFinal(settlement) ? settlement : null;
    },
    async run(intentId, settle) {
      const mine = settle();
      running.set(intentId, mine);
      try {
        return await mine;
      } finally {
        if (running.get(intentId) === mine) running.delete(intentId);
      }
    },
  };
}

/** An event of the provider; recorded in the transaction of its effect. */
export interface EventRef {
  id: string;
  type: string;
}

/** Records an event of this intent or page, once, however often it arrives. */
export async function recordEvent(
  client: Pool | PoolClient,
  event: EventRef,
  intentId: string,
): Promise<void> {
  await client.query({
    name: 'record_event',
    text: `insert into payment_event (id, type, object_id) values ($1, $2, $3) on conflict (id) do nothing`,
    values: [event.id, event.type, intentId],
  });
}

/** The part of a checkout that cancelling needs. */
export interface OpenCheckout {
  id: number;
  intent_id: string | null;
  /** The Checkout Session of its hosted page. */
  provider_session: string | null;
}

/**
 * Closes a checkout: it can no longer be paid, and its cart's tickets are released when the cart expires.
 * Returns false when it is already closed or settled, or has an intent or page other than the cancelled one.
 */
export async function closeCheckout(pool: Pool, checkout: OpenCheckout): Promise<boolean> {
  // lock the cart before the checkout, as everywhere
  const { rowCount } = await pool.query(
    `with mine as (
       select id from cart where id = (select cart_id from checkout where id = $1) for update
     ), closed as (
       update checkout set closed_at = clock_timestamp() from mine
       where checkout.id = $1 and checkout.cart_id = mine.id
         and checkout.closed_at is null and checkout.settled_at is null
         and checkout.intent_id is not distinct from $2
         and checkout.provider_session is not distinct from $3
       returning checkout.cart_id
     )
     update cart set release_at = expires_at from closed where cart.id = closed.cart_id`,
    [checkout.id, checkout.intent_id, checkout.provider_session],
  );
  return rowCount === 1;
}

/** The dependencies of the payment commands. */
export interface PaymentDeps {
  pool: Pool;
  /** For the steps of every purchase, one statement each. */
  steps: Queryable;
  /** Wait for it before anybody is notified of an order (decision 5). */
  flush: WalFlush;
  provider: Provider;
  tokens: SignedTokens;
  /** The provider's page redirects the buyer here; a function, because the port is known only after listening. */
  publicUrl: () => string;
  log: Logger;
  report: ReportSecurityEvent;
  inProgress: SettlementsInProgress;
  /** Settlements for browsers in this process, by checkout; null for two seconds after their end. */
  reads: Map<number, Promise<Settlement> | null>;
  /** Called after tickets were sold or released, so that pages show the new number at once. */
  stockChanged: () => void;
}
