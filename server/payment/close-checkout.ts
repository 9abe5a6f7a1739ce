import type { Pool } from 'pg';

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
