import type { Pool } from 'pg';
import { Problem } from '../platform/problem.ts';

/**
 * Restarts a cart's hold, which ends at most three times its length after the first ticket (api.md, Cart). An open
 * payment stays open. 409 when the cart has expired, or when its end can no longer move.
 */
export async function extendCart(
  pool: Pool,
  sessionId: string,
  { holdMinutes, limitsNetworks }: { holdMinutes: number; limitsNetworks: boolean },
): Promise<void> {
  const { rows } = await pool.query<{ is_extended: boolean }>(
    `with mine as (
       select id, release_at - expires_at as grace,
         find_hold_end(first_hold_at, hold) as ends_at, find_last_hold_end(first_hold_at, hold) as last_end
       from cart, make_interval(secs => case when $3 and has_short_hold(id) then least($2, 300) else $2 end) as hold
       where session_id = $1 and ended_at is null and expires_at > clock_timestamp()
         and exists (select from hold where cart_id = cart.id)
       for update of cart
     ), extended as (
       update cart set expires_at = mine.ends_at, release_at = mine.ends_at + mine.grace
       from mine where cart.id = mine.id and mine.ends_at >= cart.expires_at
         and cart.expires_at < mine.last_end
       returning 1
     )
     select exists (select from extended) as is_extended from mine`,
    [sessionId, holdMinutes * 60, limitsNetworks],
  );
  if (rows[0] === undefined) throw new Problem('cart_expired');
  if (!rows[0].is_extended) throw new Problem('cart_not_extendable');
}
