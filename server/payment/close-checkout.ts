import type { Pool } from 'pg';

/** A checkout as far as cancelling needs it. */
export interface OpenCheckout {
  id: number;
  intent_id: string | null;
  /** The Checkout Session of its hosted page. */
  provider_session: string | null;
}

/**
 * Marks a checkout as never to be paid; its cart's tickets are then free at the cart's own end. False when
 * it has been closed or settled, or has got another intent or page than those that were cancelled.
 */
export async function closeCheckout(pool: Pool, checkout: OpenCheckout): Promise<boolean> {
  // locks in the one order: cart, then checkout
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
