import type { Pool } from 'pg';
import { MAX_CART_RENEWALS } from '#contract/constants.ts';
import { Problem } from '../platform/http/problem.ts';

/**
 * Restarts a cart's hold, up to MAX_CART_RENEWALS times (api.md, Cart). An open payment stays open. 409 when the
 * cart has expired or has no renewals left.
 */
export async function extendCart(
  pool: Pool,
  sessionId: string,
  holdMinutes: number,
): Promise<void> {
  const { rows } = await pool.query<{ extended: boolean }>(
    `with mine as (
       select id, renewals, release_at - expires_at as grace from cart
       where session_id = $1 and ended_at is null and expires_at > clock_timestamp()
         and exists (select from hold where cart_id = cart.id)
       for update
     ), extended as (
       update cart set renewals = cart.renewals + 1,
         expires_at = greatest(cart.expires_at, clock_timestamp() + make_interval(secs => $2)),
         release_at = greatest(cart.expires_at, clock_timestamp() + make_interval(secs => $2)) + mine.grace
       from mine where cart.id = mine.id and mine.renewals < $3
       returning 1
     )
     select exists (select from extended) as extended from mine`,
    [sessionId, holdMinutes * 60, MAX_CART_RENEWALS],
  );
  if (rows[0] === undefined) throw new Problem('cart_expired');
  if (!rows[0].extended) throw new Problem('cart_not_extendable');
}
